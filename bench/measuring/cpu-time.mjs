import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** The clock ticks per second that Linux counts in. */
const TICKS = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** The CPU time that a process has used so far, in seconds. */
export function cpuSeconds(pid) {
	const fields = statOf(pid);
	return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** The CPU time that a process and all its descendants have used so far, in seconds. */
export function treeSeconds(pid) {
	const parents = new Map();
	for (const name of readdirSync("/proc"))
		if (/^\d+$/.test(name))
			try {
				parents.set(Number(name), Number(statOf(name)[1]));
			} catch {
				// It has ended.
			}
	const isBelow = (one) => one === pid || (parents.has(one) && isBelow(parents.get(one)));
	return [...parents.keys()].filter(isBelow).reduce((sum, one) => sum + cpuSeconds(one), 0);
}

/** The fields of `/proc/PID/stat` after the name of the process. */
function statOf(pid) {
	const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
	// The name is in brackets and may contain anything. After the last bracket there are only numbers.
	return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
