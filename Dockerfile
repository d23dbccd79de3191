# docker build -t qwirkle .  and then:  docker run -p 8108:8108 -v qwirkle:/data qwirkle
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY pyproject.toml CMakeLists.txt README.md LICENSE ./
COPY kernel kernel
COPY src src
# With QWIRKLE_KERNEL a kernel that cannot be compiled is an error.
RUN QWIRKLE_KERNEL=1 pip wheel --no-cache-dir --no-deps --wheel-dir dist .

FROM python:3.13-slim
COPY requirements/server.lock /tmp/
RUN pip install --no-cache-dir --require-hashes -r /tmp/server.lock
COPY --from=build /build/dist /tmp/dist
RUN pip install --no-cache-dir --no-deps /tmp/dist/*.whl && rm -r /tmp/dist \
    && useradd --uid 10001 --home-dir /data --create-home --shell /usr/sbin/nologin qwirkle
USER qwirkle
WORKDIR /data
VOLUME /data
EXPOSE 8108
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=20s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8108/healthz', timeout=3)"]
ENTRYPOINT ["qwirkle"]
CMD ["serve", "--host", "0.0.0.0", "--data", "/data/qwirkle.db", "--log", "json"]
