import type { Command } from "../command.js";
import { CLIENT_FLAGS, clientFor, EXIT_CODES, oneMill } from "../flags/client-flags.js";
import { describeFlags, readFlags } from "../flags/flags.js";
import { jsonLine, paintFor, printable, wantsColours } from "../terminal.js";
import { reportingFailure } from "./client-failure.js";
import { MILL_HELP, readMill } from "./mill-address.js";

/** `gristmill describe`: prints the description of a mill. */
export const DESCRIBE: Command = {
	flags: CLIENT_FLAGS,
	help: () => `gristmill describe MILL: print the description of a mill

${MILL_HELP}

Tries Accept: x-text/docs, the links in the responses of the mill, and $description below its URL. If there is none, it
prints the descriptions in the schema. A terminal shows the description formatted; a file or a pipe gets its Markdown.

${describeFlags(CLIENT_FLAGS)}

Examples
  gristmill describe normaliser
  gristmill describe http://127.0.0.1:8080/normaliser
  gristmill describe normaliser --json

${EXIT_CODES}`,
	async run(words) {
		const { chosen, rest } = readFlags(CLIENT_FLAGS, words);
		const addressOf = readMill(oneMill(rest, "describe"));
		const client = clientFor(chosen);
		await reportingFailure(chosen.json, async () => {
			const found = await client.describe(await addressOf(client));
			process.stdout.write(chosen.json ? jsonLine(found) : await shown(found.content));
		});
	},
};

/** Rendered where a person reads it. Elsewhere it stays Markdown. */
async function shown(markdown: string): Promise<string> {
	const { stdout } = process;
	if (!stdout.isTTY && !wantsColours(stdout)) return `${printable(markdown).trimEnd()}\n`;
	const { renderMarkdown } = await import("../markdown/render-markdown.js");
	return renderMarkdown(markdown, { paint: paintFor(stdout), columns: stdout.columns });
}
