import type { Command } from "../command.js";
import { CLIENT_FLAGS, clientFor, EXIT_CODES, oneUrl } from "../flags/client-flags.js";
import { describeFlags, readFlags } from "../flags/flags.js";
import { jsonLine, type Paint, paintFor, printable } from "../terminal.js";
import { reportingFailure } from "./client-failure.js";

/** `gristmill describe`: prints the description of a mill. */
export const DESCRIBE: Command = {
	flags: CLIENT_FLAGS,
	help: () => `gristmill describe URL: print the description of a mill

Tries Accept: x-text/docs, the links in the responses of the mill, and $description below its URL. If there is none, it
prints the descriptions in the schema.

${describeFlags(CLIENT_FLAGS)}

Examples
  gristmill describe http://127.0.0.1:8080/normaliser
  gristmill describe http://127.0.0.1:8080/normaliser --json

${EXIT_CODES}`,
	async run(words) {
		const { chosen, rest } = readFlags(CLIENT_FLAGS, words);
		const url = oneUrl(rest, "describe");
		const client = clientFor(chosen);
		await reportingFailure(chosen.json, async () => {
			const found = await client.describe(url);
			const text = `${printable(found.content).trimEnd()}\n`;
			process.stdout.write(chosen.json ? jsonLine(found) : painted(text, paintFor(process.stdout)));
		});
	},
};

/** Markdown with bold headings. */
function painted(markdown: string, paint: Paint): string {
	return markdown.replace(/^#{1,6} .*$/gm, (heading) => paint.bold(heading));
}
