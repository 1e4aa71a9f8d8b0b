import { fileURLToPath } from "node:url";
import { ProcessFailed, supervise } from "../../http/processes/supervisor.js";
import { DEFAULTS, type ServeValues } from "../../settings/table.js";
import { refuseSettings } from "../command-error.js";
import { ignoreOutputErrors } from "./claim-stdout.js";
import { memberWords } from "./member.js";
import { serveLog } from "./serve-log.js";
import { endOnSignal, reloadOnSignal } from "./signals.js";

const MEMBER = fileURLToPath(new URL("./member-process.js", import.meta.url));

/** `gristmill serve --processes N`: starts N processes that serve, and answers no request itself. */
export async function serveTogether(words: readonly string[], settings: ServeValues): Promise<void> {
	const { processes = DEFAULTS.processes, rate, burst, drain = DEFAULTS.drain } = settings;
	const { log, close, writeNow } = serveLog(settings);
	process.once("exit", writeNow);
	ignoreOutputErrors();
	const supervisor = started();
	endOnSignal(() => supervisor.close().then(close));
	reloadOnSignal(settings, () => supervisor.signal("SIGHUP"));
	try {
		process.stdout.write(await supervisor.started);
	} catch (error) {
		if (!(error instanceof ProcessFailed)) throw error;
		process.exit(error.exitCode);
	}

	function started() {
		try {
			return supervise({
				...{ processes, rate, burst, drain, log },
				file: MEMBER,
				words: (part, isFirst) => [...memberWords(part, isFirst), ...words],
			});
		} catch (error) {
			refuseSettings(error);
		}
	}
}
