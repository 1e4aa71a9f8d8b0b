import { readFileSync } from "node:fs";
import type { Seat } from "./job.js";

const EVERY_MS = 200;

/** Kills workers whose resident memory outgrows the limit: a heap limit does not count native memory. */
export function watchMemory(seats: () => Iterable<Seat>, limit: number): () => void {
	const timer = setInterval(() => {
		for (const seat of seats()) {
			if ((residentBytes(seat.process.pid) ?? 0) <= limit) continue;
			seat.verdict ??= "memory";
			seat.process.kill();
		}
	}, EVERY_MS);
	timer.unref();
	return () => clearInterval(timer);
}

/** How much memory a process has resident; undefined where the system does not tell. */
export function residentBytes(pid: number | undefined): number | undefined {
	if (pid === undefined) return undefined;
	try {
		const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
		return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
	} catch {
		return undefined;
	}
}
