import type { Mill } from "../../core/definition/mill.js";
import type { Runner } from "../../runtime/lanes/runner.js";
import type { Log } from "../../runtime/log.js";
import { LOSS_REASONS, summed } from "../../runtime/observer.js";
import type { Family } from "./exposition.js";
import type { Histogram } from "./histogram.js";
import { type KeptCounts, keptFamilies } from "./kept-metrics.js";
import { type Meters, type MillMeter, requestLabels } from "./meters.js";

/** The sources of the metrics. */
interface MetricSources {
	readonly meters: Meters;
	readonly services: readonly {
		/** Precedes the names of its mills. */
		readonly prefix: string;
		readonly mills: readonly { readonly mill: Mill }[];
		readonly runner: Pick<Runner, "census" | "waiting" | "utilisation" | "readiness" | "digest">;
	}[];
	/** Undefined if answers are not kept. */
	readonly store: KeptCounts | undefined;
	readonly version: string;
	readonly log: Log;
}

/** All metrics of mills and workers. The text is made by the scrape, so calls do not pay for it. */
export function families({ meters, services, store, version, log }: MetricSources): Family[] {
	const all = [...meters.mills];
	const called = all.filter(([mill]) => mill !== "");
	const histograms = (of: typeof all, which: (meter: MillMeter) => Histogram) =>
		of.map(([mill, meter]) => [{ mill }, which(meter)] as const);
	const values = (value: (meter: MillMeter, mill: string) => number) =>
		called.map(([mill, meter]) => [{ mill }, value(meter, mill)] as const);
	const { starting, idle, busy } = summed(services.map(({ runner }) => runner.census()));
	const states = new Map(
		services.flatMap(({ prefix, runner }) =>
			[...runner.readiness()].map(([name, { state }]) => {
				const use = runner.utilisation(name);
				return [prefix + name, { waiting: runner.waiting(name), use, isReady: state === "ready" }] as const;
			}),
		),
	);
	/** What is known of some mills only. */
	const known = (value: (mill: string) => number | undefined) =>
		called.flatMap(([mill]) => {
			const found = value(mill);
			return found === undefined ? [] : [[{ mill }, Math.round(found * 1e4) / 1e4] as const];
		});
	return [
		{
			name: "gristmill_requests_total",
			help: "Answered requests; mill is empty for documents.",
			type: "counter",
			samples: all.flatMap(([mill, { requests }]) =>
				[...requests].map(([key, count]) => [{ mill, ...requestLabels(key) }, count] as const),
			),
		},
		{
			name: "gristmill_request_duration_seconds",
			help: "Time from the head of the request until the answer was written to the socket.",
			type: "histogram",
			samples: histograms(all, ({ total }) => total),
		},
		{
			name: "gristmill_queue_duration_seconds",
			help: "Time that calls waited for a worker.",
			type: "histogram",
			samples: histograms(called, ({ queue }) => queue),
		},
		{
			name: "gristmill_run_duration_seconds",
			help: "Time that calls ran, from decoding to encoding.",
			type: "histogram",
			samples: histograms(called, ({ run }) => run),
		},
		{
			name: "gristmill_calls_in_flight",
			help: "Calls without an answer yet, including those in the queue.",
			type: "gauge",
			samples: values(({ inFlight }) => inFlight),
		},
		{
			name: "gristmill_calls_waiting",
			help: "Calls waiting for a worker.",
			type: "gauge",
			samples: values((_, mill) => states.get(mill)?.waiting ?? 0),
		},
		{
			name: "gristmill_calls_headroom",
			help: "Calls that idle workers could compute in a second, by the measured time of a call, less those that wait.",
			type: "gauge",
			samples: known((mill) => states.get(mill)?.use?.headroom),
		},
		{
			name: "gristmill_worker_utilization_ratio",
			help: "Share of about the last ten seconds in which the workers that may run the mill had calls of any mill.",
			type: "gauge",
			across: "mean",
			samples: known((mill) => states.get(mill)?.use?.ratio),
		},
		{
			name: "gristmill_calls_refused_total",
			help: "Requests answered with a problem, by problem code.",
			type: "counter",
			samples: all.flatMap(([mill, { refused }]) =>
				[...refused].map(([code, count]) => [{ mill, code }, count] as const),
			),
		},
		{
			name: "gristmill_last_failure_timestamp_seconds",
			help: "When a request was last answered with this problem of status 500 or above, since 1970.",
			type: "gauge",
			across: "max",
			samples: all.flatMap(([mill, { failed }]) =>
				[...failed].map(([code, at]) => [{ mill, code }, at] as const),
			),
		},
		{
			name: "gristmill_workers",
			help: "Worker processes by state.",
			type: "gauge",
			samples: Object.entries({ starting, idle, busy }).map(([state, count]) => [{ state }, count] as const),
		},
		{
			name: "gristmill_worker_restarts_total",
			help: "Workers lost and replaced.",
			type: "counter",
			samples: LOSS_REASONS.map((reason) => [{ reason }, meters.losses.get(reason) ?? 0] as const),
		},
		{
			name: "gristmill_single_flight_hits_total",
			help: "Calls answered with the result of an equal call in flight.",
			type: "counter",
			samples: values(({ shared }) => shared),
		},
		{
			name: "gristmill_killer_calls_refused_total",
			help: "Calls refused because equal calls have killed two workers.",
			type: "counter",
			samples: values(({ killers }) => killers),
		},
		{
			name: "gristmill_held_back_seconds_total",
			help: "Time in which calls waited because their mill had lost many workers.",
			type: "counter",
			samples: values(({ heldBack }) => heldBack / 1_000),
		},
		{
			name: "gristmill_inline_calls_total",
			help: "Calls run on the event loop of the HTTP process.",
			type: "counter",
			samples: values(({ inline }) => inline),
		},
		...keptFamilies(called, store),
		{
			name: "gristmill_mill_cpu_seconds_total",
			help: "CPU time of worker processes for calls and examples of the mill.",
			type: "counter",
			samples: values(({ cpu }) => cpu),
		},
		{
			name: "gristmill_batch_size",
			help: "Calls that a worker was given together, of mills that can compute several at a time.",
			type: "histogram",
			// Most mills compute one call at a time.
			samples: histograms(
				called.filter(([, { batches }]) => batches.sum > 0),
				({ batches }) => batches,
			),
		},
		{
			name: "gristmill_stream_first_part_seconds",
			help: "Time until the first part of a result that comes part by part.",
			type: "histogram",
			samples: histograms(
				called.filter(([, { parts }]) => parts > 0),
				({ firstPart }) => firstPart,
			),
		},
		{
			name: "gristmill_stream_parts_total",
			help: "Parts sent; of text and bytes alone, the pieces.",
			type: "counter",
			samples: values(({ parts }) => parts),
		},
		{
			name: "gristmill_streams_broken_total",
			help: "Streams that ended before the result was whole: the mill failed, or the caller left.",
			type: "counter",
			samples: values(({ brokenStreams }) => brokenStreams),
		},
		{
			name: "gristmill_request_body_bytes",
			help: "Size of request bodies as sent.",
			type: "histogram",
			samples: histograms(all, ({ bytesIn }) => bytesIn),
		},
		{
			name: "gristmill_response_body_bytes",
			help: "Size of response bodies as sent.",
			type: "histogram",
			samples: histograms(all, ({ bytesOut }) => bytesOut),
		},
		{
			name: "gristmill_mill_ready",
			help: "1 if the mill is loaded and passes its own examples.",
			type: "gauge",
			across: "min",
			samples: values((_, mill) => (states.get(mill)?.isReady ? 1 : 0)),
		},
		{
			name: "gristmill_mill_info",
			help: "Always 1; the labels hold the version of the mill and the digest of its algorithm.",
			type: "gauge",
			across: "max",
			samples: services.flatMap(({ prefix, mills, runner }) =>
				mills.map(({ mill }) => {
					const { name, version } = mill;
					return [{ mill: prefix + name, version, digest: runner.digest(mill) }, 1] as const;
				}),
			),
		},
		{
			name: "gristmill_log_lines_lost_total",
			help: "Log lines dropped because the log is read too slowly or cannot be written.",
			type: "counter",
			samples: [[{}, log.lost?.() ?? 0]],
		},
		{
			name: "gristmill_build_info",
			help: "Always 1; the labels hold the versions.",
			type: "gauge",
			across: "max",
			samples: [[{ version, node: process.version }, 1]],
		},
	];
}
