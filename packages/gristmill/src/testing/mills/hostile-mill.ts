import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync, writeSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createTracing } from "node:trace_events";
// By its name, as an author imports it. By its path, its 270 files would be a part of the mill, and each worker would hash them.
import { defineMill, MiB, OutOfMemoryError, Problem, Type, text } from "gristmill";
import { frame } from "../../runtime/pool/wire.js";
import { QUEUES_CALLS } from "../../runtime/worker/queues-calls.js";

/** The options in the address of this module: `hostile-mill.js?name=other-tester&deadline=300`. */
const chosen = new URL(import.meta.url).searchParams;
/** The file descriptor of the pipe between a worker and the server. */
const PIPE = 3;
const never = new Promise<never>(() => {});
const batches: number[] = [];

/** The file of a gate: the seconds of its time are its openings. */
const gate = chosen.get("gate");

/** Does not return to the event loop for this long, like a computation, but leaves the processor to other tests. */
function hold(milliseconds: number): void {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Returns why an action was denied, or that it was allowed. */
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
	// The allocation is bounded and has pauses, so a server that does not notice it does not exhaust the machine.
	for (let i = 0; i < 64; i++) {
		held.push(Buffer.alloc(16 * MiB, 1));
		await setTimeout(5);
	}
	return never;
}

/** Every way in which a mill can misbehave, by the first word of its input. */
const WAYS: Readonly<Record<string, (rest: string, signal: AbortSignal) => unknown>> = {
	loop: () => {
		for (;;);
	},
	/** To a caller the same as `loop`, but it leaves the processor to other tests. */
	hold: () => hold(Number.POSITIVE_INFINITY),
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
	/** Waits until the gate was opened this often. */
	gate: async (rest) => {
		const times = Number.parseInt(rest, 10);
		while (gate && statSync(new URL(gate)).mtimeMs < 1_000 * times) await setTimeout(10);
		return `gate ${rest}`;
	},
	sleep: (rest) => setTimeout(Number.parseInt(rest, 10), `slept ${rest}`),
	busy: (rest) => {
		hold(Number.parseInt(rest, 10));
		return `busy ${rest}`;
	},
	/** Answers and then is busy for a while. Its worker does not receive the next call during that time. */
	linger: (rest) => {
		setImmediate(() => hold(Number.parseInt(rest, 10)));
		return "lingers";
	},
	/** Is busy for a while and then refuses its input. */
	refuse: (rest) => {
		hold(Number.parseInt(rest, 10));
		throw new Problem("invalid-input", `${process.pid}`);
	},
	write: () => attempt(() => writeFileSync(join(tmpdir(), "gristmill-hostile"), "here")),
	read: (rest) => attempt(() => readFileSync(rest)),
	spawn: () =>
		attempt(() => {
			const { error } = spawnSync("true");
			if (error) throw error;
		}),
	/** The sizes of the batches so far. */
	batches: () => batches.join(" "),
	env: () => Object.keys(process.env).sort().join(" "),
	"bad-output": () => 42,
	undeclared: () => {
		throw new Problem("no-such-problem", "secret of /srv/hostile.ts");
	},
	/** Writes messages to the server's pipe that the server does not understand or must not trust. */
	babble: () => {
		const returned = { type: "returned", number: 1_000, ids: Array.from({ length: 1_000 }, (_, id) => id) };
		const nonsense = [
			"ready",
			1,
			true,
			{},
			{ type: "answers", answers: [{ type: "done" }] },
			{ type: "loaded" },
			null,
			{ type: "arriving", id: 1, micros: 1 },
		];
		// The messages are written in one piece, because many small ones fill the pipe.
		writeSync(PIPE, Buffer.concat([returned, ...nonsense].map((message) => frame(message))));
		return "babbled";
	},
	/** Writes bytes to the pipe that are not a message. */
	garble: () => {
		writeSync(PIPE, "what is no message at all");
		return never;
	},
	/** Looks for Node's channel to the server and emits its events. */
	channel: () => {
		for (const event of ["message", "internalMessage", "disconnect"])
			process.emit(event as never, {} as never);
		const { send, channel, connected, disconnect } = process;
		return [send, channel, connected, disconnect].map((what) => typeof what).join(" ");
	},
	listen: () => attempt(() => createServer().listen(join(tmpdir(), "gristmill-hostile.sock"))),
	/** Connects to a port of this machine. */
	connect: async (rest) => {
		try {
			await once(connect(Number(rest), "127.0.0.1"), "connect");
			return "allowed";
		} catch (error) {
			return (error as NodeJS.ErrnoException).code;
		}
	},
	/** Reads the standard input to its end. */
	stdin: async () => {
		const pieces: unknown[] = [];
		for await (const piece of process.stdin) pieces.push(piece);
		return `${pieces.length} pieces`;
	},
	/** Makes Node write traces of this process during the call. Newer versions of Node deny this. */
	trace: async () => {
		try {
			const tracing = createTracing({ categories: ["node", "v8"] });
			tracing.enable();
			await setTimeout(100);
			tracing.disable();
		} catch {}
		return process.cwd();
	},
};

/** What the module does while it loads, if its address asks for it. */
const LOADS: Readonly<Record<string, () => unknown>> = {
	throw: () => {
		throw new Error("there is no model");
	},
	exit: () => process.exit(1),
	hang: () => never,
	slow: () => setTimeout(700),
	gate: () => WAYS.gate?.("1", new AbortController().signal),
};

async function run(input: string, signal: AbortSignal): Promise<{ echo: string; pid: number }> {
	const [way = "", ...rest] = input.split(" ");
	const echo = Object.hasOwn(WAYS, way) ? await WAYS[way]?.(rest.join(" "), signal) : input;
	return { echo: echo as string, pid: process.pid };
}

let turn: Promise<unknown> = Promise.resolve();

/** Runs one call after the other, as a Python process does. */
function runInTurn(input: string, signal: AbortSignal): ReturnType<typeof run> {
	const before = turn;
	const own = before.catch(() => {}).then(() => run(input, signal));
	turn = own;
	return own;
}

/**
 * What an author writes who forgets nothing: a problem is in the place of its input. "too-few" forgets an output, and with
 * `depends` the answer depends on the company.
 */
async function runBatch(inputs: readonly string[], signal: AbortSignal) {
	batches.push(inputs.length);
	if (inputs.includes("no-room") && inputs.length > 2) throw new OutOfMemoryError("no room");
	const outputs = inputs.map(async (input) => {
		try {
			return await run(input, signal);
		} catch (error) {
			if (Problem.is(error)) return error;
			throw error;
		}
	});
	const found = (await Promise.all(outputs)).slice(inputs.includes("too-few") ? 1 : 0);
	if (!chosen.has("depends")) return found;
	return found.map((one) => (Problem.is(one) ? one : { ...one, echo: `${one.echo} of ${inputs.length}` }));
}

/** Does what its input says, however harmful. Any other text is returned with the process that received it. */
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
	...(gate && { assets: [new URL(gate)] }),
	load: async () => {
		await LOADS[chosen.get("load") ?? ""]?.();
		return chosen.has("queues") ? { [QUEUES_CALLS]: true, close: () => {} } : undefined;
	},
	run: (input, { signal }) => (chosen.has("queues") ? runInTurn : run)(input, signal),
	...(chosen.has("batch") && {
		runBatch: (inputs: readonly string[], { signal }: { readonly signal: AbortSignal }) =>
			runBatch(inputs, signal),
		batch: {
			most: Number(chosen.get("batch")),
			maxBytes: Number(chosen.get("batchBytes") ?? MiB),
			...(chosen.has("warm") && { sizes: [2, Number(chosen.get("batch"))], warm: true }),
		},
	}),
});
