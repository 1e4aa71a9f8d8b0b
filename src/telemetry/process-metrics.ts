import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { residentBytes } from "../runtime/memory.js";
import type { Family } from "./exposition.js";

/** How often the loop is asked whether it is late, in milliseconds. */
const RESOLUTION = 20;

/** Watches this process and its workers, from when it is made until it is stopped. */
export class ProcessWatch {
	readonly #delay: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION });
	readonly #pids: () => readonly number[];

	constructor(pids: () => readonly number[]) {
		this.#pids = pids;
		this.#delay.enable();
	}

	stop(): void {
		this.#delay.disable();
	}

	/** The names are those of Prometheus' own clients, so that dashboards for any of them work. */
	families(): Family[] {
		const { user, system } = process.cpuUsage();
		const workers = this.#pids().map((pid) => residentBytes(pid) ?? 0);
		const lag = [
			gauge(
				"nodejs_eventloop_lag_p99_seconds",
				"Lateness of the loop since the last scrape, 99th percentile.",
				this.#late(this.#delay.percentile(99)),
			),
			gauge(
				"nodejs_eventloop_lag_max_seconds",
				"Lateness of the loop since the last scrape, at most.",
				this.#late(this.#delay.max),
			),
		];
		this.#delay.reset();
		return [
			{
				name: "process_cpu_seconds_total",
				help: "CPU time of the HTTP process.",
				type: "counter",
				samples: [[{}, (user + system) / 1e6]],
			},
			gauge(
				"process_start_time_seconds",
				"When the HTTP process began, since 1970.",
				performance.timeOrigin / 1_000,
			),
			gauge(
				"process_resident_memory_bytes",
				"Resident memory of the HTTP process.",
				process.memoryUsage.rss(),
			),
			...lag,
			// By process id they would be labels without end: every worker that is replaced has another.
			gauge(
				"gristmill_workers_resident_memory_bytes",
				"Resident memory of all workers together.",
				workers.reduce((sum, bytes) => sum + bytes, 0),
			),
			gauge(
				"gristmill_worker_resident_memory_max_bytes",
				"Resident memory of the largest worker.",
				Math.max(0, ...workers),
			),
		];
	}

	/** The histogram counts from one tick to the next, in nanoseconds; before the first it holds nonsense. */
	#late(nanoseconds: number): number {
		return this.#delay.count === 0 ? 0 : Math.max(0, nanoseconds / 1e9 - RESOLUTION / 1e3);
	}
}

function gauge(name: string, help: string, value: number): Family {
	return { name, help, type: "gauge", samples: [[{}, value]] };
}
