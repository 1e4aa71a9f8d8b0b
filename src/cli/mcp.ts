import { MiB } from "../core/limits.js";
import { freshId } from "../http/fresh-id.js";
import { makeService } from "../http/make-service.js";
import { messageLimit } from "../http/serve-mcp.js";
import { VERSION } from "../http/version.js";
import { clientToolbox } from "../mcp/client-toolbox.js";
import { millToolbox } from "../mcp/mill-toolbox.js";
import { serveStreams } from "../mcp/stdio-door.js";
import type { Toolbox } from "../mcp/toolbox.js";
import { claimStdout } from "./claim-stdout.js";
import { asCommandError } from "./client-failure.js";
import { CLIENT_FLAGS, clientFor } from "./client-flags.js";
import type { Command } from "./command.js";
import { UsageError } from "./command-error.js";
import { type Chosen, describeFlags, type Flags, readFlags } from "./flags.js";
import { builtInMills, millFile } from "./mill-files.js";
import { isTestFile } from "./own-tests.js";
import { SETTINGS } from "./settings-table.js";

const { mills, translator, workers, inline, title } = SETTINGS;
const FLAGS = {
	mills: { ...mills, help: "Offer only these of the built-in mills." },
	"only-files": { ...SETTINGS["only-files"], help: "Offer none of the built-in mills." },
	translator,
	title,
	workers,
	inline,
	deadline: { ...SETTINGS.deadline, help: "No call runs longer; with --url, for all attempts together." },
	"worker-memory": SETTINGS["worker-memory"],
	"max-waiting": SETTINGS["max-waiting"],
	url: { kind: "text", value: "URL", help: "Offer the mills of this server instead of starting any." },
	header: {
		...CLIENT_FLAGS.header,
		help: "With --url: send a field such as Authorization; may be repeated.",
	},
	retries: { ...CLIENT_FLAGS.retries, help: "With --url: ask so often again after 429, 503 or no answer." },
} as const satisfies Flags;

/** What may come from a server whose schemas name no bounds. */
const REMOTE_LIMIT = 64 * MiB;

/** `gristmill mcp`: the mills as tools of the Model Context Protocol, on standard input and output. */
export const MCP: Command = {
	flags: FLAGS,
	help: () => `gristmill mcp [FILES…]: offer mills as tools to agents, over standard input and output

An MCP client starts this command and speaks to it; logs go to standard error. A server of mills offers the same tools
under /mcp, without this command.

${describeFlags(FLAGS)}

Each flag is also an environment variable: --only-files is GRISTMILL_ONLY_FILES. The flag wins.

Examples
  gristmill mcp                                     the built-in mills
  gristmill mcp ./my-mill.ts --only-files           one of your own
  gristmill mcp --url https://api.example.org/v1    the mills of any server

As an entry of a client's configuration
  { "mcpServers": { "gristmill": { "command": "npx", "args": ["gristmill", "mcp"] } } }

Exit codes: 0 when the input ends, 1 if the mills cannot be loaded, 2 if it was called wrongly, 3 no answer came.
`,
	async run(words) {
		const { chosen, rest } = readFlags(FLAGS, words, process.env);
		// A mill that prints would break the protocol: only the door writes to the standard output.
		const output = claimStdout();
		const { toolbox, maxBytes, close } = chosen.url
			? await remote(chosen, chosen.url, rest)
			: await local(chosen, rest);
		for (const signal of ["SIGINT", "SIGTERM"] as const)
			process.once(signal, () => {
				close();
				process.exit(0);
			});
		await serveStreams(toolbox, { input: process.stdin, output, maxBytes, freshId });
		close();
	},
};

interface Offer {
	readonly toolbox: Toolbox;
	readonly maxBytes: number;
	close(): void;
}

async function local(chosen: Chosen<typeof FLAGS>, files: readonly string[]): Promise<Offer> {
	const builtIn = chosen["only-files"] ? [] : await builtInMills(chosen.mills, chosen.translator);
	const named = await Promise.all(files.filter((file) => !isTestFile(file)).map(millFile));
	const sources = [...builtIn, ...named];
	if (sources.length === 0)
		throw new UsageError("Name at least one mill file: --only-files leaves the others out.");
	const service = await makeService(sources, {
		title: chosen.title,
		workers: chosen.workers,
		inline: chosen.inline,
		deadline: chosen.deadline,
		workerMemory: chosen["worker-memory"],
		maxWaiting: chosen["max-waiting"],
	}).catch((error: unknown) => {
		throw error instanceof RangeError ? new UsageError(error.message) : error;
	});
	return {
		toolbox: millToolbox(service),
		maxBytes: messageLimit(service),
		close: () => service.runner.close(),
	};
}

async function remote(chosen: Chosen<typeof FLAGS>, url: string, files: readonly string[]): Promise<Offer> {
	if (files.length > 0) throw new UsageError(`Leave out the files, or --url: "${files[0]}".`);
	const client = clientFor(chosen);
	const toolbox = await clientToolbox(client, url, VERSION).catch((error: unknown) => {
		throw asCommandError(error);
	});
	return { toolbox, maxBytes: REMOTE_LIMIT, close: () => {} };
}
