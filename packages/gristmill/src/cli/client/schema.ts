import type { Command } from "../command.js";
import { CLIENT_FLAGS, clientFor, EXIT_CODES, oneUrl } from "../flags/client-flags.js";
import { describeFlags, readFlags } from "../flags/flags.js";
import { jsonLine, paintFor, paintJson } from "../terminal.js";
import { reportingFailure } from "./client-failure.js";

/** `gristmill schema`: prints the JSON Schema of a mill. */
export const SCHEMA: Command = {
	flags: CLIENT_FLAGS,
	help: () => `gristmill schema URL: print the JSON Schema of a mill

Tries Accept: application/schema+json, the links in the responses of the mill, and $schema below its URL, and uses the
first that the server offers.

${describeFlags(CLIENT_FLAGS)}

Examples
  gristmill schema http://127.0.0.1:8080/word-counter
  gristmill schema http://127.0.0.1:8080/word-counter --json > schema.json

${EXIT_CODES}`,
	async run(words) {
		const { chosen, rest } = readFlags(CLIENT_FLAGS, words);
		const url = oneUrl(rest, "schema");
		const client = clientFor(chosen);
		await reportingFailure(chosen.json, async () => {
			const { content } = await client.schema(url);
			const painted = () => `${paintJson(JSON.stringify(content), paintFor(process.stdout))}\n`;
			process.stdout.write(chosen.json ? jsonLine(content) : painted());
		});
	},
};
