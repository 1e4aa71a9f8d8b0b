import { randomBytes } from "node:crypto";
import { open } from "node:fs/promises";
import { writeTrouble } from "../../core/file-trouble.js";
import { readTokenLines, tokenLine } from "../../http/auth/token-lines.js";
import type { SettingTable } from "../../settings/setting.js";
import type { Command } from "../command-line/command.js";
import { refusing, UsageError } from "../command-line/command-error.js";
import { describeFlags, readFlags } from "../command-line/flags.js";
import { type Host, pathOn } from "../command-line/host.js";

const FLAGS = {
	file: { kind: "text", value: "FILE", help: "Append the line to this file and print only the token." },
	mills: { kind: "list", value: "A,B", help: "Allow only these mills." },
	rate: { kind: "text", value: "100/s", help: "Calls per s, min or h, instead of --rate of the server." },
	burst: {
		kind: "number",
		value: "N",
		least: 1,
		help: "Calls at once, after a pause. Default: the number in --rate.",
	},
	concurrency: { kind: "number", value: "N", least: 1, help: "Calls that may run or wait at the same time." },
	secondsPerDay: { kind: "number", value: "N", least: 1, help: "Seconds a day for which its calls may run." },
} as const satisfies SettingTable;

/** `gristmill token`: makes a random token. The server stores only its hash. */
export const TOKEN: Command = {
	flags: FLAGS,
	help: () => `gristmill token NAME: make a random token for a caller of your server

The token is printed once and not stored. Its line, which contains only the hash, belongs in the file of
gristmill serve --token-file. A running server reloads that file when it changes. To revoke a token, delete its line. A name
may have several tokens, so that a caller can switch from one to another.

${describeFlags(FLAGS)}

Examples
  gristmill token alice --file tokens.jsonl
  gristmill token bob --mills tokeniser,normaliser --rate 600/min --concurrency 4 --file tokens.jsonl
  gristmill serve --token-file tokens.jsonl
  curl -H "Authorization: Bearer $TOKEN" …

Exit codes: 0 success, 2 wrong usage, or the file cannot be written.
`,
	async run(words, host) {
		const { chosen, rest } = readFlags(FLAGS, words);
		const [name, more] = rest;
		if (name === undefined) throw new UsageError("The name of the caller is missing: gristmill token alice");
		if (more !== undefined) throw new UsageError(`"${more}" is a second caller. Name only one.`);
		// 256 random bits cannot be guessed, so a fast hash is enough.
		const token = randomBytes(32).toString("base64url");
		const line = refusing(() => tokenLine(name, token, chosen));
		if (chosen.file === undefined) {
			host.stdout.write(`Token for the caller (it is not shown again):\n\n  ${token}\n\n`);
			host.stdout.write(`Line for the file of gristmill serve --token-file:\n\n${line}\n`);
			return 0;
		}
		await append(chosen.file, line, host);
		host.stdout.write(`${token}\n`);
		return 0;
	},
};

/** Appends the line in one write, so that a server never reads a part of it. */
async function append(path: string, line: string, host: Host): Promise<void> {
	const file = await open(pathOn(host, path), "a+", 0o600).catch((error: NodeJS.ErrnoException) => {
		throw new UsageError(`${writeTrouble(path, error)}. Name a writable file.`);
	});
	try {
		const text = await file.readFile("utf8");
		// A server would reject the whole file if one of its lines is broken.
		refusing(() => readTokenLines(text, path));
		await file.write(`${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`);
	} finally {
		await file.close();
	}
}
