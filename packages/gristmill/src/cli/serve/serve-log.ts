import { DEFAULTS, type ServeValues } from "../../settings/table.js";
import type { AccessLog } from "../../telemetry/log/access-log.js";
import { type LogWriter, logWriter } from "../../telemetry/log/log-writer.js";
import type { Host } from "../command-line/host.js";
import { wantsColours } from "../command-line/terminal.js";

/**
 * The log of `gristmill serve`. By default, a terminal shows text and only failed requests, because a person looks for
 * failures. Collected logs have every request, because incidents are analysed from them.
 */
export function serveLog(
	settings: ServeValues,
	{ stderr, env, events }: Host,
): Omit<LogWriter, "writeNow"> & { readonly accessLog: AccessLog; readonly isJson: boolean } {
	const { logLevel = DEFAULTS.logLevel, logFormat = stderr.isTTY ? "text" : "json" } = settings;
	const { accessLog = logFormat === "text" ? "failures" : "all" } = settings;
	const writer = logWriter(logLevel, logFormat, 2, wantsColours(stderr, env));
	events.once("exit", writer.writeNow);
	return { ...writer, accessLog, isJson: logFormat === "json" };
}
