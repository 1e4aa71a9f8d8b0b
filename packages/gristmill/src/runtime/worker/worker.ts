// The entry of a worker process. It loads mills, runs one job at a time, and ends with the server.
import { Buffer } from "node:buffer";
import { writeSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import type { Content } from "../../codecs/encode.js";
import { configured } from "../../core/definition/settings.js";
import { Problem } from "../../core/problem.js";
import { Cancellation } from "../cancellation.js";
import { demandUnchanged } from "../digest/hashed-files.js";
import { describeCrash } from "../loading/describe-crash.js";
import { describeFailure } from "../loading/describe-failure.js";
import { examine } from "../loading/examine.js";
import { examineTogether } from "../loading/examine-together.js";
import { importMill } from "../loading/import-mill.js";
import { makeReady, type ReadyMill } from "../loading/ready-mill.js";
import { type Call, isRaw, type MaybePromise, perform } from "../perform.js";
import { performBatch } from "../perform-batch.js";
import type { CallAnswer, FromWorker, MillToLoad, ToWorker } from "../pool/messages.js";
import { packFromWorker, unpackToWorker } from "../pool/payload.js";
import { Wire } from "../pool/wire.js";
import { adviceOnDenial } from "./denial.js";
import { denyListening } from "./deny-listening.js";
import { allowEndingWorker } from "./end-worker.js";
import { openPipes } from "./pipes.js";
import { queuesCalls } from "./queues-calls.js";

/** The niceness relative to the server, so that health checks stay fast on a busy machine. */
const NICENESS = 5;
/** A result of this size is sent by itself, without a copy. */
const LARGE = 64 * 1024;
/** A result of this size that consists of bytes alone goes on to its caller while it is sent. */
const ARRIVING = 256 * 1024;
/** A row of calls ends after this time: the others may go to another worker. */
const ROW_MS = 20;
/** How long the next mill waits for one that is loading. */
const LOAD_WAIT_MS = 5_000;

/** Under a debugger, error messages are shown even if they quote input. */
const IS_INSPECTED = process.execArgv.some((flag) => flag.startsWith("--inspect"));

// Ctrl-C and some service managers signal every process. The server decides when its workers end.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(signal, () => {});

const ready = new Map<string, ReadyMill>();
const toLoad: MillToLoad[] = [];
/** Every mill that is loaded, is loading, or is in `toLoad`. */
const known = new Set<string>();
type Work = Extract<ToWorker, { type: "call" | "batch" | "examine" }>;

/** Jobs that have arrived and wait for the running one. */
const pending: Work[] = [];
let current: { id: number; cancellation: Cancellation; awaited: Set<number> } | undefined;

function send(given: FromWorker): void {
	const { message, bytes } = packFromWorker(given);
	server.send(message, bytes);
}

/** Loads mills one after the other. A mill that waits for something does not block the others for long. */
async function loadAll(): Promise<void> {
	for (let next = toLoad.shift(); next; next = toLoad.shift()) {
		send({ type: "loading", mill: next.name });
		await Promise.race([load(next), setTimeout(LOAD_WAIT_MS, undefined, { ref: false })]);
	}
}

async function load({ name, url, files, program, settings, prepared }: MillToLoad): Promise<void> {
	let mill: ReadyMill | undefined;
	try {
		const demandStillUnchanged = await demandUnchanged(files);
		const folder = prepared === undefined ? undefined : new URL(prepared);
		mill = await makeReady(configured(await importMill(url), settings), program, folder);
		await demandStillUnchanged();
		ready.set(name, mill);
		send({ type: "loaded", mill: name });
	} catch (error) {
		// The next try loads it again.
		const model = mill?.model;
		if (queuesCalls(model)) model.close();
		known.delete(name);
		send({ type: "unloadable", mill: name, reason: describeFailure(error) });
	}
}

async function prepare({ name, url, files, settings }: MillToLoad, folder: string): Promise<void> {
	try {
		const demandStillUnchanged = await demandUnchanged(files);
		const mill = configured(await importMill(url), settings);
		await mill.prepare?.({ assets: mill.assets, settings: mill.settingValues, folder: new URL(folder) });
		await demandStillUnchanged();
		send({ type: "prepared", mill: name });
	} catch (error) {
		send({ type: "unprepared", mill: name, reason: describeFailure(error) });
	}
}

/** Begins the next job unless one runs. Call it by `setImmediate`: messages that arrived while a mill blocked the loop are read first. */
function runNext(): void {
	const next = current ? undefined : pending.shift();
	if (next) void work(next);
}

async function work(message: Work): Promise<void> {
	const { id } = message;
	const cancellation = new Cancellation();
	current = { id, cancellation, awaited: new Set(callsOf(message)) };
	if (!isRow(message)) send({ type: "begun", id });
	const micros = stopwatch();
	const signal = () => cancellation.signal();
	try {
		const mill = ready.get(message.mill);
		if (!mill) throw new Error(`${message.mill} is not loaded`);
		if (message.type === "batch")
			await (message.inARow
				? workInARow(message, mill, signal)
				: workTogether(message, mill, signal, micros));
		else {
			const content = await contentOf(message, mill, signal);
			const answer = await sendDone(
				id,
				content,
				micros(),
				message.type === "call" && isRaw(mill, message.call),
			);
			if (answer) send(answer);
		}
	} catch (error) {
		send(failureOf(id, error, micros()));
	}
	current = undefined;
	if (pending.length > 0) setImmediate(runNext);
}

/** The microseconds since this call. */
function stopwatch(): () => number {
	const began = performance.now();
	return () => microsSince(began);
}

function microsSince(began: number): number {
	return Math.round((performance.now() - began) * 1_000);
}

async function contentOf(
	message: Exclude<Work, { type: "batch" }>,
	mill: ReadyMill,
	signal: () => AbortSignal,
): Promise<Content> {
	if (message.type === "call") return perform(mill, message.call, signal);
	const { order, together } = message;
	return JSON.stringify(together ? await examineTogether(mill, order) : await examine(mill, order));
}

/** Computes the calls of a batch. Small answers go in one message. */
async function workTogether(
	{ id, calls }: Extract<Work, { type: "batch" }>,
	mill: ReadyMill,
	signal: () => AbortSignal,
	micros: () => number,
): Promise<void> {
	const found = await performBatch(
		mill,
		calls.map(({ call }) => call),
		signal,
	);
	const answers: CallAnswer[] = [];
	for (const [i, answer] of found.entries()) {
		const { id: one, call } = calls[i] as (typeof calls)[number];
		if ("error" in answer) answers.push(failureOf(one, answer.error, micros()));
		else {
			const done = await sendDone(one, answer.content, micros(), isRaw(mill, call));
			if (done) answers.push(done);
		}
	}
	send({ type: "answers", id, answers });
}

/** Computes calls one after the other, and answers those with small results in one message. If they take long, the rest is not begun. */
async function workInARow(
	{ id, calls }: Extract<Work, { type: "batch" }>,
	mill: ReadyMill,
	signal: () => AbortSignal,
): Promise<void> {
	const answers: CallAnswer[] = [];
	let now = performance.now();
	const end = now + ROW_MS;
	const begun = queuesCalls(mill.model) ? calls.map(({ call }) => beginCall(mill, call, signal)) : [];
	for (const [i, { id: one, call }] of calls.entries()) {
		if (i > 0 && begun.length === 0 && now > end) break;
		if (!current?.awaited.has(one)) {
			// Its caller is gone, but it has begun: the next job would wait for it, without its deadline.
			await begun[i]?.catch(() => {});
			continue;
		}
		const began = now;
		try {
			// Only what is not there yet is awaited: each promise would cost a turn of the microtask queue.
			const given = begun[i] ?? perform(mill, call, signal);
			const content = given instanceof Promise ? await given : given;
			const done = sendDone(one, content, microsSince(began), isRaw(mill, call));
			const answer = done instanceof Promise ? await done : done;
			if (answer) answers.push(answer);
		} catch (error) {
			answers.push(failureOf(one, error, microsSince(began)));
		}
		now = performance.now();
	}
	send({ type: "answers", id, answers });
}

/** Begins a call that is awaited later. */
function beginCall(mill: ReadyMill, call: Call, signal: () => AbortSignal): Promise<Content> {
	const content = (async () => perform(mill, call, signal))();
	content.catch(() => {});
	return content;
}

/** Sends a large result. Returns the answer with a small one. */
function sendDone(
	id: number,
	content: Content,
	micros: number,
	isRaw: boolean,
): MaybePromise<CallAnswer | undefined> {
	const bytes = typeof content === "string" ? Buffer.from(content) : content;
	if (bytes.byteLength < LARGE)
		// The mill may write to its array again before this is sent.
		return { type: "done", id, micros, content: bytes === content ? Buffer.from(bytes) : bytes };
	const message = { type: isRaw && bytes.byteLength >= ARRIVING ? "arriving" : "done", id, micros };
	// The next call waits: its mill may write to the array that this one returned.
	return new Promise((flushed) => server.send(message, bytes, () => flushed(undefined)));
}

function failureOf(id: number, error: unknown, micros: number): CallAnswer {
	if (!Problem.is(error)) return { type: "crash", id, reason: describeCrash(error, IS_INSPECTED) };
	const { code, detail, members } = error;
	return { type: "problem", id, code, detail, members, micros };
}

/** The ids of the calls of a job. */
function callsOf(message: Work): number[] {
	return message.type === "batch" ? message.calls.map(({ id }) => id) : [message.id];
}

/** Aborts a job if it runs, or removes it if it waits. A batch goes on until all its calls are cancelled. */
function cancel(id: number): void {
	if (current && (current.id === id || current.awaited.delete(id))) {
		if (current.id === id || current.awaited.size === 0) current.cancellation.abort();
		return;
	}
	const at = pending.findIndex((one) => one.id === id || callsOf(one).includes(id));
	const found = pending[at];
	if (!found) return;
	if (found.type === "batch" && found.id !== id && found.calls.length > 1)
		pending[at] = { ...found, calls: found.calls.filter((call) => call.id !== id) };
	else {
		pending.splice(at, 1);
		send(isRow(found) ? { type: "answers", id: found.id, answers: [] } : { type: "dropped", id: found.id });
	}
}

/** Whether a job is calls to compute one after the other. */
function isRow(message: Work): boolean {
	return message.type === "batch" && message.inARow;
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
		case "prepare":
			void prepare(message.mill, message.folder);
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
const { incoming, outgoing } = openPipes(endWithServer);
const server = new Wire(
	incoming,
	outgoing,
	(message, bytes) => receive(unpackToWorker(message, bytes)),
	endWithServer,
);

try {
	setPriority(getPriority() + NICENESS);
} catch {
	// It is not allowed here. The worker runs anyway.
}
