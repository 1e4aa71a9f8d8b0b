import { SETTING_PREFIX } from "../../core/definition/settings.js";
import type { Part } from "../../http/processes/questions.js";
import { checkServer, makeServer } from "../../http/server.js";
import type { Settings } from "../../http/service/settings.js";
import { shareOf } from "../../http/service/share.js";
import { Crash } from "../../runtime/failures.js";
import { describeCrash } from "../../runtime/loading/describe-crash.js";
import type { MillModule } from "../../runtime/loading/import-mill.js";
import { DEFAULTS, SETTINGS, type ServeValues, serverValues } from "../../settings/table.js";
import type { Command } from "../command.js";
import { refuseSettings, UsageError, WorkError } from "../command-error.js";
import { authAndTls, exposureWarning, removeSecrets } from "../config/auth.js";
import { millsByName, settle, withValues } from "../config/mill-values.js";
import { printedConfig, printedSources } from "../config/print-config.js";
import { readConfiguration } from "../config/read-settings.js";
import { complain } from "../terminal.js";
import { claimStdout, ignoreOutputErrors } from "./claim-stdout.js";
import { greeting } from "./greeting.js";
import { serveHelp } from "./help.js";
import { surviveErrors } from "./imported-mill-files.js";
import type { Member } from "./member.js";
import { millFile, namedMills } from "./mill-files.js";
import { isTestFile } from "./own-tests.js";
import { serveLog } from "./serve-log.js";
import { serveTogether } from "./serve-together.js";
import { endOnSignal, reloadOnSignal } from "./signals.js";
import { byVersion, versionOf } from "./versions.js";
import { watch } from "./watch.js";

/** `gristmill serve`: runs until a signal ends it. */
export const SERVE: Command = { flags: SETTINGS, help: serveHelp, run: (words) => serve(words) };

/** Serves, alone or as one of several processes. */
export async function serve(words: readonly string[], member?: Member): Promise<void> {
	const configuration = await readConfiguration(words, process.env);
	const { settings } = configuration;
	if (!member) for (const warning of configuration.warnings) complain(warning, "warning");
	// Node would listen on every address. A script with --host "$HOST" and an empty variable does not want that.
	if (settings.host === "") throw new UsageError("Give --host an address, or leave it out: it is empty.");
	const fileWords = configuration.files.filter((word) => !isTestFile(versionOf(word).file));
	const chosen = {
		...serverValues(settings),
		...authAndTls(settings, process.env),
	};
	const isCheck = settings.printConfig !== undefined;
	const { processes = DEFAULTS.processes } = settings;
	const startsOthers = !isCheck && (settings.watch || (processes > 1 && !member));
	if (!startsOthers) removeSecrets(process.env);
	if (settings.watch && !isCheck) {
		const files = fileWords.map((word) => versionOf(word).file);
		return watch(words, files, configuration.watched, settings.python);
	}
	if (startsOthers) return serveTogether(words, settings);

	ignoreOutputErrors();
	// Nothing that a mill file prints may precede the address of the server.
	const output = claimStdout();
	const { mills: names, translator: engine } = settings;
	const named = await namedMills(names, { engine, hasFiles: fileWords.length > 0 });
	const { "": own = [], ...versions } = await modulesByVersion(fileWords, settings.python);
	const { log, accessLog, close, writeNow } = serveLog(settings);
	process.once("exit", writeNow);
	const all = [...named, ...own];
	const { values, rows } = settle(configuration.given, await millsByName(all, versions));
	removeValues(process.env);
	const mills = withValues(configuration.mills, values);
	const whole = { ...chosen, mills, versions, log, accessLog };
	const part = member?.part ?? { slot: 0, of: processes };
	const share = part.of === 1 ? whole : shareFor(whole, part);
	if (isCheck) {
		await checkServer(all, share).catch(refuseSettings);
		const print = settings.printConfig === "sources" ? printedSources : printedConfig;
		// A request for keys or a timer of a mill file may keep the process alive.
		output.end(print(configuration, rows), () => process.exit(0));
		return;
	}
	const server = await makeServer(all, share, member?.supervisor).catch(refuseSettings);
	// A server listens at once and lets calls wait. A process that joins others leaves the calls to them.
	if (member && !member.isFirst) await server.examined();
	const address = await server
		.listen(settings.port, settings.host)
		.catch(async (error: NodeJS.ErrnoException) => {
			await server.close();
			throw new WorkError(describeListenError(error, settings));
		});
	await member?.supervisor.listening();
	surviveErrors((error, file) => {
		// As for a call, the message is not logged: it may contain input.
		const cause = describeCrash(new Crash("outside of a call", { cause: error }));
		log("error", "a mill file failed outside of a call", { file, error: cause });
	});
	if (member) member.serves(() => server.close().then(close));
	else endOnSignal(() => server.close().then(close));
	reloadOnSignal(settings, () => server.reload());
	// Printed when the mills are ready, so that its commands work.
	const { unready } = await server.examined();
	const callAddress = settings.publicUrl ?? address;
	const versioned = [...server.versions].map(([label, mills]) => ({ label, mills }));
	const demandsCredentials = (mill: string) => chosen.auth !== undefined && !settings.open?.includes(mill);
	const text = greeting(address, callAddress, server.mills, { versions: versioned, demandsCredentials });
	if (member) await member.supervisor.ready(text);
	else output.write(text);
	// The first process has said the rest for all.
	if (member && !member.isFirst) return;
	const warning = exposureWarning(server.http.address(), settings, chosen);
	if (warning) complain(warning, "warning");
	if (unready.length > 0) complain(`These mills are not ready, see the log above: ${unready.join(", ")}`);
	if (chosen.inspect)
		complain(
			"Do not use --inspect in production: it runs one worker without deadline and permission limits.",
			"warning",
		);
}

/** Values of settings may be secrets. */
function removeValues(environment: NodeJS.ProcessEnv): void {
	for (const name of Object.keys(environment)) if (name.startsWith(SETTING_PREFIX)) delete environment[name];
}

function shareFor(whole: Settings, part: Part): Settings {
	try {
		return shareOf(whole, part);
	} catch (error) {
		refuseSettings(error);
	}
}

/** Imports the mill files, by version. Files without a version are under "". */
async function modulesByVersion(
	words: readonly string[],
	python: string | undefined,
): Promise<Record<string, MillModule[]>> {
	const rows = [...byVersion(words)].map(
		async ([label, files]) =>
			[label, await Promise.all(files.map((file) => millFile(file, python)))] as const,
	);
	return Object.fromEntries(await Promise.all(rows));
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
