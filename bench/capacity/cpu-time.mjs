import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The clock ticks per second that Linux counts in. */
const TICKS = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** The CPU time that a process has used so far, in seconds. */
export function cpuSeconds(pid) {
	const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
	// The name is in brackets and may contain anything. After the last bracket there are only numbers.
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
