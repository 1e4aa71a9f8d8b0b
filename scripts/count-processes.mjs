// scripts/test.mjs loads it into every process if TEST_COUNT is set: a byte in that file is a process that was started.
import child from "node:child_process";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

function counted(start) {
	return function (...words) {
		appendFileSync(process.env.TEST_COUNT, ".");
		return start.apply(this, words);
	};
}

const { prototype } = child.ChildProcess;
prototype.spawn = counted(prototype.spawn);
for (const name of ["spawnSync", "execFileSync", "execSync"]) child[name] = counted(child[name]);
syncBuiltinESMExports();
