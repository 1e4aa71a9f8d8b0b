import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";

/** What calls of hostile mills wait for in their workers: the input `gate 2` waits until the gate was opened twice. */
export interface Gate {
	/** A part of the address of each mill that waits for it. */
	readonly query: string;
	open(): void;
}

/**
 * Makes a gate in a file, because a worker hears of nothing else while it runs a call. The file belongs to the algorithm: a worker that
 * starts after an opening does not serve the mills of this gate.
 */
export function makeGate(): Gate {
	const folder = mkdtempSync(join(tmpdir(), "gristmill-gate-"));
	after(() => rmSync(folder, { recursive: true }));
	const file = join(folder, "gate");
	writeFileSync(file, "");
	return {
		query: `gate=${encodeURIComponent(pathToFileURL(file).href)}`,
		open: () => appendFileSync(file, "x"),
	};
}
