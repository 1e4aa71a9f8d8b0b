// The entry of a worker process. It loads mills, computes the calls that it was sent, and ends with the server.
import { Buffer } from "node:buffer";
import { getPriority, setPriority } from "node:os";
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import type { Content } from "../../codecs/encode.js";
import { configured } from "../../core/definition/settings.js";
import { isOutOfMemory } from "../../core/out-of-memory.js";
import { Problem } from "../../core/problem.js";
import { Cancellation } from "../cancellation.js";
import { demandUnchanged } from "../digest/hashed-files.js";
import { Crash } from "../failures.js";
import { describeCrash } from "../loading/describe-crash.js";
import { describeFailure } from "../loading/describe-failure.js";
import { examine } from "../loading/examine.js";
import { examineTogether } from "../loading/examine-together.js";
import { importMill } from "../loading/import-mill.js";
import { warmUp } from "../loading/warm-up.js";
import { isRaw, type MaybePromise, perform } from "../perform.js";
import { performBatch } from "../perform-batch.js";
import { performParts } from "../perform-parts.js";
import type {
	CallAnswer,
	FromWorker,
	GivenCall,
	MillToLoad,
	ToWorker,
	WindowMode,
} from "../pool/messages.js";
import { SHOW_MESSAGES } from "../pool/messages.js";
import { packFromWorker, unpackToWorker } from "../pool/payload.js";
import { Wire } from "../pool/wire.js";
import { makeReady, type ReadyMill } from "../ready-mill.js";
import { claimOutput, Printed } from "./claim-output.js";
import { denyListening } from "./deny-listening.js";
import { allowEndingWorker } from "./end-worker.js";
import { PartSender } from "./part-sender.js";
import { openPipes } from "./pipes.js";
import { queuesCalls } from "./queues-calls.js";

/** The niceness relative to the server, so that health checks stay fast on a busy machine. */
const NICENESS = 5;
/** A result of this size is sent by itself, without a copy. */
const LARGE = 64 * 1024;
/** A result of this size that consists of bytes alone goes on to its caller while it is sent. */
const ARRIVING = 256 * 1024;
/**
 * The longest time, in milliseconds, between reading the messages of the server and beginning a call. The server counts on it: a call
 * that it recalled a while ago is not begun any more, even if this worker has not answered because it is busy.
 */
const READ_MS = 20;
/** How long the next mill waits for one that is loading. */
const LOAD_WAIT_MS = 5_000;

const IS_INSPECTED = process.execArgv.some((flag) => flag.startsWith("--inspect"));
/** Under a debugger and in tests, error messages are shown even if they quote input. */
const SHOWS_MESSAGES = IS_INSPECTED || process.argv.includes(SHOW_MESSAGES);

// Ctrl-C and some service managers signal every process. The server decides when its workers end.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(signal, () => {});

const ready = new Map<string, ReadyMill>();
const toLoad: MillToLoad[] = [];
/** Every mill that is loaded, is loading, or is in `toLoad`. */
const known = new Set<string>();
type Examine = Extract<ToWorker, { type: "examine" }>;

/** What is begun at once: a call, the calls of a batch, or examples. */
interface Work {
	readonly mill: string;
	readonly mode: WindowMode;
	readonly calls: readonly GivenCall[];
	readonly examine?: Examine;
}

/** What has arrived and is not begun, in order. */
let pending: Work[] = [];
/** The calls that run and whose callers have not left. */
const awaited = new Set<number>();
/** The mill that runs or is loading. */
let active = "";
const printed = new Printed((text) => send({ type: "printed", mill: active, text: text.replace(/\n$/, "") }));
let cancellation = new Cancellation();
/** The call whose parts go out one by one. */
let reading: { readonly id: number; readonly sender: PartSender } | undefined;
let isRunning = false;
/** The answers to the calls of a row that the server does not have yet. */
let answered: CallAnswer[] = [];

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
	active = name;
	try {
		const demandStillUnchanged = await demandUnchanged(files);
		const folder = prepared === undefined ? undefined : new URL(prepared);
		mill = await makeReady(configured(await importMill(url), settings), program, folder);
		await warmUp(mill);
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
	active = name;
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

/** Reads the messages that arrived while a mill blocked the loop. */
const readMessages = () => new Promise<void>((read) => setImmediate(read));

/** Runs everything that is pending. */
async function runAll(): Promise<void> {
	await readMessages();
	let read = performance.now();
	for (let work = pending.shift(); work; work = pending.shift()) {
		if (work.mode !== "row") {
			flush();
			// Also behind another one: that may have been answered before this one was sent.
			send({ type: "begun", id: idOf(work) });
		}
		// Only what is not there yet is awaited: each promise would cost a turn of the microtask queue.
		const running = run(work);
		if (running) await running;
		awaited.clear();
		if (performance.now() - read < READ_MS) continue;
		flush();
		await readMessages();
		read = performance.now();
	}
	flush();
	isRunning = false;
}

function idOf({ calls, examine }: Work): number {
	return (examine ?? (calls[0] as GivenCall)).id;
}

/** Sends the answers to a row so far. */
function flush(): void {
	if (answered.length === 0) return;
	send({ type: "answers", answers: answered });
	answered = [];
}

function run(work: Work): MaybePromise<void> {
	const { mode, examine } = work;
	active = work.mill;
	printed.renew();
	cancellation = new Cancellation();
	const mill = ready.get(work.mill);
	if (!mill) return answerAll(work, new Error(`${work.mill} is not loaded`));
	if (examine) return runExamples(examine, mill);
	if (mode === "batch") return runTogether(work.calls, mill);
	const [given] = work.calls;
	if (given && mill.growing?.types.includes(given.call.resultType)) return runInParts(given, mill);
	return mode === "row" && queuesCalls(mill.model) ? runQueued(work, mill) : runOne(work, mill);
}

function answerAll({ calls, examine }: Work, error: unknown): void {
	const ids = examine ? [examine.id] : calls.map(({ id }) => id);
	send({ type: "answers", answers: ids.map((id) => failureOf(id, error, 0)) });
}

/** Runs a call whose result is wanted part by part, and answers it. The parts have gone before. */
async function runInParts({ id, call }: GivenCall, mill: ReadyMill): Promise<void> {
	awaited.add(id);
	const sender = new PartSender(
		(content) => send({ type: "part", id, content }),
		(done) => send({ type: "progress", id, done }),
	);
	reading = { id, sender };
	const began = performance.now();
	let answer: CallAnswer;
	try {
		let read = performance.now();
		for await (const piece of performParts(mill, call, signal, (done) => sender.progress(done))) {
			const room = sender.add(piece);
			if (room) await room;
			if (performance.now() - read >= READ_MS) {
				sender.flush();
				await readMessages();
				read = performance.now();
			}
			if (!awaited.has(id)) break;
		}
		sender.flush();
		answer = { type: "done", id, micros: microsSince(began), content: Buffer.alloc(0) };
	} catch (error) {
		sender.flush();
		answer = failureOf(id, error, microsSince(began));
	}
	reading = undefined;
	note("single", answer);
}

/** Runs a call and answers it: at once, or in a row with the next ones. */
function runOne({ mode, calls: [given] }: Work, mill: ReadyMill): MaybePromise<void> {
	const { id, call } = given as GivenCall;
	awaited.add(id);
	const began = performance.now();
	const failed = (error: unknown) => note(mode, failureOf(id, error, microsSince(began)));
	const done = (content: Content): MaybePromise<void> => {
		const answer = sendDone(id, content, microsSince(began), isRaw(mill, call));
		// A large one is sent already.
		if (answer instanceof Promise) return answer.then(() => {});
		if (answer) note(mode, answer);
	};
	try {
		const content = perform(mill, call, signal);
		return content instanceof Promise ? content.then(done).catch(failed) : done(content);
	} catch (error) {
		failed(error);
	}
}

function note(mode: WindowMode, answer: CallAnswer): void {
	answered.push(answer);
	if (mode !== "row") flush();
}

/** Begins this call and those behind it, for a model that computes one after the other by itself, and answers each in its turn. */
async function runQueued(first: Work, mill: ReadyMill): Promise<void> {
	const end = pending.findIndex((work) => work.mode !== "row" || work.mill !== first.mill);
	const row = [first, ...pending.splice(0, end < 0 ? pending.length : end)];
	const begun = row.map((work) => {
		const { id, call } = work.calls[0] as GivenCall;
		awaited.add(id);
		const content = (async () => perform(mill, call, signal))();
		content.catch(() => {});
		return { id, call, content };
	});
	let began = performance.now();
	for (const { id, call, content } of begun) {
		try {
			// Also if its caller is gone: the next work would wait for it, without its deadline.
			const answer = await sendDone(id, await content, microsSince(began), isRaw(mill, call));
			if (answer) answered.push(answer);
		} catch (error) {
			answered.push(failureOf(id, error, microsSince(began)));
		}
		began = performance.now();
	}
}

async function runExamples({ id, order, together }: Examine, mill: ReadyMill): Promise<void> {
	awaited.add(id);
	try {
		const results = together ? await examineTogether(mill, order) : await examine(mill, order);
		const answer = await sendDone(id, JSON.stringify(results), 0, false);
		if (answer) send({ type: "answers", answers: [answer] });
	} catch (error) {
		send({ type: "answers", answers: [failureOf(id, error, 0)] });
	}
}

/** Computes the calls of a batch. They share its time. Small answers go in one message. */
async function runTogether(calls: readonly GivenCall[], mill: ReadyMill): Promise<void> {
	for (const { id } of calls) awaited.add(id);
	const began = performance.now();
	const micros = () => Math.round(microsSince(began) / calls.length);
	const given = calls.map(({ call }) => call);
	const found = await performBatch(mill, given, signal).catch((error: unknown) =>
		given.map(() => ({ error })),
	);
	const answers: CallAnswer[] = [];
	for (const [i, answer] of found.entries()) {
		const { id, call } = calls[i] as GivenCall;
		if ("error" in answer) answers.push(failureOf(id, answer.error, micros()));
		else {
			const done = await sendDone(id, answer.content, micros(), isRaw(mill, call));
			if (done) answers.push(done);
		}
	}
	send({ type: "answers", answers });
}

const signal = () => cancellation.signal();

function microsSince(began: number): number {
	return Math.round((performance.now() - began) * 1_000);
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
	flush();
	const { message } =
		isRaw && bytes.byteLength >= ARRIVING
			? { message: { type: "arriving", id, micros } }
			: packFromWorker({ type: "answers", answers: [{ type: "done", id, micros, content: bytes }] });
	// The next call waits: its mill may write to the array that this one returned.
	return new Promise((flushed) => server.send(message, bytes, () => flushed(undefined)));
}

function failureOf(id: number, error: unknown, micros: number): CallAnswer {
	if (!Problem.is(error))
		return {
			type: "crash",
			id,
			isOutOfMemory: isOutOfMemory(error),
			reason: describeCrash(error, SHOWS_MESSAGES),
		};
	const { code, detail, members } = error;
	return { type: "problem", id, code, detail, members, micros };
}

/** Removes these calls if they are not begun. A batch whose calls are not all needed is smaller. */
function remove(ids: readonly number[]): number[] {
	const removed: number[] = [];
	const isKept = (id: number) => !ids.includes(id) || removed.push(id) === 0;
	pending = pending.flatMap((work) => {
		if (work.examine) return isKept(work.examine.id) ? work : [];
		const calls = work.calls.filter(({ id }) => isKept(id));
		return calls.length > 0 ? { ...work, calls } : [];
	});
	return removed;
}

/** Answers a call that is not begun, or aborts what runs when none of its callers is left. */
function abort(id: number): void {
	if (remove([id]).length > 0) note("single", { type: "crash", id, reason: "aborted" });
	else if (!awaited.delete(id)) return;
	else if (reading?.id === id) {
		cancellation.abort();
		reading.sender.stop();
	} else if (awaited.size === 0) cancellation.abort();
}

function add(work: readonly Work[]): void {
	pending.push(...work);
	if (isRunning) return;
	isRunning = true;
	void runAll();
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
		case "recall":
			flush();
			send({ type: "returned", number: message.number, ids: remove(message.ids) });
			return;
		case "taken":
			if (reading?.id === message.id) reading.sender.taken(message.bytes);
			return;
		case "abort":
			abort(message.id);
			return;
		case "examine":
			add([{ mill: message.mill, mode: "single", calls: [], examine: message }]);
			return;
		case "calls": {
			const { mill, mode, calls } = message;
			add(mode === "batch" ? [{ mill, mode, calls }] : calls.map((call) => ({ mill, mode, calls: [call] })));
		}
	}
}

/** The server logs the reason. It reads what is in the pipe after this process has ended, too. */
function endBecause(reason: string): void {
	send({ type: "ending", reason });
	process.exit(1);
}

// What a mill throws outside of a call ends the worker. Node would print the message, which may quote an input.
for (const event of ["uncaughtException", "unhandledRejection"])
	process.on(event, (cause: unknown) =>
		endBecause(describeCrash(new Crash("outside of a call", { cause }), SHOWS_MESSAGES)),
	);
allowEndingWorker(endBecause);
claimOutput(printed);
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
