// The entry of a worker process. It loads mills, computes one job at a time, and ends with its parent.
import { Buffer } from "node:buffer";
import { getPriority, setPriority } from "node:os";
import { setTimeout } from "node:timers/promises";
import { describeError } from "../core/describe-error.js";
import { Problem } from "../core/problem.js";
import { describeCrash } from "./describe-crash.js";
import { examine } from "./examine.js";
import { importMill } from "./import-mill.js";
import type { FromWorker, ToWorker } from "./messages.js";
import { perform } from "./perform.js";
import { makeReady, type ReadyMill } from "./ready-mill.js";

/** How much a worker yields to the HTTP process, so that health checks stay quick on a full machine. */
const NICENESS = 5;
/** How long the next mill waits for one that is loading. */
const HOLD_UP_MS = 5_000;

/** With a debugger on it, messages of errors are wanted, whatever they quote. */
const IS_INSPECTED = process.execArgv.some((flag) => flag.startsWith("--inspect"));

const ready = new Map<string, ReadyMill>();
const waiting: { name: string; url: string }[] = [];
/** Every mill that it was told to load. */
const known = new Set<string>();
type Work = Extract<ToWorker, { type: "call" | "examine" }>;

/** Jobs that have come and wait for the one that runs, if any. */
const hopper: Work[] = [];
let current: { id: number; abort: AbortController } | undefined;

function say(message: FromWorker): void {
	// The parent may be gone already; then there is nobody to tell.
	process.send?.(message, () => {});
}

/** One after the other; but a mill that waits for something does not hold up the others for long. */
async function loadAll(): Promise<void> {
	for (let next = waiting.shift(); next; next = waiting.shift()) {
		say({ type: "loading", mill: next.name });
		await Promise.race([load(next), setTimeout(HOLD_UP_MS, undefined, { ref: false })]);
	}
}

async function load({ name, url }: { name: string; url: string }): Promise<void> {
	try {
		ready.set(name, await makeReady(await importMill(url)));
		say({ type: "loaded", mill: name });
	} catch (error) {
		say({ type: "unloadable", mill: name, reason: describeError(error) });
	}
}

/** Begins the next job, unless one runs. A turn of the loop comes first: what was said while a mill held it is heard by then. */
function grind(): void {
	const next = current ? undefined : hopper.shift();
	if (next) void work(next);
}

async function work(message: Work): Promise<void> {
	const { id } = message;
	const abort = new AbortController();
	current = { id, abort };
	say({ type: "begun", id });
	const began = process.hrtime.bigint();
	const micros = () => Number((process.hrtime.bigint() - began) / 1_000n);
	try {
		const mill = ready.get(message.mill);
		if (!mill) throw new Error(`${message.mill} is not loaded`);
		const content =
			message.type === "examine"
				? JSON.stringify(await examine(mill, message.order))
				: await perform(mill, revive(message.call), () => abort.signal);
		const bytes = typeof content === "string" ? Buffer.from(content) : content;
		say({ type: "done", id, content: bytes, micros: micros() });
	} catch (error) {
		if (Problem.is(error)) {
			const { code, detail, members } = error;
			say({ type: "problem", id, code, detail, members, micros: micros() });
		} else say({ type: "crash", id, reason: describeCrash(error, IS_INSPECTED) });
	}
	current = undefined;
	if (hopper.length > 0) setImmediate(grind);
}

/** Nobody waits for a job any more: one that runs is told, and one that waits is not begun. */
function cancel(id: number): void {
	if (current?.id === id) current.abort.abort();
	const at = hopper.findIndex((one) => one.id === id);
	if (at < 0) return;
	hopper.splice(at, 1);
	say({ type: "dropped", id });
}

/** The body came through the pipe as a view of its own; mills and decoders expect a Buffer's quickness. */
function revive(call: Extract<ToWorker, { type: "call" }>["call"]) {
	const { buffer, byteOffset, byteLength } = call.body;
	return { ...call, body: Buffer.from(buffer, byteOffset, byteLength) };
}

process.on("message", (message: ToWorker) => {
	switch (message.type) {
		case "boot":
			// A mill may come a second time: the server cannot know how far this worker is.
			waiting.push(...message.mills.filter(({ name }) => !known.has(name)));
			for (const { name } of message.mills) known.add(name);
			void loadAll();
			return;
		case "want": {
			const at = waiting.findIndex(({ name }) => name === message.mill);
			if (at > 0) waiting.unshift(...waiting.splice(at, 1));
			return;
		}
		case "cancel":
			cancel(message.id);
			return;
		default:
			if (hopper.push(message) === 1 && !current) setImmediate(grind);
	}
});
process.on("disconnect", () => process.exit(0));

try {
	setPriority(getPriority() + NICENESS);
} catch {
	// Not allowed here: the worker computes all the same.
}
