# The image of a release: the program, the roots of the public certificate authorities, and a directory for its files.
FROM alpine:3.22 AS base
RUN apk add --no-cache ca-certificates && mkdir /data

FROM scratch
ARG TARGETPLATFORM
COPY --from=base /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=base --chown=65532:65532 /data /data
COPY $TARGETPLATFORM/a2aform /usr/bin/a2aform
ENV A2AFORM_HOME=/data LANG=C.UTF-8
USER 65532:65532
VOLUME /data
ENTRYPOINT ["/usr/bin/a2aform"]
