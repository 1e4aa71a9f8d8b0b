import type { SettingTable } from "../../settings/setting.js";
import type { Command } from "../command-line/command.js";
import { describeFlags, readFlags } from "../command-line/flags.js";
import { jsonLine, PLAIN, paintFor, paintJson, wordLines } from "../command-line/terminal.js";
import { reportingFailure } from "./client-failure.js";
import { CLIENT_FLAGS, clientFor, EXIT_CODES, LOCAL_FLAGS, oneMill } from "./client-flags.js";
import { MILL_HELP } from "./mill-address.js";
import { readMill } from "./read-mill.js";
import { parameterWords, resultTypes } from "./schema-words.js";

const FLAGS = {
	resultTypes: {
		kind: "switch",
		help: "Print only the media types of results, one on each line: the values for --accept.",
		fallback: false,
	},
	parameters: {
		kind: "switch",
		help: "Print only the parameters, one on each line: the values for --param. A choice has its values.",
		fallback: false,
	},
	...CLIENT_FLAGS,
	...LOCAL_FLAGS,
} as const satisfies SettingTable;

/** `gristmill schema`: prints the JSON Schema of a mill. */
export const SCHEMA: Command = {
	flags: FLAGS,
	help: () => `gristmill schema MILL: print the JSON Schema of a mill

${MILL_HELP}

Tries Accept: application/schema+json, the links in the responses of the mill, and $schema below its URL, and uses the
first that the server offers.

${describeFlags(FLAGS)}

Examples
  gristmill schema word-counter
  gristmill schema ./word-counter.ts
  gristmill schema http://127.0.0.1:8080/word-counter --json > schema.json
  gristmill schema thumbnailer --result-types
  gristmill schema tokeniser --parameters

${EXIT_CODES}`,
	async run(words, host) {
		const { chosen, rest } = readFlags(FLAGS, words);
		const withMill = readMill(oneMill(rest, "schema"), { ...chosen, workers: 1 }, host);
		const client = clientFor(chosen, host.env);
		return reportingFailure(host, chosen.json, async () => {
			const { content } = await withMill(client, ({ url }) => client.schema(url));
			const words = chosen.resultTypes
				? resultTypes(content)
				: chosen.parameters
					? parameterWords(content)
					: undefined;
			if (words) return void host.stdout.write(wordLines(words, chosen.json));
			// A schema in a file is data. Not even FORCE_COLOR puts colours into it.
			const paint = host.stdout.isTTY ? paintFor(host.stdout, host.env) : PLAIN;
			const painted = () => `${paintJson(JSON.stringify(content), paint)}\n`;
			host.stdout.write(chosen.json ? jsonLine(content) : painted());
		});
	},
};
