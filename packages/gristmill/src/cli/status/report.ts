import { quantileOf, type Samples } from "./samples.js";

/** What a server does now. */
export interface StatusReport {
	readonly version: string | undefined;
	readonly node: string | undefined;
	readonly upSeconds: number | undefined;
	/** The time that the rates are of; 0 if they are left out. */
	readonly seconds: number;
	readonly processes: number;
	readonly workers: { readonly busy: number; readonly idle: number; readonly starting: number };
	/** The share of the last seconds in which workers had calls, of the mill whose workers are the busiest. */
	readonly utilisation: number | undefined;
	/** Of the workers, without Python and programs. */
	readonly cpu: { readonly http: CpuTime; readonly workers: CpuTime };
	readonly memory: { readonly http: number; readonly workers: number; readonly largestWorker: number };
	/** Workers that were lost since the start, by reason. */
	readonly lost: Readonly<Record<string, number>>;
	readonly mills: readonly MillStatus[];
}

/** The seconds of CPU time since the start, and how many a second in the measured time. */
interface CpuTime {
	readonly seconds: number;
	readonly perSecond: number | undefined;
}

interface MillStatus {
	readonly name: string;
	readonly version: string | undefined;
	readonly digest: string | undefined;
	readonly ready: boolean;
	readonly waiting: number;
	readonly inFlight: number;
	/** Since the start of the server. */
	readonly calls: number;
	readonly callsPerSecond: number | undefined;
	/** Calls a second that its idle workers could compute besides; undefined if unknown. */
	readonly headroom: number | undefined;
	readonly cpu: CpuTime;
	/** Seconds from the request to its answer, of the calls in this time, or of all if there were none. */
	readonly p50: number | undefined;
	readonly p99: number | undefined;
	/** Problems since the start, by code. */
	readonly problems: Readonly<Record<string, number>>;
	/** The seconds since each problem of status 500 or above was last the answer, by code. */
	readonly failures: Readonly<Record<string, number>>;
}

/** Reads what a server does from its metrics, and from those some seconds before. */
export function reportOf(after: Samples, now: number, before?: Samples, seconds = 0): StatusReport {
	const sum = (name: string, labels?: Readonly<Record<string, string>>) => after.sum(name, labels) ?? 0;
	const grown = (name: string, labels?: Readonly<Record<string, string>>) =>
		before && seconds > 0 ? (sum(name, labels) - (before.sum(name, labels) ?? 0)) / seconds : undefined;
	const [build] = after.all("gristmill_build_info");
	const began = after.sum("process_start_time_seconds");
	const workers = (state: string) => sum("gristmill_workers", { state });
	const cpu = (name: string, labels?: Readonly<Record<string, string>>) => ({
		seconds: sum(name, labels),
		perSecond: grown(name, labels),
	});
	const uses = after.all("gristmill_worker_utilization_ratio").map(({ value }) => value);
	return {
		version: build?.labels.version,
		node: build?.labels.node,
		upSeconds: began === undefined ? undefined : Math.max(0, now / 1_000 - began),
		seconds,
		processes: sum("gristmill_http_processes"),
		workers: { busy: workers("busy"), idle: workers("idle"), starting: workers("starting") },
		utilisation: uses.length === 0 ? undefined : Math.max(...uses),
		cpu: { http: cpu("process_cpu_seconds_total"), workers: cpu("gristmill_mill_cpu_seconds_total") },
		memory: {
			http: sum("process_resident_memory_bytes"),
			workers: sum("gristmill_workers_resident_memory_bytes"),
			largestWorker: sum("gristmill_worker_resident_memory_max_bytes"),
		},
		lost: counts(after.all("gristmill_worker_restarts_total"), "reason"),
		mills: after.all("gristmill_mill_ready").map(({ labels: { mill = "" }, value }) => {
			const [info] = after.all("gristmill_mill_info", { mill });
			const duration = (share: number) => {
				const name = "gristmill_request_duration_seconds";
				const lately = before && quantileOf(share, name, { mill }, after, before);
				return lately ?? quantileOf(share, name, { mill }, after);
			};
			return {
				name: mill,
				version: info?.labels.version,
				digest: info?.labels.digest,
				ready: value === 1,
				waiting: sum("gristmill_calls_waiting", { mill }),
				inFlight: sum("gristmill_calls_in_flight", { mill }),
				calls: sum("gristmill_requests_total", { mill }),
				callsPerSecond: grown("gristmill_requests_total", { mill }),
				headroom: after.sum("gristmill_calls_headroom", { mill }),
				cpu: cpu("gristmill_mill_cpu_seconds_total", { mill }),
				p50: duration(0.5),
				p99: duration(0.99),
				problems: counts(after.all("gristmill_calls_refused_total", { mill }), "code"),
				failures: Object.fromEntries(
					after
						.all("gristmill_last_failure_timestamp_seconds", { mill })
						.map(({ labels: { code = "" }, value }) => [code, Math.max(0, now / 1_000 - value)]),
				),
			};
		}),
	};
}

function counts(samples: ReturnType<Samples["all"]>, label: string): Record<string, number> {
	const above = samples.filter(({ value }) => value > 0).map(({ labels, value }) => [labels[label], value]);
	return Object.fromEntries(above);
}
