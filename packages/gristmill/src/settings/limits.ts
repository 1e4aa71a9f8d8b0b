import { LONGEST_DEADLINE } from "../core/deadline.js";
import { MOST_OUTPUT } from "../core/definition/limits.js";
import type { SettingTable } from "./setting.js";

const TiB = 2 ** 40;

/** How much the server does at a time, and for whom. */
export const LIMITS = {
	workers: {
		kind: "number",
		value: "N",
		least: 1,
		// Each worker is a process.
		most: 1_024,
		help: "Calls that run at the same time, at most 1024. Default: one per core, fewer if memory is short.",
	},
	inline: {
		kind: "text",
		value: "WHEN",
		choices: ["auto", "never"],
		help: '"never" runs every call in a worker; "auto" runs quick mills in the HTTP process.',
		fallback: "auto",
	},
	deadline: {
		kind: "number",
		value: "MS",
		least: 1,
		most: LONGEST_DEADLINE,
		help: "Maximum run time of a call, in milliseconds. A mill may set a shorter one.",
		// Ends only what its author lets run for longer.
		fallback: 600_000,
	},
	workerMemory: {
		kind: "number",
		value: "MIB",
		// Node itself needs this much. With less, every worker would be killed before it is ready.
		least: 64,
		most: TiB / 2 ** 20,
		help: "Memory limit of a worker in MiB; above it the worker is killed. Default: 2048, less if memory is short.",
	},
	maxWaiting: {
		kind: "number",
		value: "N",
		least: 1,
		most: 1_000_000,
		help: "Maximum queued calls per mill.",
		fallback: 256,
	},
	maxBody: {
		kind: "bytes",
		value: "BYTES",
		least: 1,
		most: 2 ** 31,
		help: "Maximum input size, such as 64k or 2m. A mill may set a smaller one.",
	},
	maxOutput: {
		kind: "bytes",
		value: "BYTES",
		least: 1,
		most: MOST_OUTPUT,
		help: "Maximum result size, such as 10m. A mill may set a smaller one. Default: 128 MiB, or what the mill sets.",
	},
	maxBuffered: {
		kind: "bytes",
		value: "BYTES",
		// Flags once counted MiB here. Such a small number is refused, because as bytes it would block every call.
		least: 2 ** 16,
		most: TiB,
		help: "Memory for the inputs and large results of all calls together, such as 512m. Default: a quarter of the memory.",
	},
	keep: {
		kind: "text",
		value: "SIZE|URL",
		help: "Keep answers: in this much memory, such as 256MiB, or on a Redis server, such as redis://127.0.0.1:6379/0. Default: none.",
	},
	rate: {
		kind: "text",
		value: "N/UNIT",
		help: "Maximum calls per caller, such as 100/s, 600/min or 5000/h.",
	},
	burst: {
		kind: "number",
		value: "N",
		least: 1,
		most: 9_999_999,
		help: "Maximum calls that a caller sends at once. Default: the number in --rate.",
	},
	rateFields: {
		kind: "switch",
		help: "Add RateLimit and RateLimit-Policy fields to responses.",
		fallback: false,
	},
	trustProxy: {
		kind: "list",
		value: "IP",
		help: "Proxies whose X-Forwarded-For is trusted: addresses, or networks such as 10.0.0.0/8.",
	},
	maxConnections: {
		kind: "number",
		value: "N",
		least: 1,
		most: 1_000_000,
		help: "Maximum open connections.",
		fallback: 10_000,
	},
	drain: {
		kind: "number",
		value: "MS",
		least: 0,
		most: LONGEST_DEADLINE,
		help: "Time for running calls to finish at shutdown, in milliseconds.",
		// Podman and Docker kill after 10 s by default. The server is to end before, and to say which calls it has cut.
		fallback: 8_000,
	},
} as const satisfies SettingTable;
