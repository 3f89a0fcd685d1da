# The released program on a base with glibc: it is not built for musl.
#   docker build --build-arg VERSION=0.1.0 --tag lnk-tool .
#   docker run --rm -v "$PWD:/work:ro" lnk-tool grants check sandbox.toml
FROM debian:trixie-slim AS fetch
ARG VERSION=0.1.0
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates curl \
  && rm -rf /var/lib/apt/lists/*
COPY install.sh /install.sh
RUN sh /install.sh --tag "$VERSION" --to /usr/local/bin

FROM gcr.io/distroless/cc-debian13:nonroot
COPY --from=fetch /usr/local/bin/lnk-tool /usr/local/bin/lnk-tool
COPY LICENSE /usr/share/doc/lnk-tool/LICENSE
WORKDIR /work
USER nonroot
ENTRYPOINT ["/usr/local/bin/lnk-tool"]
