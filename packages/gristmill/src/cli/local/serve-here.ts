import { type MillError, ProblemError } from "../../client/index.js";
import { variablePart } from "../../core/definition/settings.js";
import { makeServer, type Server } from "../../http/server.js";
import type { MillModule } from "../../runtime/loading/import-mill.js";
import { DEFAULTS } from "../../settings/table.js";
import { refuseFile, refuseSettings, WorkError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";
import { complain } from "../command-line/terminal.js";
import {
	millsByName,
	settle,
	valuesOfEnvironment,
	valuesOfFlags,
	withValues,
} from "../config/mill-values.js";
import { MillFileImports } from "../mills/mill-file-imports.js";
import { millFile, moduleAt } from "../mills/mill-files.js";

/** How the mills are run. */
export interface LocalChoice {
	readonly workers?: number | undefined;
	readonly python?: string | undefined;
	readonly set?: readonly string[] | undefined;
	/** The file of the key that signs receipts. */
	readonly sign?: string | undefined;
}

/** Mills that this process serves to one of its own commands. */
export interface ServedHere {
	/** The address of the server, without a slash at its end. */
	readonly base: string;
	/** The URL of the first mill. */
	readonly mill: string;
	/** Waits until the examples have run. Throws if a mill cannot be called. */
	ready(): Promise<void>;
	/** A text with the address that gristmill serve has by default. That of this server means nothing when the command has ended. */
	shown(text: string): string;
	/** A text with paths for addresses of this server. */
	withoutBase(text: string): string;
	/** The media type of an input that the first mill takes while it comes; undefined if it wants the whole. */
	longType(wanted: string | undefined): string | undefined;
	/** What people are told of a failure. Nobody else has the log of this server, so it says why a mill has failed. */
	told(error: MillError): string;
	close(): Promise<void>;
}

/** The address that `gristmill serve` has by default. */
const USUAL = `http://${DEFAULTS.host}:${DEFAULTS.port}`;

/** Serves mill files and modules of installed mills on a free loopback port, so that a command calls them like any other mill. */
export async function serveHere(
	sources: readonly (string | URL)[],
	{ workers, python, set = [], sign }: LocalChoice,
	host: Host,
): Promise<ServedHere> {
	const imports = new MillFileImports(host);
	const output = moveOutput();
	const reasons = new Map<string, string>();
	let crash = "";
	let server: Server | undefined;
	const close = async () => {
		// The only caller is this process, which has its answers.
		server?.http.closeAllConnections();
		await server?.close();
		output.restore();
	};
	try {
		const modules: MillModule[] = [];
		for (const one of sources)
			modules.push(
				typeof one === "string" ? await millFile(one, imports, python) : await moduleAt(one, imports, python),
			);
		const mills = withValues({}, await settingsOf(modules, set, host));
		server = await makeServer(modules, {
			// Nobody but the user of the command has sent the inputs.
			showMessages: true,
			// One process loads the models, and not this one too.
			inline: "never",
			...(workers !== undefined && { workers }),
			...(sign !== undefined && { sign: pathOn(host, sign) }),
			mills,
			log: (level, message, { mill, reason, error } = {}) => {
				if (message === "a call failed") crash = String(error);
				else if (level === "error" && !reasons.has(String(mill)))
					reasons.set(String(mill), String(reason ?? error));
			},
		}).catch(refuseSettings);
		const base = await server.listen(0);
		output.imported();
		imports.survive((error, file) => complain(host, `${file} failed outside of a call: ${error}`, "warning"));
		const { mills: served, examined } = server;
		const withoutBase = (text: string) => text.replaceAll(base, "");
		return {
			base,
			mill: `${base}/${served[0]?.path}`,
			ready: async () => {
				const [name] = (await examined()).unready;
				if (name === undefined) return;
				const [why = ""] = (reasons.get(name) ?? "its examples fail").split("\n");
				const load = /^the mill cannot be loaded: /;
				const what = load.test(why) ? "cannot be loaded" : "is not ready";
				throw new WorkError(
					`The mill "${name}" ${what}: ${why.replace(load, "").replace(/\.$/, "")}.`,
					"mill",
				);
			},
			shown: (text) => text.replaceAll(base, USUAL),
			withoutBase,
			longType: (wanted) => {
				const { input = {} } = served[0] ?? {};
				const [type = "", ...others] = wanted === undefined ? Object.keys(input) : [wanted];
				return others.length === 0 && Object.hasOwn(input, type) && input[type]?.stream ? type : undefined;
			},
			told: (error) =>
				error instanceof ProblemError && error.problem.code === "crashed" && crash !== ""
					? `The mill failed: ${crash.replace(" ← ", ": ")}`
					: withoutBase(error.message),
			close,
		};
	} catch (error) {
		imports.giveUp();
		await close();
		refuseFile(error);
	}
}

/** The settings of these mills. The environment may have some of others, too. */
async function settingsOf(modules: readonly MillModule[], set: readonly string[], host: Host) {
	const environment = valuesOfEnvironment(host);
	if (environment.length + set.length === 0) return new Map();
	const mills = await millsByName(modules);
	const names = new Set([...mills.keys()].map(variablePart));
	const own = environment.filter(({ mill }) => names.has(mill));
	return settle([...own, ...valuesOfFlags(set, "--set", host)], mills).values;
}

/** Standard output is for the results of the command. What a mill file prints while it is imported goes to standard error. */
function moveOutput() {
	const { log, info, debug, error } = console;
	const { stdout, stderr } = process;
	const { write } = stdout;
	Object.assign(console, { log: error, info: error, debug: error });
	stdout.write = stderr.write.bind(stderr) as typeof write;
	return {
		/** The command writes its results. */
		imported: () => {
			stdout.write = write;
		},
		restore: () => {
			stdout.write = write;
			Object.assign(console, { log, info, debug });
		},
	};
}
