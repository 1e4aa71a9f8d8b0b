import type { BuildOptions } from "esbuild";

/** Options for bundles of the built folder: readable stacks are worth more than the last kilobytes. */
export const FOLDER_OPTIONS = {
	bundle: true,
	platform: "node",
	format: "esm",
	target: "node20",
	minifyWhitespace: true,
	minifySyntax: true,
	legalComments: "none",
	logLevel: "silent",
	write: false,
	metafile: true,
} as const satisfies BuildOptions;

/** CommonJS inside a bundle calls `require` for Node's own modules. */
export const REQUIRE =
	'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);';
