import { MiB } from "../../core/definition/limits.js";
import type { Need } from "../../core/definition/mill.js";
import { permissionFlags, type WorkerMill } from "./permissions.js";

/** Node's flags for workers of these mills: memory limits and permissions. */
export function workerFlags(
	needs: readonly Need[],
	mills: readonly WorkerMill[],
	{ inspect, memory }: { readonly inspect: boolean; readonly memory: number },
): string[] {
	if (inspect) return ["--inspect=127.0.0.1:0"];
	// The heap limit is below the resident limit, so that most overruns end inside V8 with a reason.
	const heap = `--max-old-space-size=${Math.max(64, Math.floor((memory / MiB) * 0.75))}`;
	return [heap, ...(needs.includes("addons") ? [SMALL_NURSERY] : []), ...permissionFlags(needs, mills)];
}

/**
 * The size of V8's young generation in MiB. Native code creates few objects, and V8 reserves its default of 16 MiB three times.
 * With the longest texts a worker of the translator took 260 MiB, and takes 190 to 240 MiB at the same speed.
 */
const SMALL_NURSERY = "--max-semi-space-size=4";
