import type { AccessLog } from "../telemetry/access-log.js";
import type { LogFormat, LogLevel } from "../telemetry/log-words.js";
import { type LogWriter, logWriter } from "../telemetry/log-writer.js";
import type { Chosen } from "./settings-table.js";
import { wantsColours } from "./terminal.js";

/**
 * The log of `gristmill serve`. A terminal shows text and of requests only the failures, because a person looks for
 * what went wrong; where lines are collected, each request is one, because they are what an incident is read from.
 */
export function serveLog(settings: Chosen): LogWriter & { readonly accessLog: AccessLog } {
	const format = (settings["log-format"] ?? (process.stderr.isTTY ? "text" : "json")) as LogFormat;
	const accessLog = settings["access-log"] ?? (format === "text" ? "failures" : "all");
	const writer = logWriter(settings["log-level"] as LogLevel, format, 2, wantsColours(process.stderr));
	return { ...writer, accessLog: accessLog as AccessLog };
}
