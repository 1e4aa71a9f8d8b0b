import type { Schema } from "../../client/index.js";
import { isObject } from "../../core/schema/is-object.js";
import type { SettingTable } from "../../settings/setting.js";
import type { Command } from "../command.js";
import { WorkError } from "../command-error.js";
import { CLIENT_FLAGS, clientFor, EXIT_CODES, oneUrl } from "../flags/client-flags.js";
import { describeFlags, readFlags } from "../flags/flags.js";
import { jsonLine, paintFor, paintJson } from "../terminal.js";
import { reportingFailure } from "./client-failure.js";

const FLAGS = {
	resultTypes: {
		kind: "switch",
		help: "Print only the media types of results, one on each line: the values for --accept.",
		fallback: false,
	},
	...CLIENT_FLAGS,
} as const satisfies SettingTable;

/** `gristmill schema`: prints the JSON Schema of a mill. */
export const SCHEMA: Command = {
	flags: FLAGS,
	help: () => `gristmill schema URL: print the JSON Schema of a mill

Tries Accept: application/schema+json, the links in the responses of the mill, and $schema below its URL, and uses the
first that the server offers.

${describeFlags(FLAGS)}

Examples
  gristmill schema http://127.0.0.1:8080/word-counter
  gristmill schema http://127.0.0.1:8080/word-counter --json > schema.json
  gristmill schema http://127.0.0.1:8080/thumbnailer --result-types

${EXIT_CODES}`,
	async run(words) {
		const { chosen, rest } = readFlags(FLAGS, words);
		const url = oneUrl(rest, "schema");
		const client = clientFor(chosen);
		await reportingFailure(chosen.json, async () => {
			const { content } = await client.schema(url);
			if (chosen.resultTypes) {
				const types = resultTypes(content);
				process.stdout.write(chosen.json ? jsonLine(types) : `${types.join("\n")}\n`);
				return;
			}
			const painted = () => `${paintJson(JSON.stringify(content), paintFor(process.stdout))}\n`;
			process.stdout.write(chosen.json ? jsonLine(content) : painted());
		});
	},
};

/** The media types of results that a schema document lists for its mill. */
function resultTypes(schema: Schema): string[] {
	const member = (value: unknown, name: string) => (isObject(value) ? value[name] : undefined);
	const path = ["$defs", "operation", "const", "responses", "200"];
	const results = path.reduce<unknown>(member, schema);
	if (!isObject(results))
		throw new WorkError("Read the description of the mill: its schema lists no media types.");
	// Completion scripts pass these words to a shell. Other characters would be allowed in a media type, but not there.
	return Object.keys(results).filter((type) => /^[\w.+-]+\/[\w.+-]+$/.test(type));
}
