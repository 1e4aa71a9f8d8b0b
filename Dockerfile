# The server as it is published, with locked production dependencies and nothing else. docs/deploy.md tells how to run it.
ARG NODE=22-slim

FROM node:${NODE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc tsconfig.json ./
RUN npm ci
COPY scripts ./scripts
COPY src ./src
COPY examples ./examples
COPY models ./models
COPY docs ./docs
COPY README.md LICENSE CHANGELOG.md ./
RUN npm run build && npm pack && mkdir package && tar -xzf gristmill-*.tgz

FROM node:${NODE} AS dependencies
WORKDIR /dependencies
COPY package.json package-lock.json .npmrc ./
# The package of the neural networks' engine carries every platform; one is enough.
RUN npm ci --omit=dev && find node_modules/onnxruntime-node/bin -mindepth 2 -maxdepth 2 ! -name linux -exec rm -rf {} +

FROM node:${NODE}
ENV NODE_ENV=production
ENV GRISTMILL_HOST=0.0.0.0
ENV GRISTMILL_PORT=8080
WORKDIR /srv/gristmill
COPY --from=dependencies /dependencies/node_modules ./node_modules
COPY --from=build /build/package ./
# Everything belongs to root and nothing is writable: only /tmp has to be, for bundles of mill files.
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.GRISTMILL_PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/src/cli/main.js"]
CMD ["serve"]
