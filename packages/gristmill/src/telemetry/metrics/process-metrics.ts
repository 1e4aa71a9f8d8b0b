import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { vitalsOf } from "../../runtime/pool/vitals.js";
import type { DeviceWatch } from "./device-metrics.js";
import type { Family } from "./exposition.js";

/** The sampling interval of the event loop delay, in milliseconds. */
const RESOLUTION = 20;

/** Measures this process and its workers until it is stopped. */
export class ProcessWatch {
	readonly #delay: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION });
	readonly #pids: () => readonly number[];
	readonly #devices: DeviceWatch | undefined;

	/** `devices`, if a mill needs them. */
	constructor(pids: () => readonly number[], devices?: DeviceWatch) {
		this.#pids = pids;
		this.#devices = devices;
		this.#delay.enable();
	}

	stop(): void {
		this.#delay.disable();
	}

	/** The names are those of the official Prometheus clients, so existing dashboards work. */
	families(): Family[] {
		const { user, system } = process.cpuUsage();
		const workers = this.#pids().map((pid) => vitalsOf(pid)?.resident ?? 0);
		const lag = [
			gauge(
				"nodejs_eventloop_lag_p99_seconds",
				"Event loop delay since the last scrape, 99th percentile.",
				this.#late(this.#delay.percentile(99)),
				"max",
			),
			gauge(
				"nodejs_eventloop_lag_max_seconds",
				"Event loop delay since the last scrape, maximum.",
				this.#late(this.#delay.max),
				"max",
			),
		];
		this.#delay.reset();
		return [
			{
				name: "process_cpu_seconds_total",
				help: "CPU time of the HTTP process, or of all HTTP processes.",
				type: "counter",
				samples: [[{}, (user + system) / 1e6]],
			},
			gauge(
				"process_start_time_seconds",
				"Start time of the HTTP process, since 1970; of the oldest one if there are several.",
				performance.timeOrigin / 1_000,
				"min",
			),
			gauge(
				"process_resident_memory_bytes",
				"Resident memory of the HTTP process, or of all HTTP processes together.",
				process.memoryUsage.rss(),
			),
			...lag,
			gauge("gristmill_http_processes", "Processes that answer requests.", 1),
			// Process ids as labels would grow without limit, because each new worker has another.
			gauge(
				"gristmill_workers_resident_memory_bytes",
				"Resident memory of all workers together.",
				workers.reduce((sum, bytes) => sum + bytes, 0),
			),
			gauge(
				"gristmill_worker_resident_memory_max_bytes",
				"Resident memory of the largest worker.",
				Math.max(0, ...workers),
				"max",
			),
			...(this.#devices?.families() ?? []),
		];
	}

	/** The histogram measures from tick to tick, in nanoseconds; before the first tick its values are invalid. */
	#late(nanoseconds: number): number {
		return this.#delay.count === 0 ? 0 : Math.max(0, nanoseconds / 1e9 - RESOLUTION / 1e3);
	}
}

function gauge(name: string, help: string, value: number, across?: "min" | "max"): Family {
	return { name, help, type: "gauge", samples: [[{}, value]], ...(across && { across }) };
}
