import type { Command } from "../command-line/command.js";
import { describeFlags, readFlags } from "../command-line/flags.js";
import type { Host } from "../command-line/host.js";
import { jsonLine, paintFor, printable, wantsColours } from "../command-line/terminal.js";
import { reportingFailure } from "./client-failure.js";
import { CLIENT_FLAGS, clientFor, EXIT_CODES, LOCAL_FLAGS, oneMill } from "./client-flags.js";
import { MILL_HELP } from "./mill-address.js";
import { readMill } from "./read-mill.js";

const FLAGS = { ...CLIENT_FLAGS, ...LOCAL_FLAGS } as const;

/** `gristmill describe`: prints the description of a mill. */
export const DESCRIBE: Command = {
	flags: FLAGS,
	help: () => `gristmill describe MILL: print the description of a mill

${MILL_HELP}

Tries Accept: x-text/docs, the links in the responses of the mill, and $description below its URL. If there is none, it
prints the descriptions in the schema. A terminal shows the description formatted; a file or a pipe gets its Markdown.

${describeFlags(FLAGS)}

Examples
  gristmill describe normaliser
  gristmill describe ./normaliser.ts
  gristmill describe http://127.0.0.1:8080/normaliser
  gristmill describe normaliser --json

${EXIT_CODES}`,
	async run(words, host) {
		const { chosen, rest } = readFlags(FLAGS, words);
		const withMill = readMill(oneMill(rest, "describe"), { ...chosen, workers: 1 }, host);
		const client = clientFor(chosen, host.env);
		return reportingFailure(host, chosen.json, async () => {
			const found = await withMill(client, async ({ url, shown }) => {
				const told = await client.describe(url);
				return { ...told, url: shown(told.url), content: shown(told.content) };
			});
			host.stdout.write(chosen.json ? jsonLine(found) : await shown(found.content, host));
		});
	},
};

/** Rendered where a person reads it. Elsewhere it stays Markdown. */
async function shown(markdown: string, { stdout, env }: Host): Promise<string> {
	if (!stdout.isTTY && !wantsColours(stdout, env)) return `${printable(markdown).trimEnd()}\n`;
	const { renderMarkdown } = await import("../markdown/render-markdown.js");
	return renderMarkdown(markdown, { paint: paintFor(stdout, env), columns: stdout.columns });
}
