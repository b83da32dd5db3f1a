# docker build -t hrfcheck . && docker run --rm -v "$PWD:/kernels" -w /kernels hrfcheck check queue.cl --launch 2x4
FROM debian:12 AS build
COPY . /src
RUN /src/scripts/package

FROM debian:12-slim
COPY --from=build /src/build/release/hrfcheck_*.deb /tmp/
RUN apt-get update && apt-get install -y --no-install-recommends /tmp/hrfcheck_*.deb graphviz cpp \
  && rm -rf /var/lib/apt/lists/* /tmp/hrfcheck_*.deb
ENTRYPOINT ["hrfcheck"]
