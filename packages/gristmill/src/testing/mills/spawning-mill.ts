import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { defineMill, Type, text } from "gristmill";

/** A shell and a program that ignore SIGTERM. `name`, a number, identifies both in the process list. */
const stubborn = (name: string) => ["-c", `trap '' TERM; echo ready; sleep 300.${name}; :`];

/** Starts processes and does not stop them. The input "WAY NAME" selects how to start them and their name. */
export default defineMill({
	name: "process-starter",
	version: "1.0.0",
	summary: "Starts a process that ignores SIGTERM.",
	input: { "text/plain": text() },
	output: Type.Object({ pid: Type.Integer() }),
	needs: ["spawn"],
	deadline: Number(new URL(import.meta.url).searchParams.get("deadline") ?? 60_000),
	run: async (input) => {
		const [way, name = ""] = input.split(" ");
		// The worker is blocked until the process has ended.
		if (way === "wait") execFileSync("/bin/sh", stubborn(name));
		const child = spawn("/bin/sh", stubborn(name), { stdio: ["ignore", "pipe", "ignore"] });
		await once(child.stdout, "data");
		if (way === "abort") process.abort();
		return { pid: process.pid };
	},
});
