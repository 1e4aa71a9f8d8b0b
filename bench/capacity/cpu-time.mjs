import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Ticks of the clock by which Linux counts, in a second. */
const TICKS = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** The CPU time that a process has used so far, in seconds. */
export function cpuSeconds(pid) {
	const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
	// The name stands in brackets and may hold anything: what follows the last one is numbers.
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
