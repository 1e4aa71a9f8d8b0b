import type { MillEntry } from "../../client/index.js";
import type { Command } from "../command.js";
import { CLIENT_FLAGS, clientFor, EXIT_CODES, oneUrl } from "../flags/client-flags.js";
import { describeFlags, readFlags } from "../flags/flags.js";
import { jsonLine, type Paint, paintFor, printableLine } from "../terminal.js";
import { reportingFailure } from "./client-failure.js";

/** `gristmill list`: lists the mills of a server. */
export const LIST: Command = {
	flags: CLIENT_FLAGS,
	help: () => `gristmill list URL: list the mills of a server

Looks for the list at $list below the URL, in links at the URL, and in the API catalogue of the host.

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
		await reportingFailure(chosen.json, async () => {
			const mills = await client.list(url);
			const paint = paintFor(process.stdout);
			process.stdout.write(chosen.json ? jsonLine(mills) : shown(mills, paint));
		});
	},
};

function shown(mills: readonly MillEntry[], paint: Paint): string {
	if (mills.length === 0) return "The list is empty.\n";
	const lines = mills.flatMap(({ name, summary = "", method = "", url, accepts = [] }) => [
		`${paint.bold(printableLine(name))}${summary === "" ? "" : `: ${printableLine(summary)}`}`,
		`  ${paint.dim(printableLine([method, url, accepts.join(", ")].filter((part) => part !== "").join("  ")))}`,
	]);
	return `${lines.join("\n")}\n`;
}
