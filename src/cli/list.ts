import type { MillEntry } from "../client/index.js";
import { telling } from "./client-failure.js";
import { CLIENT_FLAGS, clientFor, EXIT_CODES, oneUrl } from "./client-flags.js";
import type { Command } from "./command.js";
import { describeFlags, readFlags } from "./flags.js";
import { jsonLine, type Paint, paintFor, printableLine } from "./terminal.js";

/** `gristmill list`: the mills of any server. */
export const LIST: Command = {
	flags: CLIENT_FLAGS,
	help: () => `gristmill list URL: list the mills of any server

The list is looked for as $list below the address, as links at the address, and in the API catalogue of its host.

${describeFlags(CLIENT_FLAGS)}

Examples
  gristmill list http://127.0.0.1:8080
  gristmill list https://api.example.org/v1 --json
  GRISTMILL_TOKEN=… gristmill list https://api.example.org/v1

${EXIT_CODES}`,
	async run(words) {
		const { chosen, rest } = readFlags(CLIENT_FLAGS, words);
		const url = oneUrl(rest, "list");
		const client = clientFor(chosen);
		await telling(chosen.json, async () => {
			const mills = await client.list(url);
			const paint = paintFor(process.stdout);
			process.stdout.write(chosen.json ? jsonLine(mills) : shown(mills, paint));
		});
	},
};

function shown(mills: readonly MillEntry[], paint: Paint): string {
	if (mills.length === 0) return "There are no mills on this list.\n";
	const lines = mills.flatMap(({ name, summary = "", method = "", url, accepts = [] }) => [
		`${paint.bold(printableLine(name))}${summary === "" ? "" : `: ${printableLine(summary)}`}`,
		`  ${paint.dim(printableLine([method, url, accepts.join(", ")].filter((part) => part !== "").join("  ")))}`,
	]);
	return `${lines.join("\n")}\n`;
}
