import { MiB } from "../core/limits.js";
import { createServer, type Server } from "../http/server.js";
import type { Settings } from "../http/settings.js";
import { describeCrash } from "../runtime/describe-crash.js";
import type { MillModule } from "../runtime/import-mill.js";
import { Crash } from "../runtime/perform.js";
import { claimStdout } from "./claim-stdout.js";
import { UsageError, WorkError } from "./command-error.js";
import { type Configuration, readConfiguration } from "./config.js";
import { greeting } from "./greeting.js";
import { outliveGuests } from "./guests.js";
import { builtInMills, millFile } from "./mill-files.js";
import { isTestFile } from "./own-tests.js";
import { printedConfig, printedSources } from "./print-config.js";
import { exposure, protection } from "./protection.js";
import { serveLog } from "./serve-log.js";
import type { Chosen } from "./settings-table.js";
import { byVersion, versionOf } from "./versions.js";
import { watch } from "./watch.js";

/** `gristmill serve`: runs until a signal ends it. */
export async function serve(words: readonly string[]): Promise<void> {
	const configuration = await readConfiguration(words, process.env);
	const { settings } = configuration;
	for (const warning of configuration.warnings) process.stderr.write(`gristmill: ${warning}\n`);
	// Node would listen everywhere, and what a script meant with --host "$HOST" is seldom that.
	if (settings.host === "")
		throw new UsageError("Name an address with --host, or leave it out: it is empty.");
	const fileWords = configuration.files.filter((word) => !isTestFile(versionOf(word).file));
	const chosen = { ...serverSettings(configuration), ...protection(settings, process.env) };
	if (settings["print-config"] !== undefined) {
		const print = settings["print-config"] === "sources" ? printedSources : printedConfig;
		process.stdout.write(print(configuration));
		return;
	}
	if (settings.watch) {
		const files = fileWords.map((word) => versionOf(word).file);
		return watch(words, files, configuration.watched);
	}

	outliveReaders();
	// The first address that is printed is the server's, whatever a mill file prints.
	const output = claimStdout();
	const builtIn = settings["only-files"] ? [] : await builtInMills(settings.mills, settings.translator);
	const { "": own = [], ...versions } = await modulesByVersion(fileWords);
	if (builtIn.length + fileWords.length === 0)
		throw new UsageError("Name at least one mill file: --only-files leaves the others out.");
	const { log, accessLog, close, writeNow } = serveLog(settings);
	process.once("exit", writeNow);
	const whole = { ...chosen, versions, log, accessLog };
	const server = await createServer([...builtIn, ...own], whole).catch((error: unknown) => {
		throw error instanceof RangeError ? new UsageError(error.message) : error;
	});
	const address = await server
		.listen(settings.port, settings.host)
		.catch(async (error: NodeJS.ErrnoException) => {
			await server.close();
			throw new WorkError(describeListenError(error, settings));
		});
	outliveGuests((error, file) => {
		// As of a call: its message may quote what no log should hold.
		const cause = describeCrash(new Crash("outside of a call", { cause: error }));
		log("error", "a mill file failed outside of a call", { file, error: cause });
	});
	endOnSignal(server, close);
	reloadOnSignal(server, settings);
	// What is printed can be pasted: not before the mills are ready.
	const { unready } = await server.examined();
	const mills = server.mills.map(({ mill }) => mill);
	const callAddress = settings["public-url"] ?? address;
	const versioned = [...server.versions].map(([label, list]) => ({
		label,
		mills: list.map(({ mill }) => mill),
	}));
	const demandsCredentials = (mill: string) => chosen.auth !== undefined && !settings.open?.includes(mill);
	output.write(greeting(address, callAddress, mills, { versions: versioned, demandsCredentials }));
	const warning = exposure(server.http.address(), settings, chosen);
	if (warning) process.stderr.write(`gristmill: ${warning}\n`);
	if (unready.length > 0)
		process.stderr.write(`gristmill: not ready, see the log above: ${unready.join(", ")}\n`);
	if (chosen.inspect)
		process.stderr.write(
			"gristmill: --inspect is on: one worker, no deadline, no permission limits. Not for production.\n",
		);
}

/** A server goes on where nobody reads what it prints, or the disk is full; other commands end there. */
function outliveReaders(): void {
	for (const stream of [process.stdout, process.stderr])
		stream.removeAllListeners("error").on("error", () => {});
}

/** The modules of the mill files by version, those without one under "". */
async function modulesByVersion(words: readonly string[]): Promise<Record<string, MillModule[]>> {
	const rows = [...byVersion(words)].map(
		async ([label, files]) => [label, await Promise.all(files.map(millFile))] as const,
	);
	return Object.fromEntries(await Promise.all(rows));
}

function endOnSignal(server: Server, closeLog: () => Promise<void>): void {
	let ending = false;
	const end = () => {
		// A second signal means: now.
		if (ending) process.exit(1);
		ending = true;
		server
			.close()
			.then(closeLog)
			.then(() => process.exit(0));
	};
	process.on("SIGTERM", end);
	process.on("SIGINT", end);
}

/** SIGHUP reads the files again, where there are any; it ends the program otherwise, as everywhere. */
function reloadOnSignal(server: Server, settings: Chosen): void {
	const { "token-file": tokens, "tls-cert": certificate, jwks } = settings;
	if (tokens ?? certificate ?? jwks) process.on("SIGHUP", () => server.reload());
}

/** The flags in the words of the library. */
function serverSettings({ settings, mills }: Configuration): Settings {
	return {
		base: settings.base,
		publicUrl: settings["public-url"],
		cors: settings.cors,
		hide: settings.hide,
		links: settings.links,
		title: settings.title,
		workers: settings.workers,
		inline: settings.inline,
		deadline: settings.deadline,
		workerMemory: settings["worker-memory"],
		maxWaiting: settings["max-waiting"],
		maxBody: settings["max-body"],
		mills,
		rate: settings.rate,
		burst: settings.burst,
		rateFields: settings["rate-fields"],
		trustProxy: settings["trust-proxy"],
		maxConnections: settings["max-connections"],
		maxIntake: settings["max-intake"] === undefined ? undefined : settings["max-intake"] * MiB,
		drain: settings.drain,
		metricsPort: settings["metrics-port"],
		otlp: settings.otlp,
		serverTiming: settings["server-timing"],
		inspect: settings.inspect,
	};
}

function describeListenError(error: NodeJS.ErrnoException & { port?: number }, settings: Chosen): string {
	const { host } = settings;
	const [flag, port] =
		error.port !== undefined && error.port === settings["metrics-port"]
			? ["--metrics-port", error.port]
			: ["--port", settings.port];
	if (error.code === "EADDRINUSE") return `Choose another port with ${flag}: ${port} is in use.`;
	if (error.code === "EACCES") return `Choose a port above 1023 with ${flag}: ${port} needs more rights.`;
	if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
		return `Choose an address of this machine with --host: ${host} is none.`;
	return `The server cannot listen: ${error.message}`;
}
