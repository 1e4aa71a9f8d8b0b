import { isDeepStrictEqual } from "node:util";
import { LONGEST_DEADLINE } from "../core/deadline.js";
import { MiB } from "../core/limits.js";
import type { Mill } from "../core/mill.js";
import { demandAssets } from "./assets.js";
import type { Finding } from "./examine.js";
import { importSource, type MillModule } from "./import-mill.js";
import { Pool } from "./pool.js";
import { workerFlags } from "./worker-flags.js";

/** What came of a mill's examples. */
export interface Trial {
	readonly mill: Mill;
	/** In the order of the examples. */
	readonly findings: readonly (Finding & {
		/** What the second run gave, where that was not the same. */
		readonly again?: unknown;
	})[];
}

/** Runs a mill's examples twice, each time in another order, in a worker with all its limits. */
export async function tryMill(module: MillModule, random: () => number = Math.random): Promise<Trial> {
	const { mill } = await importSource(module);
	await demandAssets(mill);
	const mills = [{ mill, url: module.url, reads: module.reads ?? [] }];
	let failure: string | undefined;
	const pool = new Pool(mills, {
		workers: 1,
		// Both runs in one worker: what a mill remembers of its calls shows only there.
		spares: 0,
		flags: workerFlags(mill.needs, mills, { inspect: false, memory: 2048 * MiB }),
		memory: 2048 * MiB,
		deadline: LONGEST_DEADLINE,
		onEvent: ({ reason }) => {
			failure ??= reason;
		},
	});
	try {
		const first = await pool.examine(mill.name, shuffled(mill.examples.length, random));
		const second = await pool.examine(mill.name, shuffled(mill.examples.length, random));
		const findings = first
			.sort((a, b) => a.example - b.example)
			.map((finding) => {
				const again = second.find(({ example }) => example === finding.example)?.actual;
				return isDeepStrictEqual(again, finding.actual) ? finding : { ...finding, again };
			});
		return { mill, findings };
	} catch (error) {
		// Why a worker was lost says more than that it was.
		throw failure === undefined ? error : new Error(failure, { cause: error });
	} finally {
		pool.close();
	}
}

/** 0 to count - 1 in random order. */
function shuffled(count: number, random: () => number): number[] {
	const order = Array.from({ length: count }, (_, i) => i);
	for (let i = count - 1; i > 0; i--) {
		const j = Math.floor(random() * (i + 1));
		[order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
	}
	return order;
}
