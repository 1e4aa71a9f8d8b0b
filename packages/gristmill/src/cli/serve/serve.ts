import type { Writable } from "node:stream";
import { checkServer, makeServer, type Server } from "../../http/server.js";
import { Crash } from "../../runtime/failures.js";
import { describeCrash } from "../../runtime/loading/describe-crash.js";
import { SETTINGS, type ServeValues } from "../../settings/table.js";
import type { Command } from "../command-line/command.js";
import { refuseSettings, UsageError, WorkError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";
import { complain } from "../command-line/terminal.js";
import { authAndTls, exposureWarning, removeSecrets } from "../config/auth.js";
import { printedConfig, printedSources } from "../config/print-config.js";
import { type Configuration, readConfiguration } from "../config/read-settings.js";
import { MillFileImports } from "../mills/mill-file-imports.js";
import { claimStdout, ignoreOutputErrors } from "./claim-stdout.js";
import { addressLine, greeting } from "./greeting.js";
import { serveHelp } from "./help.js";
import type { Member } from "./member.js";
import { type Plan, planOf, type SettingsInUse } from "./plan.js";
import { serveLog } from "./serve-log.js";
import { serveTogether } from "./serve-together.js";
import { endOnSignal, reloadOnSignal } from "./signals.js";

/** `gristmill serve`: runs until a signal ends it. */
export const SERVE: Command = { flags: SETTINGS, help: serveHelp, run: (words, host) => serve(words, host) };

/** Serves, alone or as one of several processes. */
export async function serve(
	words: readonly string[],
	host: Host,
	member?: Member,
): Promise<number | undefined> {
	const configuration = await readConfiguration(words, host);
	const { settings } = configuration;
	if (!member) for (const warning of configuration.warnings) complain(host, warning, "warning");
	// Node would listen on every address. A script with --host "$HOST" and an empty variable does not want that.
	if (settings.host === "") throw new UsageError("--host is empty. Give it an address, or leave it out.");
	if (
		settings.metricsPort !== undefined &&
		settings.metricsPort !== 0 &&
		settings.metricsPort === settings.port
	)
		throw new UsageError(
			`Mills and metrics have the same port, ${settings.port}. Choose another with --metrics-port, or leave it out: the metrics are then at /metrics.`,
		);
	const access = authAndTls(settings, host);
	const isPrinted = settings.printConfig !== undefined;
	if ((settings.processes ?? 1) > 1 && !member && !isPrinted) return serveTogether(words, settings, host);

	removeSecrets(host.env);
	ignoreOutputErrors(host);
	// Nothing that a mill file prints may precede the address of the server.
	const output = claimStdout(host);
	const imports = new MillFileImports(host);
	const development = member?.development;
	const { log, accessLog, isJson, close } = development
		? { log: development.log, accessLog: "all" as const, isJson: false, close: () => {} }
		: serveLog(settings, host);
	const { sign } = settings;
	const own = { ...access, ...(sign !== undefined && { sign: pathOn(host, sign) }), log, accessLog };
	const plan = await planOf(configuration, own, imports, member);
	if (isPrinted) return printConfiguration(configuration, plan, output);

	development?.made();
	const served = { ...plan.settings, ...(development && { development }) };
	const server = await makeServer(plan.mills, served, member?.siblings).catch(refuseSettings);
	const address = await listen(server, settings, member);
	const line = addressLine(address);
	if (member) await member.listening(line);
	else output.write(line);
	imports.survive((error, file) => {
		// As for a call, the message is not logged: it may contain input.
		const cause = describeCrash(new Crash("outside of a call", { cause: error }));
		log("error", "a mill file failed outside of a call", { file, error: cause });
	});
	const end = (reason: string) => server.close(reason).then(close);
	if (member) member.serves(end);
	else endOnSignal(host, end);
	reloadOnSignal(host, settings, () => server.reload());
	const { unready } = await server.examined();
	await announce(server, address, plan.settings, { host, output, member, unready });
	// The greeting is for people. A log in JSON has a line when the server was started, too.
	if (isJson)
		log("info", "the server has started", {
			address: `${address}/`,
			process: member?.part.slot,
			mills: server.digests(),
			unready: unready.length > 0 ? unready : undefined,
			// Since the process began.
			ms: Math.round(performance.now()),
		});
	return undefined;
}

/** Checks the configuration as a server would, and prints it. */
async function printConfiguration(
	configuration: Configuration,
	{ mills, settings, values }: Plan,
	output: Writable,
): Promise<number> {
	await checkServer(mills, settings).catch(refuseSettings);
	const print = settings.printConfig === "sources" ? printedSources : printedConfig;
	await new Promise<void>((resolve) => output.end(print(configuration, values), resolve));
	return 0;
}

/** Listens, and returns the address. */
async function listen(server: Server, settings: ServeValues, member: Member | undefined): Promise<string> {
	// A server listens at once and lets calls wait. A process that joins others leaves the calls to them.
	if (member && !member.isFirst) await server.examined();
	return server.listen(settings.port, settings.host).catch(async (error: NodeJS.ErrnoException) => {
		await server.close();
		throw new WorkError(describeListenError(error, settings));
	});
}

function describeListenError(
	error: NodeJS.ErrnoException & { port?: number },
	settings: ServeValues,
): string {
	const { host } = settings;
	const [flag, port] =
		error.port !== undefined && error.port === settings.metricsPort
			? ["--metrics-port", error.port]
			: ["--port", settings.port];
	if (error.code === "EADDRINUSE") return `Port ${port} is in use. Choose another with ${flag}.`;
	if (error.code === "EACCES")
		return `Port ${port} needs more privileges. Choose one above 1023 with ${flag}.`;
	if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
		return `${host} is not an address of this machine. Choose one with --host.`;
	return `The server cannot listen: ${error.message}`;
}

/** Whom to tell that the server has started, and what is wrong. */
interface Audience {
	readonly host: Host;
	readonly output: Writable;
	readonly member: Member | undefined;
	/** The mills that cannot be called. */
	readonly unready: readonly string[];
}

/** Prints the rest of the greeting when the mills are ready, so that its commands work, and then what an operator should know. */
async function announce(
	server: Server,
	address: string,
	settings: SettingsInUse,
	{ host, output, member, unready }: Audience,
): Promise<void> {
	const text = greeting(server, address, settings, host);
	if (member) await member.ready(text);
	else output.write(text);
	// The first process has said the rest for all.
	if (member && !member.isFirst) return;
	const warning = exposureWarning(server.http.address(), settings);
	if (warning) complain(host, warning, "warning");
	if (unready.length > 0)
		complain(host, `These mills are not ready, see the log above: ${unready.join(", ")}`);
	if (settings.inspect)
		complain(
			host,
			"--inspect runs one worker, without deadline and permission limits. Do not use it in production.",
			"warning",
		);
}
