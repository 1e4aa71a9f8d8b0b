import { fileURLToPath } from "node:url";
import { ProcessFailed, supervise } from "../../http/processes/supervisor.js";
import { parseRate } from "../../http/wire/token-bucket.js";
import { DEFAULTS, type ServeValues } from "../../settings/table.js";
import { refusing } from "../command-line/command-error.js";
import type { Host } from "../command-line/host.js";
import { ignoreOutputErrors } from "./claim-stdout.js";
import { memberWords } from "./member.js";
import { serveLog } from "./serve-log.js";
import { endOnSignal, reloadOnSignal } from "./signals.js";

const MEMBER = fileURLToPath(new URL("./member-process.js", import.meta.url));

/** `gristmill serve --processes N`: starts N processes that serve, and answers no request itself. */
export async function serveTogether(
	words: readonly string[],
	settings: ServeValues,
	host: Host,
): Promise<undefined> {
	const { processes = DEFAULTS.processes, rate, burst, drain = DEFAULTS.drain } = settings;
	const { log, close } = serveLog(settings, host);
	ignoreOutputErrors(host);
	const supervisor = refusing(() => {
		// Told once, and before a process is started.
		if (rate !== undefined) parseRate(rate, burst);
		return supervise({
			...{ processes, drain, log },
			file: MEMBER,
			words: (part, isFirst) => [...memberWords(part, isFirst), ...words],
			listening: (line) => host.stdout.write(line),
		});
	});
	// Each process says in the log how it ended.
	endOnSignal(host, (reason) => supervisor.close(reason).then(close));
	reloadOnSignal(host, settings, () => supervisor.signal("SIGHUP"));
	try {
		host.stdout.write(await supervisor.started);
	} catch (error) {
		if (!(error instanceof ProcessFailed)) throw error;
		host.exit(error.exitCode);
	}
	return undefined;
}
