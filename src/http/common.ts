import { Meters } from "../telemetry/meters.js";
import { ProcessWatch } from "../telemetry/process-metrics.js";
import { tracerFor } from "../telemetry/tracing.js";
import { makeGuard } from "./auth/guard.js";
import { Intake } from "./intake.js";
import { logToStderr } from "./log.js";
import { makeRateLimit } from "./rate-limit.js";
import type { Service } from "./service.js";
import type { Settings } from "./settings.js";
import { VERSION } from "./version.js";

/** What all versions of a server have in common: a caller has one name, one rate and one line in the log. */
export interface Common extends Pick<Service, "guard" | "intake" | "rateLimit" | "telemetry"> {
	/** By mill: filled by each version once it is known. */
	readonly digests: Map<string, string>;
}

/** The mills of all versions: by their own names, and with the version in front where there is one. */
export interface MillNames {
	readonly granted: readonly string[];
	readonly counted: readonly string[];
}

/** Makes it for the mills of all versions; `pids` are the processes that are watched. */
export async function makeCommon(
	settings: Settings,
	names: MillNames,
	hasMetrics: boolean,
	pids: () => number[],
): Promise<Common> {
	const log = settings.log ?? logToStderr;
	const meters = hasMetrics ? new Meters(names.counted) : undefined;
	if (!meters && settings.metricsPort !== undefined)
		throw new RangeError("Leave out the port for metrics, or do not hide them.");
	const rateLimit = makeRateLimit(settings);
	const intake = new Intake(settings.maxIntake);
	const digests = new Map<string, string>();
	const tracer = await tracerFor({
		otlp: settings.otlp,
		scheme: settings.tls ? "https" : "http",
		environment: process.env,
		version: VERSION,
		digest: (name) => digests.get(name) ?? "",
		log,
	});
	// Last: it watches files, which has to be ended.
	const guard = settings.auth && makeGuard(settings.auth, names.granted, log);
	return {
		guard: await guard?.catch(async (error: unknown) => {
			await tracer?.close();
			throw error;
		}),
		rateLimit,
		intake,
		digests,
		telemetry: {
			meters,
			tracer,
			accessLog: settings.accessLog ?? "none",
			log,
			watch: meters && new ProcessWatch(pids),
			elsewhere: settings.metricsPort !== undefined,
		},
	};
}

/** Ends the watching of files and of processes, and sends what is left of traces. */
export async function endCommon({ guard, telemetry }: Pick<Service, "guard" | "telemetry">): Promise<void> {
	guard?.close();
	telemetry.watch?.stop();
	await telemetry.tracer?.close();
}
