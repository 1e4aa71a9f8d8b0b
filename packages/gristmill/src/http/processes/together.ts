import type { Family } from "../../telemetry/metrics/exposition.js";
import { countersOf, mergedFamilies } from "../../telemetry/metrics/merge.js";
import type { Line } from "./line.js";
import type { HealthState, ProcessAnswers, SupervisorAnswers } from "./questions.js";

/** A process that answers for itself. */
export interface Told {
	readonly line: Line<SupervisorAnswers, ProcessAnswers>;
	/** What it counted when it was last asked. */
	metrics: readonly Family[];
}

/** A process answers for itself within this time, or counts as hung. */
const PATIENCE_MS = 1_000;

/** The health of all processes as that of one server: a mill is ready if it is ready in every process. */
export async function healthOf(processes: readonly Told[], ending: boolean): Promise<HealthState> {
	const told = await Promise.all(processes.map(({ line }) => inTime(line.ask("health"))));
	const heard = told.filter((state) => state !== undefined);
	// A process that was told to end by itself has left the server, and is being replaced.
	const staying = heard.filter(({ draining }) => !draining);
	const counting = staying.length > 0 ? staying : heard;
	const mills: Record<string, HealthState["mills"][string]> = {};
	for (const [name, state] of counting.flatMap(({ mills }) => Object.entries(mills)))
		if (mills[name] === undefined || mills[name] === "ready") mills[name] = state;
	return { draining: ending || staying.length === 0, mills, isHung: heard.length < told.length };
}

/** The metrics of all processes as those of one server. `gone` is what processes have counted that are no more. */
export async function metricsOf(
	processes: readonly Told[],
	gone: readonly Family[],
): Promise<readonly Family[]> {
	await Promise.all(
		processes.map(async (one) => {
			// A process that does not answer has still counted what it told before.
			one.metrics = (await inTime(one.line.ask("metrics"))) ?? countersOf(one.metrics);
		}),
	);
	return mergedFamilies([...processes.map(({ metrics }) => metrics), gone]);
}

/** The answer, or undefined if it does not come in time. */
export async function inTime<T>(answer: Promise<T>, patience = PATIENCE_MS): Promise<T | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), patience);
	});
	try {
		return await Promise.race([answer, late]);
	} catch {
		return undefined;
	} finally {
		clearTimeout(timer);
	}
}

/** Askers at the same time get the same answer. */
export function shared<T>(ask: () => Promise<T>): () => Promise<T> {
	let asked: Promise<T> | undefined;
	return () => {
		asked ??= ask().finally(() => {
			asked = undefined;
		});
		return asked;
	};
}
