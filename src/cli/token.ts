import { randomBytes } from "node:crypto";
import { open } from "node:fs/promises";
import { readTokenLines, tokenLine } from "../http/auth/token-lines.js";
import type { Command } from "./command.js";
import { UsageError } from "./command-error.js";
import { describeFlags, type Flags, readFlags } from "./flags.js";

const FLAGS = {
	file: { kind: "text", value: "FILE", help: "Write the line to this file, and print the token alone." },
	mills: { kind: "list", value: "A,B", help: "It may use these mills and no others." },
} as const satisfies Flags;

/** `gristmill token`: makes a random token; what a server keeps of it is its hash. */
export const TOKEN: Command = {
	flags: FLAGS,
	help: () => `gristmill token NAME: make a random token for a caller of your server

The token is printed once and kept nowhere. Its line, with the hash, goes into the file of gristmill serve --token-file,
which a running server reads again by itself. To take a token back, delete its line; a name may have several tokens,
so that a caller can change from one to the other.

${describeFlags(FLAGS)}

Examples
  gristmill token alice --file tokens.jsonl
  gristmill token bob --mills tokeniser,normaliser --file tokens.jsonl
  gristmill serve --token-file tokens.jsonl
  curl -H "Authorization: Bearer $TOKEN" …

Exit codes: 0 done, 2 called wrongly, or the file cannot be written.
`,
	async run(words) {
		const { chosen, rest } = readFlags(FLAGS, words);
		const [name, more] = rest;
		if (name === undefined) throw new UsageError("Name the caller: gristmill token alice");
		if (more !== undefined) throw new UsageError(`Name one caller only: "${more}".`);
		// 256 bits: nobody finds it by trying, so its hash need not be slow.
		const token = randomBytes(32).toString("base64url");
		const line = readable(() => tokenLine(name, token, chosen.mills));
		if (chosen.file === undefined) {
			process.stdout.write(`Token, for the caller; it is not shown again:\n\n  ${token}\n\n`);
			process.stdout.write(`Line for the file of serve --token-file:\n\n${line}\n`);
			return;
		}
		await append(chosen.file, line);
		process.stdout.write(`${token}\n`);
	},
};

/** Adds the line in one write, so that a server never reads half of it. */
async function append(path: string, line: string): Promise<void> {
	const file = await open(path, "a+", 0o600).catch((error: NodeJS.ErrnoException) => {
		throw new UsageError(`Name a file that can be written: ${path} (${error.code}).`);
	});
	try {
		const text = await file.readFile("utf8");
		// A second token of the same name is how one is changed; a line behind broken ones would help nobody.
		readable(() => readTokenLines(text, path));
		await file.write(`${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`);
	} finally {
		await file.close();
	}
}

function readable<T>(read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw error instanceof RangeError ? new UsageError(error.message) : error;
	}
}
