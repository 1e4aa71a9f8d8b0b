import { LOSS_REASONS } from "../runtime/observer.js";
import type { Runner } from "../runtime/runner.js";
import type { Family } from "./exposition.js";
import type { Histogram } from "./histogram.js";
import { type Meters, type MillMeter, requestLabels } from "./meters.js";

/** What the metrics are made of. */
export interface Sources {
	readonly meters: Meters;
	readonly runner: Pick<Runner, "census" | "waiting" | "readiness">;
	readonly version: string;
}

/** Everything that is counted about mills and workers. A scrape pays for the text, not the calls. */
export function families({ meters, runner, version }: Sources): Family[] {
	const all = [...meters.mills];
	const called = all.filter(([mill]) => mill !== "");
	const histograms = (of: typeof all, which: (meter: MillMeter) => Histogram) =>
		of.map(([mill, meter]) => [{ mill }, which(meter)] as const);
	const values = (value: (meter: MillMeter, mill: string) => number) =>
		called.map(([mill, meter]) => [{ mill }, value(meter, mill)] as const);
	const { starting, idle, busy } = runner.census();
	return [
		{
			name: "gristmill_requests_total",
			help: "Requests that were answered; mill is empty for documents.",
			type: "counter",
			samples: all.flatMap(([mill, { requests }]) =>
				[...requests].map(([key, count]) => [{ mill, ...requestLabels(key) }, count] as const),
			),
		},
		{
			name: "gristmill_request_duration_seconds",
			help: "From the head of the request until the answer was given to the socket.",
			type: "histogram",
			samples: histograms(all, ({ total }) => total),
		},
		{
			name: "gristmill_queue_duration_seconds",
			help: "How long calls waited for a worker.",
			type: "histogram",
			samples: histograms(called, ({ queue }) => queue),
		},
		{
			name: "gristmill_run_duration_seconds",
			help: "How long calls ran, from decoding to encoding.",
			type: "histogram",
			samples: histograms(called, ({ run }) => run),
		},
		{
			name: "gristmill_calls_in_flight",
			help: "Calls that have come and are not answered, those that wait included.",
			type: "gauge",
			samples: values(({ inFlight }) => inFlight),
		},
		{
			name: "gristmill_calls_waiting",
			help: "Calls that wait for a worker.",
			type: "gauge",
			samples: values((_, mill) => runner.waiting(mill)),
		},
		{
			name: "gristmill_calls_refused_total",
			help: "Requests that were answered with a problem, by its code.",
			type: "counter",
			samples: all.flatMap(([mill, { refused }]) =>
				[...refused].map(([code, count]) => [{ mill, code }, count] as const),
			),
		},
		{
			name: "gristmill_workers",
			help: "Worker processes by what they do.",
			type: "gauge",
			samples: Object.entries({ starting, idle, busy }).map(([state, count]) => [{ state }, count] as const),
		},
		{
			name: "gristmill_worker_restarts_total",
			help: "Workers that were lost and replaced.",
			type: "counter",
			samples: LOSS_REASONS.map((reason) => [{ reason }, meters.losses.get(reason) ?? 0] as const),
		},
		{
			name: "gristmill_single_flight_hits_total",
			help: "Calls that were given what was being computed for an equal one.",
			type: "counter",
			samples: values(({ shared }) => shared),
		},
		{
			name: "gristmill_inline_calls_total",
			help: "Calls that ran on the HTTP loop.",
			type: "counter",
			samples: values(({ inline }) => inline),
		},
		{
			name: "gristmill_request_body_bytes",
			help: "Bodies of requests as they were sent.",
			type: "histogram",
			samples: histograms(all, ({ bytesIn }) => bytesIn),
		},
		{
			name: "gristmill_response_body_bytes",
			help: "Bodies of answers as they were sent.",
			type: "histogram",
			samples: histograms(all, ({ bytesOut }) => bytesOut),
		},
		{
			name: "gristmill_mill_ready",
			help: "1 where the mill meets its own examples.",
			type: "gauge",
			samples: values((_, mill) => (runner.readiness().get(mill)?.state === "ready" ? 1 : 0)),
		},
		{
			name: "gristmill_build_info",
			help: "Always 1; the labels tell what runs.",
			type: "gauge",
			samples: [[{ version, node: process.version }, 1]],
		},
	];
}
