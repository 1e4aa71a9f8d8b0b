import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
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
 * Makes a gate: the seconds of a file's time are the number of its openings. A worker hears of nothing else while it runs a call. The
 * content stays the same, because it belongs to the algorithm.
 */
export function makeGate(): Gate {
	const folder = mkdtempSync(join(tmpdir(), "gristmill-gate-"));
	after(() => rmSync(folder, { recursive: true }));
	const file = join(folder, "gate");
	writeFileSync(file, "");
	let openings = 0;
	utimesSync(file, openings, openings);
	return {
		query: `gate=${encodeURIComponent(pathToFileURL(file).href)}`,
		open: () => utimesSync(file, ++openings, openings),
	};
}
