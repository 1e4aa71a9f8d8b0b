// The entry of a worker process. It loads mills, runs one job at a time, and ends with the server.
import { Buffer } from "node:buffer";
import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { getPriority, setPriority } from "node:os";
import { setTimeout } from "node:timers/promises";
import { Problem } from "../../core/problem.js";
import { demandUnchanged } from "../digest/hashed-files.js";
import { describeCrash } from "../loading/describe-crash.js";
import { describeFailure } from "../loading/describe-failure.js";
import { examine } from "../loading/examine.js";
import { importMill } from "../loading/import-mill.js";
import { makeReady, type ReadyMill } from "../loading/ready-mill.js";
import { type Call, perform } from "../perform.js";
import type { FromWorker, MillToLoad, ToWorker } from "../pool/messages.js";
import { ATTACHED, Wire } from "../pool/wire.js";
import { adviceOnDenial } from "./denial.js";
import { denyListening } from "./deny-listening.js";
import { allowEndingWorker } from "./end-worker.js";

/** The niceness relative to the server, so that health checks stay fast on a busy machine. */
const NICENESS = 5;
/** How long the next mill waits for one that is loading. */
const LOAD_WAIT_MS = 5_000;

/** Under a debugger, error messages are shown even if they quote input. */
const IS_INSPECTED = process.execArgv.some((flag) => flag.startsWith("--inspect"));

const ready = new Map<string, ReadyMill>();
const toLoad: MillToLoad[] = [];
/** Every mill that is loaded, is loading, or is in `toLoad`. */
const known = new Set<string>();
type Work = Extract<ToWorker, { type: "call" | "examine" }>;

/** Jobs that have arrived and wait for the running one. */
const pending: Work[] = [];
let current: { id: number; abort: AbortController } | undefined;

function send(message: FromWorker): void {
	server.send(message);
}

/** Loads mills one after the other. A mill that waits for something does not block the others for long. */
async function loadAll(): Promise<void> {
	for (let next = toLoad.shift(); next; next = toLoad.shift()) {
		send({ type: "loading", mill: next.name });
		await Promise.race([load(next), setTimeout(LOAD_WAIT_MS, undefined, { ref: false })]);
	}
}

async function load({ name, url, files, program }: MillToLoad): Promise<void> {
	try {
		const demandStillUnchanged = await demandUnchanged(files);
		const mill = await makeReady(await importMill(url), program);
		await demandStillUnchanged();
		ready.set(name, mill);
		send({ type: "loaded", mill: name });
	} catch (error) {
		known.delete(name);
		send({ type: "unloadable", mill: name, reason: describeFailure(error) });
	}
}

/** Begins the next job unless one runs. Call it by `setImmediate`: messages that arrived while a mill blocked the loop are read first. */
function runNext(): void {
	const next = current ? undefined : pending.shift();
	if (next) void work(next);
}

async function work(message: Work): Promise<void> {
	const { id } = message;
	const abort = new AbortController();
	current = { id, abort };
	send({ type: "begun", id });
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
		const done = { type: "done", id, micros: micros() } as const;
		if (bytes.byteLength < ATTACHED) send({ ...done, content: bytes });
		// The next call waits: its mill may write to the array that this one returned.
		else await new Promise<void>((flushed) => server.send(done, bytes, flushed));
	} catch (error) {
		if (Problem.is(error)) {
			const { code, detail, members } = error;
			send({ type: "problem", id, code, detail, members, micros: micros() });
		} else send({ type: "crash", id, reason: describeCrash(error, IS_INSPECTED) });
	}
	current = undefined;
	if (pending.length > 0) setImmediate(runNext);
}

/** Aborts a job if it runs, or removes it if it waits. */
function cancel(id: number): void {
	if (current?.id === id) current.abort.abort();
	const at = pending.findIndex((one) => one.id === id);
	if (at < 0) return;
	pending.splice(at, 1);
	send({ type: "dropped", id });
}

/** The body arrives as a Uint8Array; mills and decoders are faster with a Buffer. */
function revive(call: Call): Call {
	const { buffer, byteOffset, byteLength } = call.body;
	return { ...call, body: Buffer.from(buffer, byteOffset, byteLength) };
}

/** A large body follows its message. */
function withBody(message: ToWorker, body: Uint8Array | undefined): ToWorker {
	return body && message.type === "call" ? { ...message, call: { ...message.call, body } } : message;
}

/** Ends this process when the server is gone, with its process group if it leads one. */
function endWithServer(): void {
	try {
		process.kill(-process.pid, "SIGKILL");
	} catch {
		process.exit(0);
	}
}

function receive(message: ToWorker): void {
	switch (message.type) {
		case "load":
			// The server may send a mill again, because it does not know what this worker has loaded.
			toLoad.push(...message.mills.filter(({ name }) => !known.has(name)));
			for (const { name } of message.mills) known.add(name);
			void loadAll();
			return;
		case "load-next": {
			const at = toLoad.findIndex(({ name }) => name === message.mill);
			if (at > 0) toLoad.unshift(...toLoad.splice(at, 1));
			return;
		}
		case "cancel":
			cancel(message.id);
			return;
		default:
			if (pending.push(message) === 1 && !current) setImmediate(runNext);
	}
}

// An error that a mill throws outside of a call ends the worker. Node prints it, but without advice on `needs`.
process.on("uncaughtExceptionMonitor", (error) => {
	const advice = adviceOnDenial(error);
	if (advice !== undefined) writeSync(2, `${advice}\n`);
});

allowEndingWorker((reason) => {
	writeSync(2, `${reason}\n`);
	process.exit(1);
});
if (!IS_INSPECTED) denyListening();
const pipe = new Socket({ fd: 3, readable: true, writable: true });
const server = new Wire(pipe, (message, body) => receive(withBody(message as ToWorker, body)), endWithServer);

try {
	setPriority(getPriority() + NICENESS);
} catch {
	// It is not allowed here. The worker runs anyway.
}
