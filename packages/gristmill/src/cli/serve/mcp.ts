import { MiB } from "../../core/definition/limits.js";
import { makeHost } from "../../http/service/make-host.js";
import { VERSION } from "../../http/service/package-version.js";
import { freshId } from "../../http/wire/envelope.js";
import { clientToolSet } from "../../mcp/client-tool-set.js";
import { messageBounds } from "../../mcp/message-bounds.js";
import { millToolSets } from "../../mcp/mill-tool-set.js";
import { catalogOf, performer } from "../../mcp/perform-tool.js";
import { serveStreams } from "../../mcp/stdio/serve-streams.js";
import type { ToolSet } from "../../mcp/tool-set.js";
import type { SettingTable, Values } from "../../settings/setting.js";
import { SETTINGS } from "../../settings/table.js";
import { asCommandError } from "../client/client-failure.js";
import { CLIENT_FLAGS, clientFor } from "../client/client-flags.js";
import type { Command } from "../command-line/command.js";
import { refuseSettings, UsageError } from "../command-line/command-error.js";
import { describeFlags, readFlags, readWords } from "../command-line/flags.js";
import type { Host } from "../command-line/host.js";
import { complain, printableLine } from "../command-line/terminal.js";
import {
	millsByName,
	settle,
	valuesOfEnvironment,
	valuesOfFlags,
	withValues,
} from "../config/mill-values.js";
import { MillFileImports } from "../mills/mill-file-imports.js";
import { millFile, namedMills } from "../mills/mill-files.js";
import { isTestFile } from "../mills/own-tests.js";
import { claimStdout } from "./claim-stdout.js";

const { mills, python, translator, workers, inline, title } = SETTINGS;
const FLAGS = {
	mills: { ...mills, help: "Mills to offer by name, in addition to the files." },
	python,
	translator,
	title,
	workers,
	inline,
	set: SETTINGS.set,
	deadline: {
		...SETTINGS.deadline,
		help: "Maximum run time of a call in milliseconds; with --url, the time limit for all attempts together.",
	},
	workerMemory: SETTINGS.workerMemory,
	maxWaiting: SETTINGS.maxWaiting,
	url: {
		kind: "text",
		value: "URL",
		help: "Offer the mills of this server instead of local ones. Files and --mills win over GRISTMILL_URL.",
	},
	header: {
		...CLIENT_FLAGS.header,
		help: "With --url: send a header field such as Authorization; may be repeated.",
	},
	retries: { ...CLIENT_FLAGS.retries, help: "With --url: retries after 429, 502, 503 or no response." },
} as const satisfies SettingTable;

/** The size limit of results from servers whose schemas have no limits. */
const REMOTE_LIMIT = 64 * MiB;

/** `gristmill mcp`: the mills as tools of the Model Context Protocol, on standard input and output. */
export const MCP: Command = {
	flags: FLAGS,
	help: () => `gristmill mcp [FILES…]: offer mills as tools to agents, over standard input and output

An MCP client starts this command and talks to it over standard input and output; logs go to standard error. Without
files it offers the installed mills, with files only these. gristmill serve offers the same tools over HTTP at /mcp.

${describeFlags(FLAGS)}

Each flag is also an environment variable: --max-waiting is GRISTMILL_MAX_WAITING. A flag wins over its variable.

Examples
  gristmill mcp                                     the installed mills
  gristmill mcp ./my-mill.ts                        one mill of your own
  gristmill mcp --url https://api.example.org/v1    the mills of another server

Configuration of an MCP client
  { "mcpServers": { "gristmill": { "command": "npx", "args": ["gristmill", "mcp"] } } }

Exit codes: 0 the input ended, 1 the mills cannot be loaded, 2 wrong usage, 3 no response from the server.
`,
	async run(words, host) {
		const { chosen, rest } = readFlags(FLAGS, words, host.env);
		// Output of a mill would break the protocol: only protocol messages go to standard output.
		const output = claimStdout(host);
		const url = serverOf(chosen.url, words, rest);
		const tools = url ? await remote(chosen, url, rest, host) : await local(chosen, rest, host);
		const { toolSet, maxBytes, close } = tools;
		for (const signal of ["SIGINT", "SIGTERM"] as const)
			host.events.once(signal, () => {
				close();
				host.exit(0);
			});
		await serveStreams(toolSet, { input: host.stdin, output, maxBytes, freshId });
		await close();
		await new Promise<void>((resolve) => output.end(resolve));
		return 0;
	},
};

/**
 * The server to offer the mills of. GRISTMILL_URL is also the server of other commands, so words on the command line that ask
 * for local mills win over it.
 */
function serverOf(
	url: string | undefined,
	words: readonly string[],
	files: readonly string[],
): string | undefined {
	const { given } = readWords(FLAGS, words);
	const wantsLocal = files.length > 0 || given.has("mills");
	return given.has("url") || !wantsLocal ? url : undefined;
}

interface OfferedTools {
	readonly toolSet: ToolSet;
	readonly maxBytes: number;
	close(): Promise<void>;
}

async function local(
	chosen: Values<typeof FLAGS>,
	files: readonly string[],
	host: Host,
): Promise<OfferedTools> {
	const millFiles = files.filter((file) => !isTestFile(file));
	const { mills: names, translator: engine, python } = chosen;
	const imports = new MillFileImports(host);
	const named = await namedMills(names, { engine, hasFiles: millFiles.length > 0 }, imports, python);
	const sources = [
		...named,
		...(await Promise.all(millFiles.map((file) => millFile(file, imports, python)))),
	];
	const given = [...valuesOfEnvironment(host), ...valuesOfFlags(chosen.set ?? [], "--set", host)];
	const { values } = settle(given, await millsByName(sources));
	const settings = { ...chosen, mills: withValues({}, values) };
	const served = await makeHost(sources, settings).catch(refuseSettings);
	const catalog = catalogOf(served.main);
	return {
		toolSet: millToolSets(catalog)(performer(served.main)),
		maxBytes: messageBounds(catalog.tools).bytes,
		close: async () => {
			await served.close();
		},
	};
}

async function remote(
	chosen: Values<typeof FLAGS>,
	url: string,
	files: readonly string[],
	host: Host,
): Promise<OfferedTools> {
	if (files.length > 0)
		throw new UsageError(`Both --url and the file "${files[0]}" were given. Leave out one of them.`);
	const client = clientFor(chosen, host.env);
	const leftOut = (name: string, error: unknown) => {
		const why = error instanceof Error ? error.message : String(error);
		complain(
			host,
			printableLine(`The mill ${name} is left out: its schema cannot be used. ${why}`),
			"warning",
		);
	};
	const toolSet = await clientToolSet(client, url, VERSION, leftOut).catch((error: unknown) => {
		throw asCommandError(error);
	});
	return { toolSet, maxBytes: REMOTE_LIMIT, close: async () => {} };
}
