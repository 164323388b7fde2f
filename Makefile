# The verbs of the project: thin lines over tasks.py. `make help` lists them.
PYTHON ?= $(firstword $(foreach p,python3 python py,$(if $(shell command -v $(p) 2>/dev/null),$(p))))
VERBS = run test lint format lock audit e2e load cluster crash soak fuzz secrecy replays bench scale ladder analysis bounds shots lighthouse help

.PHONY: $(VERBS)
$(VERBS):
	@$(PYTHON) tasks.py $@

# make variables become the environment of the verb: make run PORT=8000 HOST=127.0.0.1
export HOST PORT ROOMS EXPERTS PACE GAME OPTIONS URL SKIP ARGS MATCHES KILLS CLUSTER RACES MINUTES SOCKETS FRAMES SEED PAIRS LIVE HISTORY COMPARE SAVE ONLY SEATS LEVEL SCALE WORKERS RUNS
