import { SETTING_PREFIX } from "../../core/definition/settings.js";
import { shareOf } from "../../http/processes/share.js";
import { checkServer, makeServer, type Server } from "../../http/server.js";
import type { Settings } from "../../http/settings.js";
import { Crash } from "../../runtime/failures.js";
import { describeCrash } from "../../runtime/loading/describe-crash.js";
import type { MillModule } from "../../runtime/loading/import-mill.js";
import { DEFAULTS, SETTINGS, type ServeValues } from "../../settings/table.js";
import type { Command } from "../command-line/command.js";
import { refuseSettings, refusing, UsageError, WorkError } from "../command-line/command-error.js";
import type { Host } from "../command-line/host.js";
import { complain } from "../command-line/terminal.js";
import { authAndTls, exposureWarning, removeSecrets } from "../config/auth.js";
import { type EffectiveValue, millsByName, settle, withValues } from "../config/mill-values.js";
import { printedConfig, printedSources } from "../config/print-config.js";
import { type Configuration, readConfiguration } from "../config/read-settings.js";
import { MillFileImports } from "../mills/mill-file-imports.js";
import { millFile, namedMills } from "../mills/mill-files.js";
import { isTestFile } from "../mills/own-tests.js";
import { claimStdout, ignoreOutputErrors } from "./claim-stdout.js";
import { greeting } from "./greeting.js";
import { serveHelp } from "./help.js";
import type { Member } from "./member.js";
import { serveLog } from "./serve-log.js";
import { serveTogether } from "./serve-together.js";
import { endOnSignal, reloadOnSignal } from "./signals.js";
import { byVersion, versionOf } from "./versions.js";
import { watch } from "./watch.js";

/** `gristmill serve`: runs until a signal ends it. */
export const SERVE: Command = { flags: SETTINGS, help: serveHelp, run: (words, host) => serve(words, host) };

/** Serves, alone or as one of several processes. */
export async function serve(
	words: readonly string[],
	host: Host,
	member?: Member,
): Promise<number | undefined> {
	const configuration = await readConfiguration(words, host);
	const { settings, warnings, watched: others } = configuration;
	const { printConfig, processes = DEFAULTS.processes, python } = settings;
	if (!member) for (const warning of warnings) complain(host, warning, "warning");
	// Node would listen on every address. A script with --host "$HOST" and an empty variable does not want that.
	if (settings.host === "") throw new UsageError("Give --host an address, or leave it out: it is empty.");
	const files = configuration.files.filter((word) => !isTestFile(versionOf(word).file));
	const access = authAndTls(settings, host);
	if (printConfig === undefined) {
		if (settings.watch)
			return watch(words, { files: files.map((word) => versionOf(word).file), others, python }, host);
		if (processes > 1 && !member) return serveTogether(words, settings, host);
	}
	removeSecrets(host.env);
	ignoreOutputErrors(host);
	// Nothing that a mill file prints may precede the address of the server.
	const output = claimStdout(host);
	const imports = new MillFileImports(host);
	const { main, versions, mills, values } = await millsOf(configuration, files, imports);
	const { log, accessLog, close } = serveLog(settings, host);
	const whole = { ...settings, ...access, mills, versions, log, accessLog };
	const part = member?.part ?? { slot: 0, of: processes };
	const share = part.of === 1 ? whole : refusing(() => shareOf(whole, part));
	if (printConfig !== undefined) {
		await checkServer(main, share).catch(refuseSettings);
		const print = printConfig === "sources" ? printedSources : printedConfig;
		await new Promise<void>((resolve) => output.end(print(configuration, values), resolve));
		return 0;
	}
	const server = await makeServer(main, share, member?.supervisor).catch(refuseSettings);
	const address = await listen(server, settings, member);
	imports.survive((error, file) => {
		// As for a call, the message is not logged: it may contain input.
		const cause = describeCrash(new Crash("outside of a call", { cause: error }));
		log("error", "a mill file failed outside of a call", { file, error: cause });
	});
	const end = () => server.close().then(close);
	if (member) member.serves(end);
	else endOnSignal(host, end);
	reloadOnSignal(host, settings, () => server.reload());
	// Printed when the mills are ready, so that its commands work.
	const { unready } = await server.examined();
	const text = greetingOf(server, address, whole, host);
	if (member) await member.supervisor.ready(text);
	else output.write(text);
	// The first process has said the rest for all.
	if (member?.isFirst ?? true) warn(host, server, whole, unready);
	return undefined;
}

/** What is served. */
interface Served {
	readonly main: readonly MillModule[];
	readonly versions: Readonly<Record<string, readonly MillModule[]>>;
	/** The settings of single mills. */
	readonly mills: NonNullable<Settings["mills"]>;
	/** The values of the settings that the mills declare. */
	readonly values: readonly EffectiveValue[];
}

/** Imports the mills, and settles their own settings. */
async function millsOf(
	{ settings, given, mills: limits }: Configuration,
	files: readonly string[],
	imports: MillFileImports,
): Promise<Served> {
	const { mills: names, translator: engine, python } = settings;
	const named = await namedMills(names, { engine, hasFiles: files.length > 0 });
	const rows = [...byVersion(files)].map(
		async ([label, some]) =>
			[label, await Promise.all(some.map((file) => millFile(file, imports, python)))] as const,
	);
	const { "": own = [], ...versions } = Object.fromEntries(await Promise.all(rows));
	const main = [...named, ...own];
	const { values, rows: effective } = settle(given, await millsByName(main, versions));
	removeValues(imports.host.env);
	return { main, versions, mills: withValues(limits, values), values: effective };
}

/** Values of settings may be secrets. */
function removeValues(environment: NodeJS.ProcessEnv): void {
	for (const name of Object.keys(environment)) if (name.startsWith(SETTING_PREFIX)) delete environment[name];
}

/** Listens, and returns the address. */
async function listen(server: Server, settings: ServeValues, member: Member | undefined): Promise<string> {
	// A server listens at once and lets calls wait. A process that joins others leaves the calls to them.
	if (member && !member.isFirst) await server.examined();
	const address = await server
		.listen(settings.port, settings.host)
		.catch(async (error: NodeJS.ErrnoException) => {
			await server.close();
			throw new WorkError(describeListenError(error, settings));
		});
	await member?.supervisor.listening();
	return address;
}

type WholeSettings = Omit<ServeValues, "mills"> & Pick<Settings, "auth" | "tls">;

function greetingOf(
	server: Server,
	address: string,
	{ publicUrl, auth, open }: WholeSettings,
	{ cwd }: Host,
): string {
	const versions = [...server.versions].map(([label, mills]) => ({ label, mills }));
	const demandsCredentials = (mill: string) => auth !== undefined && !open?.includes(mill);
	return greeting(address, publicUrl ?? address, server.mills, { cwd, versions, demandsCredentials });
}

function warn(host: Host, server: Server, settings: WholeSettings, unready: readonly string[]): void {
	const warning = exposureWarning(server.http.address(), settings);
	if (warning) complain(host, warning, "warning");
	if (unready.length > 0)
		complain(host, `These mills are not ready, see the log above: ${unready.join(", ")}`);
	if (settings.inspect)
		complain(
			host,
			"Do not use --inspect in production: it runs one worker without deadline and permission limits.",
			"warning",
		);
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
	if (error.code === "EADDRINUSE") return `Choose another port with ${flag}: ${port} is in use.`;
	if (error.code === "EACCES") return `Choose a port above 1023 with ${flag}: ${port} needs more privileges.`;
	if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
		return `Choose an address of this machine with --host: ${host} is not one.`;
	return `The server cannot listen: ${error.message}`;
}
