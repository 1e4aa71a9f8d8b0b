import type { SettingTable } from "./setting.js";

/** Metrics, traces and logs. */
export const OBSERVABILITY = {
	metricsPort: {
		kind: "number",
		value: "N",
		least: 0,
		most: 65_535,
		help: "Serve /metrics on this port instead of under the base; 0 picks a free port.",
	},
	otlp: {
		kind: "text",
		value: "URL",
		help: "OTLP endpoint for traces. Default: the OTEL_ environment variables.",
	},
	serverTiming: {
		kind: "switch",
		help: "Add Server-Timing to results: the time in the queue and the run time.",
		fallback: false,
	},
	logLevel: {
		kind: "text",
		value: "LEVEL",
		choices: ["info", "warn", "error", "silent"],
		help: "Lowest level to log: info, warn, error or silent.",
		fallback: "info",
		commandOnly: true,
	},
	logFormat: {
		kind: "text",
		value: "FORMAT",
		choices: ["json", "text"],
		help: "json or text. Default: text on a terminal, else json.",
		commandOnly: true,
	},
	accessLog: {
		kind: "text",
		value: "WHICH",
		choices: ["all", "failures", "none"],
		help: "Requests to log: all, failures (500 and above) or none. Default: failures in text, all in json.",
	},
} as const satisfies SettingTable;
