# The server with its locked packages; runs as an ordinary user and writes to /data only.
FROM python:3.13-slim AS packages
WORKDIR /build
COPY requirements/run.txt .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r run.txt

FROM python:3.13-slim
COPY --from=packages /venv /venv
WORKDIR /waterside
COPY engine engine
COPY app app
COPY migrations migrations
COPY static static
COPY templates templates
# A volume that is mounted here for the first time takes this folder's owner over.
RUN mkdir /data && chown 10001:10001 /data
USER 10001:10001
VOLUME /data
ENV PATH=/venv/bin:$PATH WATERSIDE_DATA=/data PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
EXPOSE 8000
# Whether it lives, not whether it is ready: a database that is away is no reason to restart this.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=3)"]
CMD ["python", "-m", "app", "--host", "0.0.0.0", "--port", "8000"]
