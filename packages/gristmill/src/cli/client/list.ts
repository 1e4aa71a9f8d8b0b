import { ConnectionError, type MillEntry } from "../../client/index.js";
import { isMillPath } from "../../mill-files/mill-path.js";
import type { SettingTable } from "../../settings/setting.js";
import type { Command } from "../command-line/command.js";
import { UsageError } from "../command-line/command-error.js";
import { describeFlags, readFlags } from "../command-line/flags.js";
import { jsonLine, type Paint, paintFor, printableLine, wordLines } from "../command-line/terminal.js";
import { reportingFailure } from "./client-failure.js";
import { CLIENT_FLAGS, clientFor, EXIT_CODES, LOCAL_FLAGS } from "./client-flags.js";
import { isMillName, namedServer, noServer, serverUrl } from "./mill-address.js";
import { working } from "./read-mill.js";

const FLAGS = {
	names: { kind: "switch", help: "Print only the names, one on each line.", fallback: false },
	installed: {
		kind: "switch",
		help: "Print the names of the installed mills instead: those that serve and mcp offer without files.",
		fallback: false,
	},
	...CLIENT_FLAGS,
	python: LOCAL_FLAGS.python,
	set: LOCAL_FLAGS.set,
} as const satisfies SettingTable;

/** `gristmill list`: lists the mills of a server. */
export const LIST: Command = {
	flags: FLAGS,
	help: () => `gristmill list [URL | FILES…]: list the mills of a server or of mill files

Looks for the list at $list below the URL, in links at the URL, and in the API catalogue of the host. Without a URL, the
server is that of GRISTMILL_URL, by default ${namedServer({})}. Mill files are listed with the addresses that
gristmill serve gives them by default.

${describeFlags(FLAGS)}

Examples
  gristmill list
  gristmill list --names
  gristmill list --installed
  gristmill list http://127.0.0.1:8080
  gristmill list ./tokeniser.ts ./word-counter.ts
  gristmill list https://api.example.org/v1 --json
  GRISTMILL_TOKEN=… gristmill list https://api.example.org/v1

${EXIT_CODES}`,
	async run(words, host) {
		const { chosen, rest } = readFlags(FLAGS, words);
		const [url, second] = rest;
		const areFiles = rest.some(isMillPath);
		if (second !== undefined && !areFiles)
			throw new UsageError(`"${second}" is a second URL. Give only one.`);
		const stray = areFiles ? rest.find((word) => !isMillPath(word)) : undefined;
		if (stray !== undefined)
			throw new UsageError(`"${stray}" is not a mill file. Give mill files alone, or one URL.`);
		if (chosen.installed) {
			if (url !== undefined)
				throw new UsageError(`Both --installed and "${url}" were given. Leave out one of them.`);
			const { INSTALLED_MILLS } = await import("../../mill-files/named-mills.js");
			host.stdout.write(wordLines(Object.keys(INSTALLED_MILLS), chosen.json));
			return 0;
		}
		const server = url === undefined || areFiles ? namedServer(host.env) : serverUrl(url);
		const client = clientFor(chosen, host.env);
		const find = (): Promise<MillEntry[]> =>
			areFiles
				? working(rest, { ...chosen, workers: 1 }, host, async ({ base, shown }) => {
						const entries = await client.list(base);
						return entries.map((entry) => ({ ...entry, url: shown(entry.url) }));
					})
				: client.list(server);
		return reportingFailure(host, chosen.json, async () => {
			const mills = await find().catch((error: unknown) => {
				throw url === undefined && error instanceof ConnectionError ? noServer(error, server as URL) : error;
			});
			const text = chosen.names
				? wordLines(namesOf(mills), chosen.json)
				: chosen.json
					? jsonLine(mills)
					: shown(mills, paintFor(host.stdout, host.env));
			host.stdout.write(text);
		});
	},
};

/** Names for shells, which completion scripts read. Other servers may have other names. */
function namesOf(mills: readonly MillEntry[]): string[] {
	return [...new Set(mills.map(({ name }) => name).filter(isMillName))];
}

function shown(mills: readonly MillEntry[], paint: Paint): string {
	if (mills.length === 0) return "The list is empty.\n";
	const lines = mills.flatMap(({ name, summary = "", method = "", url, accepts = [] }) => [
		`${paint.bold(printableLine(name))}${summary === "" ? "" : `: ${printableLine(summary)}`}`,
		`  ${paint.dim(printableLine([method, url, accepts.join(", ")].filter((part) => part !== "").join("  ")))}`,
	]);
	return `${lines.join("\n")}\n`;
}
