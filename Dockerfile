# The packages as they are published, with locked production dependencies and nothing else. See docs/deploy.md.
# --build-arg PACKAGES=gristmill builds the server without the mills of @gristmill/mills.
ARG NODE=22-bookworm-slim
ARG BASE=debian:bookworm-slim

FROM node:${NODE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY packages/gristmill/package.json ./packages/gristmill/
COPY packages/mills/package.json ./packages/mills/
RUN npm ci
COPY scripts ./scripts
COPY packages ./packages
COPY examples ./examples
COPY docs ./docs
COPY deploy ./deploy
COPY README.md LICENSE CHANGELOG.md ./
RUN npm run pack tarballs

FROM node:${NODE} AS dependencies
ARG PACKAGES="gristmill @gristmill/mills"
WORKDIR /dependencies
COPY package.json package-lock.json .npmrc ./
COPY packages/gristmill/package.json ./packages/gristmill/
COPY packages/mills/package.json ./packages/mills/
RUN npm ci --omit=dev $(printf -- "--workspace=%s " $PACKAGES)
# onnxruntime-node contains the engine for every platform. Keep the one of this platform.
RUN for engine in node_modules/onnxruntime-node/bin/*/*/*; do \
		case "$engine" in */linux/"$(node -p process.arch)") ;; *) rm -rf "$engine" ;; esac; \
	done
COPY --from=build /build/tarballs ./tarballs
# npm ci has made links to packages/. Replace each with the content of its tarball.
RUN for name in $PACKAGES; do \
		rm node_modules/$name && mkdir node_modules/$name && \
		tar -xzf tarballs/$(echo $name | tr -d @ | tr / -)-[0-9]*.tgz --strip-components=1 -C node_modules/$name; \
	done
# Declarations, source maps and sources of dependencies are for developers.
RUN find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete

# Node alone: a server needs no npm.
FROM ${BASE}
COPY --from=build /usr/local/bin/node /usr/local/bin/node
ENV NODE_ENV=production
ENV GRISTMILL_HOST=0.0.0.0
ENV GRISTMILL_PORT=8080
WORKDIR /srv/gristmill
COPY --from=dependencies /dependencies/node_modules ./node_modules
# All files belong to root and are read-only. Only /tmp must be writable, for bundles of mill files and for what mills prepare.
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.GRISTMILL_PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "node_modules/gristmill/dist/cli/main.js"]
CMD ["serve"]
