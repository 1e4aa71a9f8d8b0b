import { installing, SERVED } from "../new/image.js";
import type { Platform } from "./platform.js";
import type { Requirements } from "./requirements.js";
import { TOOLKIT } from "./toolkit.js";

/** The program of the built folder: the command line, whose installed mills are those of the folder. */
export const PROGRAM = `${TOOLKIT}/dist/cli/main.js`;

/** Starts the server of a built folder, from any working directory. */
export const START = `#!/bin/sh
exec node "$(dirname -- "$0")/${PROGRAM}" serve "$@"
`;

/** The Dockerfile of a built folder for Linux. Node is the one that the folder was built with: the digest names what its engine computes. */
export function dockerfile(
	{ libc, cpu }: Platform,
	python: Requirements | undefined,
	isForPlatform: boolean,
): string {
	const platform = isForPlatform ? `--platform=linux/${cpu === "x64" ? "amd64" : cpu} ` : "";
	const node = process.versions.node;
	const debian = python ? `python:${python.python}-slim-bookworm` : "debian:bookworm-slim";
	const install =
		python && Object.keys(python.packages).length > 0
			? // It names every package: what they need is in it, too.
				installing("pip", "--no-deps")
			: [];
	const base =
		libc === "musl"
			? [`FROM ${platform}node:${node}-alpine`]
			: [
					`FROM ${platform}node:${node}-bookworm-slim AS node`,
					`FROM ${platform}${debian}`,
					"COPY --from=node /usr/local/bin/node /usr/local/bin/node",
				];
	const lines = [
		"# docker run --read-only --tmpfs /tmp:size=192m --cap-drop ALL --security-opt no-new-privileges --publish 8080:8080 IMAGE",
		...base,
		"WORKDIR /srv/gristmill",
		...install,
		"COPY . .",
		...SERVED,
		`ENTRYPOINT ["node", "${PROGRAM}"]`,
		'CMD ["serve"]',
	];
	return `${lines.join("\n")}\n`;
}
