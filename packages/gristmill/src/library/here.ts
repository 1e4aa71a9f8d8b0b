import { demandAssets } from "../runtime/digest/assets.js";
import { millDigest } from "../runtime/digest/digest.js";
import { inProcessLane, type Lane } from "../runtime/lanes/lane.js";
import type { ImportedMill } from "../runtime/loading/import-mill.js";
import { makeReady } from "../runtime/ready-mill.js";

/** Where the calls of an opened mill run. */
export interface Place {
	readonly lane: Lane;
	/** The number of calls that `many` may begin before the first has ended. */
	readonly most: number;
	close(): void;
}

/** Runs calls in this process. */
export async function placeHere({ mill, module, defined = mill }: ImportedMill): Promise<Place> {
	await demandAssets(mill);
	// Few mills start a program, and finding it takes more code than calling a mill.
	const programs = mill.program && new (await import("../runtime/loading/programs.js")).Programs([mill]);
	try {
		const program = await programs?.of(mill);
		const digest = await millDigest(defined, module?.url, program?.identity);
		const ready = await makeReady(mill, program?.found);
		return { lane: inProcessLane(ready, digest), most: 1, close: () => programs?.close() };
	} catch (error) {
		programs?.close();
		throw error;
	}
}
