"""What `make bench` measures. Every figure stands beside a calibration of the same run, so that machines compare."""
