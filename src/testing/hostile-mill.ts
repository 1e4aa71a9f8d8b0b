import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { defineMill, MiB, Problem, Type, text } from "../index.js";

/** What the address of this module may choose: `hostile-mill.js?name=other-tester&deadline=300`. */
const chosen = new URL(import.meta.url).searchParams;
const never = new Promise<never>(() => {});

/** Computes for this long, without a turn of the loop. */
function compute(milliseconds: number): void {
	const end = performance.now() + milliseconds;
	while (performance.now() < end);
}

/** Says why something was denied, or that it was not. */
function attempt(what: () => unknown): string {
	try {
		what();
		return "allowed";
	} catch (error) {
		return (error as NodeJS.ErrnoException).code ?? "failed";
	}
}

async function eatNativeMemory(): Promise<never> {
	const held: Buffer[] = [];
	// Bounded, and with pauses: a server that does not notice must not take the machine with it.
	for (let i = 0; i < 64; i++) {
		held.push(Buffer.alloc(16 * MiB, 1));
		await setTimeout(5);
	}
	return never;
}

/** Every way in which a mill can go wrong, by the first word of its input. */
const WAYS: Readonly<Record<string, (rest: string, signal: AbortSignal) => unknown>> = {
	loop: () => {
		for (;;);
	},
	regex: () => String(/^(a+)+$/.test(`${"a".repeat(48)}!`)),
	heap: () => {
		const held: object[] = [];
		for (;;) held.push(new Array(8_000_000).fill(0));
	},
	native: eatNativeMemory,
	abort: () => process.abort(),
	exit: () => process.exit(0),
	reject: () => {
		void Promise.reject(new Error("nobody listens"));
		return never;
	},
	throw: () => {
		throw new Error("secret of /srv/hostile.ts");
	},
	wait: (_, signal) =>
		new Promise((_, reject) => {
			signal.addEventListener("abort", () => reject(new Error("nobody waits")), { once: true });
		}),
	"wait-forever": () => never,
	sleep: (rest) => setTimeout(Number.parseInt(rest, 10), `slept ${rest}`),
	busy: (rest) => {
		compute(Number.parseInt(rest, 10));
		return `busy ${rest}`;
	},
	/** Computes for a while, and then refuses its input. */
	refuse: (rest) => {
		compute(Number.parseInt(rest, 10));
		throw new Problem("invalid-input", `${process.pid}`);
	},
	write: () => attempt(() => writeFileSync(join(tmpdir(), "gristmill-hostile"), "here")),
	read: (rest) => attempt(() => readFileSync(rest)),
	spawn: () =>
		attempt(() => {
			const { error } = spawnSync("true");
			if (error) throw error;
		}),
	env: () => String(Object.keys(process.env).length),
	"bad-output": () => 42,
	undeclared: () => {
		throw new Problem("no-such-problem", "secret of /srv/hostile.ts");
	},
	/** Speaks on the pipe to the server what the server does not understand, or must not believe. */
	babble: () => {
		for (let id = 0; id < 1_000; id++) process.send?.({ type: "dropped", id });
		for (const nonsense of ["ready", 1, true, {}, { type: "done" }, { type: "loaded" }, null])
			process.send?.(nonsense);
		return "babbled";
	},
};

/** What loading does where the address of the module says so. */
const LOADS: Readonly<Record<string, () => unknown>> = {
	throw: () => {
		throw new Error("there is no model");
	},
	exit: () => process.exit(1),
	hang: () => never,
	slow: () => setTimeout(700),
};

/** Does what its input says, however bad that is; any other text comes back with the process that saw it. */
export default defineMill({
	name: chosen.get("name") ?? "hostile-tester",
	version: "1.0.0",
	summary: "Misbehaves in the way that the text names.",
	method: chosen.get("method") === "QUERY" ? "QUERY" : "POST",
	input: { "text/plain": text({ description: "What to do." }) },
	output: Type.Object({
		echo: Type.String({ description: "The text, or what came of it." }),
		pid: Type.Integer({ description: "The process that ran." }),
	}),
	examples: Array.from({ length: Number(chosen.get("examples") ?? 1) }, () => ({
		input: chosen.get("example") ?? "grist",
		output: { echo: chosen.get("expected") ?? "grist", pid: 0 },
	})),
	agrees: (expected, actual) => expected.echo === actual.echo,
	deadline: { base: Number(chosen.get("deadline") ?? 1_500), perKiB: Number(chosen.get("perKiB") ?? 0) },
	inline: chosen.has("inline"),
	load: async () => {
		await LOADS[chosen.get("load") ?? ""]?.();
	},
	run: async (input, { signal }) => {
		const [way = "", ...rest] = input.split(" ");
		const echo = Object.hasOwn(WAYS, way) ? await WAYS[way]?.(rest.join(" "), signal) : input;
		return { echo: echo as string, pid: process.pid };
	},
});
