import { telling } from "./client-failure.js";
import { CLIENT_FLAGS, clientFor, EXIT_CODES, oneUrl } from "./client-flags.js";
import type { Command } from "./command.js";
import { describeFlags, readFlags } from "./flags.js";
import { jsonLine, type Paint, paintFor, printable } from "./terminal.js";

/** `gristmill describe`: what any mill says about itself. */
export const DESCRIBE: Command = {
	flags: CLIENT_FLAGS,
	help: () => `gristmill describe URL: print the description of any mill

The description is asked for by Accept: x-text/docs, by the links of the mill's answers, and as $description below its
address; where none is offered, the words of its schema are printed.

${describeFlags(CLIENT_FLAGS)}

Examples
  gristmill describe http://127.0.0.1:8080/normaliser
  gristmill describe http://127.0.0.1:8080/normaliser --json

${EXIT_CODES}`,
	async run(words) {
		const { chosen, rest } = readFlags(CLIENT_FLAGS, words);
		const url = oneUrl(rest, "describe");
		const client = clientFor(chosen);
		await telling(chosen.json, async () => {
			const found = await client.describe(url);
			const text = `${printable(found.content).trimEnd()}\n`;
			process.stdout.write(chosen.json ? jsonLine(found) : painted(text, paintFor(process.stdout)));
		});
	},
};

/** Markdown as it is, its headings bold. */
function painted(markdown: string, paint: Paint): string {
	return markdown.replace(/^#{1,6} .*$/gm, (heading) => paint.bold(heading));
}
