# docker build -t qwirkle .  and then:  docker run -p 8108:8108 -v qwirkle:/data qwirkle
FROM python:3.13-slim AS tools
RUN pip install --no-cache-dir uv
WORKDIR /build
COPY pyproject.toml ./
COPY requirements requirements
# An extra or a group of pyproject.toml, in the versions of the lock.
ENV UV_NO_CACHE=1 INSTALL="uv pip install --require-hashes -c requirements/play.lock"

FROM tools AS client
RUN uv venv .venv && $INSTALL --group node --group wasm
COPY kernel kernel
COPY web web
COPY tools tools
COPY src/qwirkle/locales src/qwirkle/locales
RUN mkdir -p build && sh tools/web.sh install .venv && sh tools/wasm.sh build .venv build/kernel.wasm && sh tools/web.sh build .venv

FROM tools AS server
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
RUN uv venv /opt/qwirkle
ENV VIRTUAL_ENV=/opt/qwirkle
RUN $INSTALL -r pyproject.toml --extra server --extra postgres --extra redis
COPY CMakeLists.txt README.md LICENSE ./
COPY kernel kernel
COPY src src
COPY --from=client /build/src/qwirkle/server/client src/qwirkle/server/client
# With QWIRKLE_KERNEL a kernel that cannot be compiled is an error.
RUN QWIRKLE_KERNEL=1 uv pip install --no-deps --build-constraints requirements/play.lock .

FROM python:3.13-slim
COPY --from=server /opt/qwirkle /opt/qwirkle
ENV PATH=/opt/qwirkle/bin:$PATH
RUN useradd --uid 10001 --home-dir /data --create-home --shell /usr/sbin/nologin qwirkle
USER qwirkle
WORKDIR /data
VOLUME /data
EXPOSE 8108
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=20s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8108/healthz', timeout=3)"]
ENTRYPOINT ["qwirkle"]
CMD ["serve", "--host", "0.0.0.0", "--data", "/data/qwirkle.db", "--log", "json"]
