import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { asBuffer } from "../core/as-buffer.js";
import type { SettingValues } from "../core/definition/mill.js";
import { FlowQueue } from "../core/flow-queue.js";
import { Problem } from "../core/problem.js";
import { isObject } from "../core/schema/is-object.js";
import { Crash } from "../runtime/failures.js";
import { SHOW_MESSAGES } from "../runtime/pool/messages.js";
import { Wire } from "../runtime/pool/wire.js";
import { endWorker } from "../runtime/worker/end-worker.js";
import { QUEUES_CALLS } from "../runtime/worker/queues-calls.js";
import { OutputLog } from "./output-log.js";
import { isFailure, PythonError, type PythonFailure } from "./python-error.js";
import { areParts, readBatch, readResult } from "./result.js";
import { type PythonFile, startPython } from "./start-python.js";

/** So many bytes of parts are told as taken together: a fraction of what Python may send ahead. */
const TOLD_BYTES = 64 * 1024;
/** How long we wait for the last output of a process that has ended. */
const LAST_OUTPUT_MS = 200;

interface PythonCall {
	readonly id: number;
	readonly read: (head: Readonly<Record<string, unknown>>, body: Buffer) => unknown;
	/** Where the parts of its result go, if it comes in parts. */
	readonly parts:
		| { readonly queue: FlowQueue<unknown>; readonly progress: PartsContext["progress"] }
		| undefined;
	readonly resolve: (result: unknown) => void;
	readonly reject: (reason: Error) => void;
}

/** The first message: what the process has to know before it loads the code. */
interface PythonStart {
	/** The values of the mill's settings. */
	readonly settings?: SettingValues;
	/** Input, parameters and output of a mill whose function is in Python. */
	readonly descriptor?: object;
}

/** A Python process that has loaded a mill. It runs one call after the other, and its worker ends with it. */
export class PythonProcess {
	readonly #name: string;
	readonly #child: ChildProcess;
	readonly #pipe: Socket;
	readonly #wire: Wire | undefined;
	readonly #log: OutputLog;
	/** It queues calls: they are in the pipe when it is ready for them. */
	readonly [QUEUES_CALLS] = true;
	/** The calls in the pipe. The first one runs. */
	readonly #calls: PythonCall[] = [];
	#nextId = 1;
	/** Why the process cannot be used; undefined while it can. */
	#lost: string | undefined;
	/** Settles `start`; undefined after it is settled. */
	#starting: { ready(): void; failed(error: Error): void } | undefined;

	/** Starts Python and waits until it has loaded the mill. A function without `@mill` gets its descriptor from here. */
	static start(name: string, file: PythonFile, told: PythonStart = {}): Promise<PythonProcess> {
		return new Promise((resolve, reject) => {
			const made: PythonProcess = new PythonProcess(name, file, told, {
				ready: () => resolve(made),
				failed: reject,
			});
		});
	}

	private constructor(
		name: string,
		file: PythonFile,
		told: PythonStart,
		starting: { ready(): void; failed(error: Error): void },
	) {
		this.#name = name;
		this.#starting = starting;
		this.#log = new OutputLog(name);
		// In the process group of the worker: whoever kills the worker kills Python too.
		const { child, pipe } = startPython(file, "serve", { output: "pipe", detached: false });
		this.#child = child;
		this.#pipe = pipe;
		for (const stream of [child.stdout, child.stderr]) if (stream) this.#log.copy(stream);
		child.on("error", (error) => this.#lose(`Python could not be started: ${error.message}`));
		child.on("exit", (code, signal) => {
			const how = signal ? `signal ${signal}` : `exit code ${code}`;
			const lose = () => this.#lose(`the Python process ended by itself: ${how}`, signal !== null);
			// Its last words, such as the traceback of a segmentation fault, may still be in the pipe.
			const told = setTimeout(lose, LAST_OUTPUT_MS);
			child.on("close", () => {
				clearTimeout(told);
				lose();
			});
		});
		// There is no pipe if the system has no file descriptor left. Then the process is lost already.
		this.#wire =
			pipe &&
			new Wire(
				pipe,
				pipe,
				(head, body) => this.#received(head, body),
				(isUnreadable) => isUnreadable && this.#garbled(),
			);
		this.#wire?.send({ ...told, showsMessages: process.argv.includes(SHOW_MESSAGES) });
	}

	/** Whether the process is gone. */
	get isLost(): boolean {
		return this.#lost !== undefined;
	}

	/** Runs a call. Throws a Problem, an error of the author's code, or a Crash. */
	call(head: object, body: Uint8Array): Promise<unknown> {
		return this.#send(head, body, readWhole);
	}

	/** Runs a call whose result comes in parts: yields each, and returns the other members. */
	async *callInParts(
		head: object,
		body: Uint8Array,
		{ signal, progress }: PartsContext,
	): AsyncGenerator<unknown, unknown, void> {
		const id = this.#nextId;
		const tell = (word: object) => this.#wire?.send({ about: id, ...word });
		const queue = new FlowQueue<unknown>();
		let taken = 0;
		queue.onTaken = (bytes) => {
			taken += bytes;
			if (taken < TOLD_BYTES) return;
			tell({ taken });
			taken = 0;
		};
		const rest = this.#send(head, body, readWhole, { queue, progress });
		let isOver = false;
		/** Python ends its generator where it yields next. */
		const stop = () => {
			if (!isOver) tell({ stop: true });
			isOver = true;
		};
		rest.then(
			() => queue.end(),
			(error) => queue.fail(error),
		);
		signal.addEventListener("abort", stop);
		try {
			yield* queue.read();
			isOver = true;
			return await rest;
		} finally {
			signal.removeEventListener("abort", stop);
			stop();
			// The process is free when its generator has ended.
			await rest.catch(() => {});
		}
	}

	/** Runs several calls together. Returns a result or a Problem for each. */
	callBatch(head: object, bodies: readonly Uint8Array[]): Promise<unknown> {
		const sizes = bodies.map(({ byteLength }) => byteLength);
		return this.#send({ ...head, sizes }, Buffer.concat(bodies), (told, bytes) =>
			readBatch(bytes, told, problemOf),
		);
	}

	#send(
		head: object,
		body: Uint8Array,
		read: PythonCall["read"],
		parts?: PythonCall["parts"],
	): Promise<unknown> {
		return new Promise((resolve, reject) => {
			if (this.#lost !== undefined) return reject(new Crash(this.#lost));
			const id = this.#nextId++;
			if (this.#calls.push({ id, read, parts, resolve, reject }) === 1) {
				this.#log.renew();
				this.#hold(true);
			}
			this.#pipe.cork();
			this.#wire?.send({ ...head, id }, body);
			// Messages that are written together go together.
			process.nextTick(() => this.#pipe.uncork());
		});
	}

	/** Ends the process. */
	close(): void {
		this.#lost ??= "the Python process was ended";
		this.#child.kill("SIGKILL");
	}

	/** An idle Python process does not keep a program alive. */
	#hold(isHeld: boolean): void {
		const change = isHeld ? "ref" : "unref";
		this.#child[change]();
		this.#pipe[change]();
		for (const stream of [this.#child.stdout, this.#child.stderr])
			(stream as (Readable & Partial<Pick<Socket, "ref" | "unref">>) | null)?.[change]?.();
	}

	#received(head: unknown, body: Uint8Array): void {
		if (this.#lost !== undefined) return;
		const told: Readonly<Record<string, unknown>> = isObject(head) ? head : {};
		const [current] = this.#calls;
		if (this.#starting) this.#started(told);
		else if (current && current.id === told.id) this.#answered(current, told, asBuffer(body));
		else this.#garbled();
	}

	#answered(call: PythonCall, told: Readonly<Record<string, unknown>>, body: Buffer): void {
		const { failure, problem, crash, part, progress } = told;
		try {
			if (call.parts && part === true) {
				const { part: value } = Object(readWhole(told, body)) as { readonly part?: unknown };
				call.parts.queue.push(value, body.byteLength);
				return;
			}
			if (call.parts && typeof progress === "number") {
				call.parts.progress(progress);
				return;
			}
			if (isFailure(failure)) call.reject(new PythonError(failure));
			else if (isObject(problem)) call.reject(problemOf(problem));
			else if (typeof crash === "string") call.reject(new Crash(crash));
			else call.resolve(call.read(told, body));
		} catch (error) {
			if (!Crash.is(error)) {
				this.#garbled();
				return;
			}
			call.reject(error);
		}
		this.#calls.shift();
		if (this.#calls.length > 0) this.#log.renew();
		else this.#hold(false);
	}

	#started({ failure }: Readonly<Record<string, unknown>>): void {
		const starting = this.#starting;
		this.#starting = undefined;
		if (isFailure(failure)) {
			this.close();
			starting?.failed(errorOf(failure));
		} else {
			this.#hold(false);
			starting?.ready();
		}
	}

	#garbled(): void {
		this.#child.kill("SIGKILL");
		this.#lose("the Python process wrote to the pipe of the server");
	}

	/** The process is gone. If it was killed, its mill is not to blame: then the worker ends while it loads, too. */
	#lose(reason: string, isKilled = false): void {
		if (this.#lost !== undefined) return;
		this.#lost = reason;
		const starting = this.#starting;
		this.#starting = undefined;
		if (starting && !isKilled) {
			starting.failed(new Error(reason));
			return;
		}
		endWorker(`${this.#name}: ${reason}`);
		starting?.failed(new Error(reason));
		for (const call of this.#calls.splice(0)) call.reject(new Crash(reason));
	}
}

/** What a call in parts needs of its context. */
interface PartsContext {
	readonly signal: AbortSignal;
	readonly progress: (done: number) => void;
}

function readWhole({ parts }: Readonly<Record<string, unknown>>, body: Buffer): unknown {
	return readResult(body, areParts(parts) ? parts : []);
}

/** A mistake of the author that our Python file found needs no traceback. */
function errorOf(failure: PythonFailure): Error {
	const error = new PythonError(failure);
	if (failure.isMistake) error.stack = failure.message;
	return error;
}

function problemOf({ code, detail, members }: Readonly<Record<string, unknown>>): Error {
	const text = typeof detail === "string" ? detail : undefined;
	return new Problem(String(code), text, isObject(members) ? members : {});
}
