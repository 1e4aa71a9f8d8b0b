import type { Command } from "./command.js";

/** A command that is loaded when it is called: who asks a server need not load one. */
export interface Entry {
	/** What stands behind its name. */
	readonly words: string;
	readonly summary: string;
	load(): Promise<Command>;
}

/** Every command, in the order of the help. */
export const COMMANDS: Readonly<Record<string, Entry>> = {
	new: {
		words: "NOUN",
		summary: "write a mill file and its test",
		load: async () => (await import("./new.js")).NEW,
	},
	serve: {
		words: "[FILES…]",
		summary: "serve the built-in mills, and your own beside them",
		load: async () => {
			const [{ serve }, { serveHelp }, { SETTINGS }] = await Promise.all([
				import("./serve.js"),
				import("./help.js"),
				import("./settings-table.js"),
			]);
			return { flags: SETTINGS, help: serveHelp, run: serve };
		},
	},
	token: {
		words: "NAME",
		summary: "make a token for a caller of your server",
		load: async () => (await import("./token.js")).TOKEN,
	},
	mcp: {
		words: "[FILES…]",
		summary: "offer the same mills to agents, as tools",
		load: async () => (await import("./mcp.js")).MCP,
	},
	test: {
		words: "FILES…",
		summary: "run the examples of your mills",
		load: async () => {
			const { TEST_HELP, test } = await import("./test.js");
			return { flags: {}, help: () => TEST_HELP, run: test };
		},
	},
	list: {
		words: "URL",
		summary: "list the mills of any server",
		load: async () => (await import("./list.js")).LIST,
	},
	schema: {
		words: "URL",
		summary: "print the schema of any mill",
		load: async () => (await import("./schema.js")).SCHEMA,
	},
	describe: {
		words: "URL",
		summary: "print the description of any mill",
		load: async () => (await import("./describe.js")).DESCRIBE,
	},
	call: {
		words: "URL [FILE]",
		summary: "send an input to any mill",
		load: async () => (await import("./call.js")).CALL,
	},
	map: {
		words: "URL… INPUTS…",
		summary: "send many inputs, one line of JSON for each",
		load: async () => (await import("./map.js")).MAP,
	},
	diff: {
		words: "OLD NEW INPUTS…",
		summary: "report which answers change between two versions of a mill",
		load: async () => (await import("./diff.js")).DIFF,
	},
	check: {
		words: "URL",
		summary: "ask whether a URL is a mill",
		load: async () => (await import("./check.js")).CHECK,
	},
	completion: {
		words: "SHELL",
		summary: "print what makes a shell complete all this",
		load: async () => (await import("./completion.js")).COMPLETION,
	},
};
