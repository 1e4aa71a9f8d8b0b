import type { Mill, Need } from "../core/mill.js";
import { demandAssets } from "./assets.js";
import { millDigest } from "./digest.js";
import { examine } from "./examine.js";
import type { ImportedMill } from "./import-mill.js";
import type { PoolEvent } from "./job.js";
import type { Lane } from "./lane.js";
import { summed } from "./observer.js";
import { limitsOf, type RuntimeOptions } from "./options.js";
import { performHere } from "./perform-here.js";
import { undeniable } from "./permissions.js";
import { Pool } from "./pool.js";
import { pooled } from "./pooled-lane.js";
import { makeReady, type ReadyMill } from "./ready-mill.js";
import { workerFlags } from "./worker-flags.js";

/** Gives each mill its lane: workers for modules, this process for objects. */
export async function makeLanes(imported: readonly ImportedMill[], options: RuntimeOptions) {
	// Before there are processes to end.
	for (const { mill } of imported) await demandAssets(mill);
	const lanes = new Map<string, Lane>();
	const pools: Pool[] = [];
	const groups = new Map<string, { mill: Mill; defined: Mill; url: URL; reads: readonly string[] }[]>();
	for (const { mill, module, defined = mill } of imported) {
		if (!module) lanes.set(mill.name, inProcess(await makeReady(mill), await millDigest(defined, undefined)));
		else {
			const needs = [...mill.needs].sort().join(" ");
			groups.set(needs, [
				...(groups.get(needs) ?? []),
				{ mill, defined, url: module.url, reads: module.reads ?? [] },
			]);
		}
	}
	// Workers are grouped by what their mills need, so that a text mill runs without addons. All of them start before the
	// first digest is computed: what they load takes longer than to hash it.
	const started = [...groups].map(([needs, mills]) => {
		const pool = new Pool(mills, {
			workers: options.inspect ? 1 : options.workers,
			flags: workerFlags(needs === "" ? [] : (needs.split(" ") as Need[]), mills, options),
			memory: options.memory,
			deadline: options.deadline,
			// A spare beside the worker that a debugger is to be attached to would only hide which of the two computes.
			spares: options.inspect ? 0 : 1,
			inspect: options.inspect,
			concurrency: (mill) => limitsOf(mill, options).concurrency ?? Number.POSITIVE_INFINITY,
			onEvent: (event) => report(event, options),
		});
		pools.push(pool);
		return { pool, mills };
	});
	const close = () => {
		for (const pool of pools) pool.close();
	};
	try {
		for (const { pool, mills } of started) {
			const digests = await Promise.all(mills.map(({ defined, url }) => millDigest(defined, url)));
			for (const [i, { mill }] of mills.entries()) {
				const ready = mill.inline && options.inline === "auto" ? await makeReady(mill) : undefined;
				lanes.set(mill.name, pooled(pool, mill, digests[i] as string, ready, options));
			}
		}
	} catch (error) {
		close();
		throw error;
	}
	return {
		lanes,
		undenied: groups.size > 0 ? undeniable() : [],
		census: () => summed(pools.map((pool) => pool.census())),
		pids: () => pools.flatMap((pool) => pool.pids()),
		close,
	};
}

function inProcess(ready: ReadyMill, digest: string): Lane {
	return {
		digest,
		run: (call, signal, passage) => performHere("process", ready, call, signal, passage),
		examine: () => examine(ready),
		waiting: () => 0,
	};
}

function report(event: PoolEvent, { log, observer }: RuntimeOptions): void {
	if (event.type === "unloadable")
		log("error", "a mill cannot be loaded", { mill: event.mill, error: event.reason });
	else {
		observer?.workerLost(event.kind);
		log("warn", "a worker is gone", { reason: event.reason, mill: event.mill });
	}
}
