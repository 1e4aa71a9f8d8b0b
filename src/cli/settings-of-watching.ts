import { ACCESS_LOGS } from "../telemetry/access-log.js";
import { LOG_FORMATS, LOG_LEVELS } from "../telemetry/log-words.js";
import type { Flags } from "./flags.js";

/** What an operator sees of a server. */
export const WATCHING = {
	"metrics-port": {
		kind: "number",
		value: "N",
		most: 65_535,
		help: "Metrics at /metrics on this port, and no longer under the base.",
	},
	otlp: {
		kind: "text",
		value: "URL",
		help: "Send traces to this OTLP endpoint; else as the OTEL_ variables say.",
	},
	"server-timing": {
		kind: "switch",
		help: "Results say in Server-Timing how long they waited and ran.",
		fallback: false,
	},
	"log-level": {
		kind: "text",
		value: "LEVEL",
		choices: LOG_LEVELS,
		help: "The least level that is logged: info, warn, error, silent.",
		fallback: "info",
	},
	"log-format": {
		kind: "text",
		value: "FORM",
		choices: LOG_FORMATS,
		help: "json or text; text on a terminal by default, else json.",
	},
	"access-log": {
		kind: "text",
		value: "WHICH",
		choices: ACCESS_LOGS,
		help: "Requests in the log: all, failures (from 500 on), none. By default failures in text, all in json.",
	},
} as const satisfies Flags;
