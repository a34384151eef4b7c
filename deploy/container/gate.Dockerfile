# The image of the gate. Build it in the root of the repository:
#
#   SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) \
#   docker buildx build -f deploy/container/gate.Dockerfile -t portico-gate:0.1.0 --output type=docker,rewrite-timestamp=true .
#
# The tag below is exact, but a registry can move a tag. For a build that is the same next year, give the digest:
#
#   docker buildx imagetools inspect node:26.10.0-trixie-slim --format '{{.Manifest.Digest}}'
#   docker buildx build --build-arg NODE_IMAGE=node:26.10.0-trixie-slim@sha256:... (as above)
#
# Every npm package comes with the version and the SHA-512 of package-lock.json.

ARG NODE_IMAGE=node:26.10.0-trixie-slim

# Builds and packs the packages, as for a release.
FROM ${NODE_IMAGE} AS build
ARG SOURCE_DATE_EPOCH
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && npm run build

# Installs the packed gate, with the lockfile that the build derived from package-lock.json.
FROM ${NODE_IMAGE} AS install
ARG SOURCE_DATE_EPOCH
WORKDIR /app
COPY --from=build /src/dist/gate/ ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm portico-*.tgz
COPY deploy/container/gate-healthcheck.mjs ./

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Portico gate" \
      org.opencontainers.image.description="Signs citizens in for a back end in any language" \
      org.opencontainers.image.licenses="Apache-2.0"
# The program needs no npm, and what is not there cannot be misused.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
           /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-*
COPY --from=install /app /app
WORKDIR /app
# All settings: docs/integrate/any-back-end.md. One process for each container; GATE_PROCESSES=auto uses all the cores that it may use.
# Secrets come as files: SSO_CLIENT_SECRET_FILE and the others.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=1 \
    GATE_LISTEN=0.0.0.0:4180 \
    GATE_METRICS_LISTEN=0.0.0.0:9465
# The user "node" of the base image. A number, so that Kubernetes can see that it is not root.
USER 1000:1000
EXPOSE 4180 9465
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["node", "/app/gate-healthcheck.mjs"]
ENTRYPOINT ["/app/node_modules/.bin/portico-gate"]
CMD ["serve"]
