# Price of Privacy as a container: docs/hosting.md says how to run it.  docker build -t price-of-privacy .
FROM python:3.11-slim-bookworm

# Kernels are compiled here for any processor of this kind (generic): the host's may differ from the builder's.
ENV NUMBA_CPU_NAME=generic \
    PYTHONUNBUFFERED=1

WORKDIR /app
COPY requirements.txt constraints.txt ./
RUN python -m pip install --no-cache-dir --disable-pip-version-check -r requirements.txt -c constraints.txt
COPY . .
RUN python -m compileall -q . && python -m dpcore.warmup

# While it runs, only temporary files are written, so the root file system may be read-only.
ENV HOME=/tmp \
    PYTHONDONTWRITEBYTECODE=1 \
    STREAMLIT_SERVER_ADDRESS=0.0.0.0 \
    STREAMLIT_SERVER_PORT=8501 \
    STREAMLIT_SERVER_HEADLESS=true \
    STREAMLIT_SERVER_FILE_WATCHER_TYPE=none
USER 10001:10001
EXPOSE 8501
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8501/healthz', timeout=4)"]
CMD ["python", "-m", "streamlit", "run", "server.py"]
