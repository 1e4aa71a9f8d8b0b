import { telling } from "./client-failure.js";
import { CLIENT_FLAGS, clientFor, EXIT_CODES, oneUrl } from "./client-flags.js";
import type { Command } from "./command.js";
import { describeFlags, readFlags } from "./flags.js";
import { jsonLine, paintFor, paintJson } from "./terminal.js";

/** `gristmill schema`: the JSON Schema of any mill. */
export const SCHEMA: Command = {
	flags: CLIENT_FLAGS,
	help: () => `gristmill schema URL: print the schema of any mill

The schema is asked for by Accept: application/schema+json, by the links of the mill's answers, and as $schema below
its address: whichever of these its server offers.

${describeFlags(CLIENT_FLAGS)}

Examples
  gristmill schema http://127.0.0.1:8080/word-counter
  gristmill schema http://127.0.0.1:8080/word-counter --json > schema.json

${EXIT_CODES}`,
	async run(words) {
		const { chosen, rest } = readFlags(CLIENT_FLAGS, words);
		const url = oneUrl(rest, "schema");
		const client = clientFor(chosen);
		await telling(chosen.json, async () => {
			const { content } = await client.schema(url);
			const painted = () => `${paintJson(JSON.stringify(content), paintFor(process.stdout))}\n`;
			process.stdout.write(chosen.json ? jsonLine(content) : painted());
		});
	},
};
