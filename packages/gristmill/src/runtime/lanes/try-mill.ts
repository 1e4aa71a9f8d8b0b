import { isDeepStrictEqual } from "node:util";
import { LONGEST_DEADLINE } from "../../core/deadline.js";
import { MiB } from "../../core/definition/limits.js";
import type { Mill, SettingValues } from "../../core/definition/mill.js";
import { configured } from "../../core/definition/settings.js";
import { demandAssets } from "../digest/assets.js";
import type { ExampleResult } from "../loading/examine.js";
import type { Dependence } from "../loading/examine-together.js";
import { importSource, type MillModule } from "../loading/import-mill.js";
import { Programs } from "../loading/programs.js";
import { defaultDeviceMemory } from "../options.js";
import type { Examination } from "../pool/messages.js";
import { taskDeadline } from "../pool/pending-call.js";
import { Pool } from "../pool/pool.js";
import type { PoolEvent } from "../pool/pool-options.js";
import { workerFlags } from "../pool/worker-flags.js";
import { DevicePlan } from "./device-plan.js";
import { Preparations } from "./preparations.js";

/** How often each example runs: often enough for a counter in a global to show. */
const RUNS = 10;
/** If one run of all examples takes longer, each runs twice. In milliseconds. */
const LONG_RUN = 5_000;
/** The memory limit of the worker, in bytes. */
const MEMORY = 2048 * MiB;

/** The results of a mill's examples. */
export interface MillTrial {
	readonly mill: Mill;
	/** In the order of the examples. */
	readonly findings: readonly TrialResult[];
	/** The answers that depend on the other calls of their batch. */
	readonly dependences: readonly Dependence[];
	/** How often each example ran. */
	readonly runs: number;
	/** The number of examples that were left out, because they are for other values of the settings. */
	readonly leftOut: number;
}

/** The result of one example, run several times. */
export interface TrialResult extends ExampleResult {
	/** The result of a later run, if it was different: then the mill is not deterministic. */
	readonly second?: ExampleResult;
}

/** The examples could not run. The message is for the author: the reason, with the stack if there is one. */
export class FailedTrial extends Error {
	override name = "FailedTrial";
}

/**
 * Runs a mill's examples several times, each time in a different order, in a worker with all its limits. If the mill has
 * `runBatch`, it runs them together too.
 */
export async function tryMill(module: MillModule, settings: SettingValues = {}): Promise<MillTrial> {
	const { mill: defined } = await importSource(module);
	const mill = configured(defined, settings);
	await demandAssets(mill);
	const devices = await DevicePlan.for([mill]);
	const programs = new Programs([mill]);
	const access = programs.access(mill);
	let failure: string | undefined;
	/** What the worker computes. */
	let running = { what: "Loading", limit: LONGEST_DEADLINE };
	let unprepared: string | undefined;
	const preparations = new Preparations(
		[mill],
		(_, reason, what) => {
			unprepared = `${what === "probe" ? "the probe of the mill failed" : "the mill cannot prepare its files"}: ${reason}`;
		},
		() => {},
		show,
	);
	const preparedIn = preparations.folderOf(mill);
	const mills = [
		{ mill, url: module.url, reads: module.reads ?? [], access, preparedIn, program: programs.of(mill) },
	];
	const forDevices = devices.optionsOf([mill], { workers: 1, deviceMemory: defaultDeviceMemory() });
	const memory = forDevices.memory ?? MEMORY;
	const flags = workerFlags(mill.needs, mills, { inspect: false, memory });
	const prepare = preparations.of(mill, flags, memory, forDevices.environment?.(0));
	const pool = new Pool(
		mills.map((one) => ({ ...one, prepare })),
		{
			...forDevices,
			workers: 1,
			// All runs use one worker: only there can a mill depend on earlier calls.
			spares: 0,
			flags,
			memory,
			deadline: LONGEST_DEADLINE,
			showMessages: true,
			onEvent: (event) => {
				if (event.type === "printed") show(event);
				else failure ??= whyFailed(event, running, memory);
			},
		},
	);
	/** One after the other, so that each has the deadline of a call. */
	const examineAll = async (order: readonly number[]): Promise<ExampleResult[]> => {
		const results: ExampleResult[] = [];
		// Without examples, the mill is still loaded.
		for (const part of order.length > 0 ? order.map((example) => [example]) : [[]]) {
			running = { what: part.length > 0 ? `Example ${part[0]}` : "Loading", limit: limitOf({ order: part }) };
			results.push(...(await pool.examine(mill.name, part)));
		}
		return results;
	};
	const limitOf = (task: Examination) => taskDeadline(mill, task, LONGEST_DEADLINE);
	try {
		const once = shuffled(mill.examples.length);
		const first = await examineAll(once);
		// The mill is loaded now.
		const began = performance.now();
		// Backwards first: so every pair of examples has run in both orders.
		const later = await examineAll(once.toReversed());
		const runs = performance.now() - began < LONG_RUN ? RUNS : 2;
		for (let run = 2; run < runs && once.length > 0; run++)
			later.push(...(await examineAll(shuffled(once.length))));
		const findings = first
			.sort((a, b) => a.example - b.example)
			.map((finding) => {
				const other = later.find((again) => again.example === finding.example && !isSame(finding, again));
				return other ? { ...finding, second: other } : finding;
			});
		const order = shuffled(mill.examples.length);
		running = { what: "The examples in batches", limit: limitOf({ order, together: true }) };
		const dependences = await pool.examineTogether(mill.name, order);
		await preparations.numbersOf(mill);
		if (unprepared !== undefined) throw new FailedTrial(unprepared);
		return { mill, findings, dependences, runs, leftOut: defined.examples.length - mill.examples.length };
	} catch (error) {
		// The reason why a worker was lost says more than the error.
		throw failure === undefined ? error : new FailedTrial(failure, { cause: error });
	} finally {
		pool.close();
		devices.close();
		preparations.close();
		programs.close();
	}
}

function show({ text }: Extract<PoolEvent, { type: "printed" }>): void {
	process.stderr.write(`${text}\n`);
}

function whyFailed(
	event: PoolEvent,
	{ what, limit }: { what: string; limit: number },
	memory: number,
): string | undefined {
	if (event.type !== "unloadable" && event.type !== "worker-gone") return undefined;
	if (event.type === "unloadable") return `the mill cannot be loaded: ${event.reason}`;
	if (event.kind === "deadline")
		return `${what} took longer than the limit of ${limit / 1_000} s. Make run quicker, or raise the mill's deadline.`;
	if (event.kind === "memory")
		return `the worker took more than ${Math.round(memory / MiB)} MiB and was ended. Let the mill take less memory.`;
	return `the worker of the mill ended by itself: ${event.error ?? event.reason}`;
}

/** Two failures count as the same, even with different messages. */
function isSame(one: ExampleResult, other: ExampleResult): boolean {
	if (one.failure !== undefined || other.failure !== undefined)
		return one.failure !== undefined && other.failure !== undefined;
	return isDeepStrictEqual(one.actual, other.actual);
}

/** 0 to count - 1 in random order. */
function shuffled(count: number): number[] {
	const order = Array.from({ length: count }, (_, i) => i);
	for (let i = count - 1; i > 0; i--) {
		const j = Math.floor(Math.random() * (i + 1));
		[order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
	}
	return order;
}
