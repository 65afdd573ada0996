# The tag follows Python's and Debian's fixes. To freeze the base, pass it by digest:
#   docker build --build-arg BASE=python:3.12-slim@sha256:… .
ARG BASE=python:3.12-slim

FROM ${BASE} AS build
WORKDIR /build
COPY requirements-build.lock requirements-service.lock ./
RUN python -m venv --without-pip /opt/pisyedili \
    && python -m venv --without-pip /opt/build \
    && pip --python /opt/pisyedili install --no-cache-dir --require-hashes --only-binary :all: \
        -r requirements-service.lock \
    && pip --python /opt/build install --no-cache-dir --require-hashes --only-binary :all: \
        -r requirements-build.lock
COPY LICENSE README.md pyproject.toml ./
COPY engine engine
COPY proto proto
COPY service service
COPY clients clients
RUN pip --python /opt/build wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /dist . \
    && pip --python /opt/pisyedili install --no-cache-dir --no-deps --no-index /dist/*.whl

FROM ${BASE}
COPY --from=build /opt/pisyedili /opt/pisyedili
USER 10001:10001
WORKDIR /
EXPOSE 50051 9464
STOPSIGNAL SIGTERM
ENTRYPOINT ["/opt/pisyedili/bin/python", "-I", "-m", "pisyedili.service"]

# Last, since they change with every commit. `make image-test` reads the version from the engine.
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Pis Yedili Engine" \
      org.opencontainers.image.description="A stateless gRPC rules engine for the card game Pis Yedili." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
