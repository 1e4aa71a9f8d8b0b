import type { Mill, Need } from "../../core/definition/mill.js";
import { demandAssets } from "../digest/assets.js";
import { millDigest, millIdentity } from "../digest/digest.js";
import { inClass } from "../digest/numeric-class.js";
import type { ImportedMill } from "../loading/import-mill.js";
import { Programs } from "../loading/programs.js";
import { summed } from "../observer.js";
import { groupOf, limitsOf, type RuntimeOptions } from "../options.js";
import { undeniable, type WorkerMill } from "../pool/permissions.js";
import { Pool } from "../pool/pool.js";
import type { PoolEvent } from "../pool/pool-options.js";
import { workerFlags } from "../pool/worker-flags.js";
import { makeReady } from "../ready-mill.js";
import { DevicePlan } from "./device-plan.js";
import { inProcessLane, type Lane } from "./lane.js";
import { pooledLane } from "./pooled-lane.js";
import { Preparations } from "./preparations.js";

/**
 * Makes the lane of each mill: workers for modules, this process for objects. `serviceChanged` is called when no worker can run
 * a mill any more, and when one can again.
 */
export async function makeLanes(
	imported: readonly ImportedMill[],
	options: RuntimeOptions,
	serviceChanged: (mill: string) => void,
) {
	// Missing files are reported before any process starts.
	for (const { mill } of imported) await demandAssets(mill);
	const devices = await DevicePlan.for(imported.flatMap(({ mill, module }) => (module ? mill : [])));
	const lanes = new Map<string, Lane>();
	const pools: Pool[] = [];
	const groups = new Map<string, (WorkerMill & { readonly defined: Mill })[]>();
	const programs = new Programs(imported.map(({ mill }) => mill));
	for (const { mill, module, defined = mill } of imported) {
		if (!module) {
			const program = await programs.of(mill);
			const digest = await millDigest(defined, undefined, program?.identity);
			const ready = makeReady(mill, program?.found);
			ready.catch(() => programs.close());
			lanes.set(mill.name, inProcessLane(await ready, digest));
		} else {
			const needs = groupOf(mill);
			groups.set(needs, [
				...(groups.get(needs) ?? []),
				{ mill, defined, url: module.url, reads: module.reads ?? [], access: programs.access(mill) },
			]);
		}
	}
	if (groups.size > 0) mustStartWorkers(process.versions);
	const inWorkers = [...groups.values()].flat().map(({ mill }) => mill);
	const preparations = new Preparations(
		options.inspect ? [] : inWorkers,
		(mill, error, what) =>
			options.log(
				"warn",
				what === "probe"
					? "the probe of a mill failed, so no other server has its digest"
					: "a mill cannot prepare its files, and is loaded without them",
				{ mill, error },
			),
		(mill) => options.log("info", "a mill is still preparing its files", { mill }),
		(event) => report(event, options),
	);
	// Workers are grouped by what their mills need, so that a text mill runs without addons. The processes start while the
	// digests are computed. Then they load the mills and compare the files with the digests.
	const started = [...groups].map(([needs, given]) => {
		const mills = given.map((one) => ({ ...one, preparedIn: preparations.folderOf(one.mill) }));
		const forDevices = devices.optionsOf(
			mills.map(({ mill }) => mill),
			options,
		);
		const { memory = options.memory, workers = options.workers } = forDevices;
		const flags = workerFlags(needs === "" ? [] : (needs.split(" ") as Need[]), mills, {
			...options,
			memory,
		});
		const identified = mills.map((one) => {
			const program = programs.of(one.mill);
			const identity = Promise.resolve(program).then((located) =>
				millIdentity(one.defined, one.url, located?.identity),
			);
			return {
				...one,
				program,
				identity,
				files: identity.then(({ files }) => files),
				prepare: preparations.of(one.mill, flags, memory, forDevices.environment?.(0)),
			};
		});
		const pool = new Pool(identified, {
			workers,
			flags,
			memory,
			deadline: options.deadline,
			spares: 1,
			...forDevices,
			// With a spare, it would be unclear which worker to attach a debugger to.
			...(options.inspect && { workers: 1, spares: 0 }),
			inspect: options.inspect,
			showMessages: options.showMessages ?? false,
			concurrency: (mill) => limitsOf(mill, options).concurrency ?? Number.POSITIVE_INFINITY,
			...(options.clock && { clock: options.clock }),
			onEvent: (event) => {
				if (event.type === "service") serviceChanged(event.mill);
				else report(event, options);
			},
		});
		pools.push(pool);
		return { pool, mills: identified, workers };
	});
	let isClosed = false;
	const close = () => {
		isClosed = true;
		for (const pool of pools) pool.close();
		devices.close();
		preparations.close();
		programs.close();
	};
	try {
		for (const { pool, mills, workers } of started)
			for (const { mill, identity } of mills) {
				const digest = inClass((await identity).digest, await preparations.numbersOf(mill));
				const ready = mill.inline && options.inline === "auto" ? await makeReady(mill) : undefined;
				lanes.set(mill.name, pooledLane(pool, mill, digest, ready, { ...options, workers }));
			}
	} catch (error) {
		close();
		throw error;
	}
	return {
		lanes,
		undenied: groups.size > 0 ? undeniable() : [],
		census: () => summed(pools.map((pool) => pool.census())),
		// The ended ones are known a moment longer.
		pids: () => (isClosed ? [] : pools.flatMap((pool) => pool.pids())),
		close,
	};
}

function report(event: Exclude<PoolEvent, { type: "service" }>, { log, observer }: RuntimeOptions): void {
	if (event.type === "unloadable")
		log("error", "a mill cannot be loaded", { mill: event.mill, error: event.reason });
	else if (event.type === "batch") observer?.batched(event.mill, event.size);
	else if (event.type === "cpu") observer?.computed(event.mill, event.micros / 1e6);
	else if (event.type === "killer-refused") observer?.killerRefused(event.mill);
	else if (event.type === "held") {
		observer?.heldBack(event.mill, event.milliseconds);
		if (event.isNew)
			log("warn", "calls of a mill wait because it has lost many workers", { mill: event.mill });
	} else if (event.type === "killer")
		log(
			"warn",
			`calls equal to one that ${event.how === "crash" ? "crashed two workers" : "took too long twice"} are refused for a while`,
			{
				mill: event.mill,
			},
		);
	else if (event.type === "printed")
		log("info", "a mill printed", {
			id: event.request,
			mill: event.mill,
			worker: event.worker,
			text: event.text,
		});
	else if (event.type === "batch-failed")
		log(
			"warn",
			`a batch ${event.isOutOfMemory ? "needed too much memory, and its calls run again in halves" : "failed, and its calls run again alone"}`,
			{ mill: event.mill, error: event.reason },
		);
	else {
		observer?.workerLost(event.kind);
		log("warn", "a worker is gone", { reason: event.reason, mill: event.mill, error: event.error });
	}
}

/** Refuses a runtime that lacks what workers need. Bun has no way to unref the pipe of a child process. */
export function mustStartWorkers({ bun }: NodeJS.ProcessVersions): void {
	if (bun !== undefined)
		throw new RangeError(
			"Bun cannot start the workers of mill files. Give what defineMill returned instead of files, or use Node or Deno.",
		);
}
