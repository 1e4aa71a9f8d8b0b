import type { CommandTable } from "./command-line/command.js";

/** Every command. */
export const COMMANDS: CommandTable = {
	new: {
		words: "NOUN",
		summary: "write a mill file and its test",
		load: async () => (await import("./new/new.js")).NEW,
	},
	dev: {
		words: "[FILES…]",
		summary: "serve mill files while you write them",
		load: async () => (await import("./dev/dev.js")).DEV,
	},
	serve: {
		words: "[FILES…]",
		summary: "serve mill files, or the installed mills",
		load: async () => (await import("./serve/serve.js")).SERVE,
	},
	token: {
		words: "NAME",
		summary: "make a token for a caller of your server",
		load: async () => (await import("./serve/token.js")).TOKEN,
	},
	key: {
		words: "new | show FILE",
		summary: "make a key that signs receipts",
		load: async () => (await import("./serve/key.js")).KEY,
	},
	mcp: {
		words: "[FILES…]",
		summary: "offer mills to agents, as tools",
		load: async () => (await import("./serve/mcp.js")).MCP,
	},
	test: {
		words: "MILLS…",
		mills: 1,
		summary: "run the examples and tests of mill files",
		load: async () => (await import("./serve/test.js")).TEST,
	},
	build: {
		words: "MILL… -o FOLDER",
		summary: "write a folder that serves mills anywhere",
		load: async () => (await import("./build/build.js")).BUILD,
	},
	list: {
		words: "[URL | FILES…]",
		summary: "list the mills of a server or of files",
		load: async () => (await import("./client/list.js")).LIST,
	},
	status: {
		words: "[URL]",
		summary: "show what a server does now",
		load: async () => (await import("./status/status.js")).STATUS,
	},
	schema: {
		words: "MILL",
		mills: 1,
		summary: "print the schema of a mill",
		load: async () => (await import("./client/schema.js")).SCHEMA,
	},
	describe: {
		words: "MILL",
		mills: 1,
		summary: "print the description of a mill",
		load: async () => (await import("./client/describe.js")).DESCRIBE,
	},
	call: {
		words: "MILL [FILE]",
		mills: 1,
		summary: "send an input to a mill and print the result",
		load: async () => (await import("./client/call.js")).CALL,
	},
	map: {
		words: "MILL… INPUTS…",
		mills: 1,
		summary: "send many inputs to a mill and print one line of JSON for each",
		load: async () => (await import("./map/map.js")).MAP,
	},
	diff: {
		words: "OLD NEW INPUTS…",
		mills: 2,
		summary: "report which results differ between two versions of a mill",
		load: async () => (await import("./diff/diff.js")).DIFF,
	},
	verify: {
		words: "RECEIPTS…",
		summary: "check receipts, and compute their answers again",
		load: async () => (await import("./verify/verify.js")).VERIFY,
	},
	check: {
		words: "MILL",
		mills: 1,
		summary: "check whether a URL or a file behaves like a mill",
		load: async () => (await import("./client/check.js")).CHECK,
	},
	completion: {
		words: "SHELL",
		summary: "print the completion script of a shell",
		load: async () => (await import("./completion/completion.js")).completionOf(COMMANDS),
	},
};
