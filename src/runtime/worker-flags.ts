import { MiB } from "../core/limits.js";
import type { Mill, Need } from "../core/mill.js";
import { permissionFlags } from "./permissions.js";

/** Node's flags for workers of these mills: how much memory, and what they may do. */
export function workerFlags(
	needs: readonly Need[],
	mills: readonly { mill: Mill; url: URL; reads: readonly string[] }[],
	{ inspect, memory }: { readonly inspect: boolean; readonly memory: number },
): string[] {
	if (inspect) return ["--inspect=127.0.0.1:0"];
	// The heap is bounded below the resident limit, so that most overruns end inside V8 with a reason.
	const heap = `--max-old-space-size=${Math.max(64, Math.floor((memory / MiB) * 0.75))}`;
	return [heap, ...(needs.includes("addons") ? [SMALL_NURSERY] : []), ...permissionFlags(needs, mills)];
}

/**
 * MiB in which new objects live. What computes in native code makes few of them, and V8's usual 16 is kept three times: with the
 * longest texts a worker of the translator took 260 MiB, and takes 190 to 240 in the same time.
 */
const SMALL_NURSERY = "--max-semi-space-size=4";
