import { Buffer } from "node:buffer";
import { performance } from "node:perf_hooks";
import type { Content } from "../../codecs/encode.js";
import { FlowQueue } from "../../core/flow-queue.js";
import { examine } from "../loading/examine.js";
import { examineTogether } from "../loading/examine-together.js";
import { isRaw, type MaybePromise, perform } from "../perform.js";
import { performBatch } from "../perform-batch.js";
import { performParts } from "../perform-parts.js";
import type { CallAnswer, GivenCall, ToWorker } from "../pool/messages.js";
import type { ReadyMill } from "../ready-mill.js";
import { type Answers, microsSince } from "./answers.js";
import { PartSender } from "./part-sender.js";
import type { Turn } from "./turn.js";

/** So many bytes of a long input are told together. */
const TOLD_BYTES = 64 * 1024;

export type Examine = Extract<ToWorker, { type: "examine" }>;

/** Computes calls, and answers each. */
export class Computation {
	readonly #turn: Turn;
	readonly #answers: Answers;
	/** When the last batch was computed. */
	#computed = 0;

	constructor(turn: Turn, answers: Answers) {
		this.#turn = turn;
		this.#answers = answers;
	}

	/** Runs a call. Only what is not there yet is awaited: each promise would cost a turn of the microtask queue. */
	one({ id, call }: GivenCall, mill: ReadyMill): MaybePromise<void> {
		this.#turn.add(id);
		const began = performance.now();
		const failed = (error: unknown) =>
			this.#answers.note(this.#answers.failure(id, error, microsSince(began)));
		const done = (content: Content): MaybePromise<void> => {
			const answer = this.#answers.done(id, content, microsSince(began), isRaw(mill, call));
			// A large one is sent already.
			if (answer instanceof Promise) return answer.then(() => {});
			if (answer) this.#answers.note(answer);
		};
		try {
			const content = perform(mill, call, this.#turn.signal);
			return content instanceof Promise ? content.then(done).catch(failed) : done(content);
		} catch (error) {
			failed(error);
		}
	}

	/** Runs a call whose result is wanted part by part. The answer comes after the parts, and is empty. */
	async inParts({ id, call }: GivenCall, mill: ReadyMill, readMessages: ReadMessages): Promise<void> {
		const sender = new PartSender(
			(content) => this.#answers.send({ type: "part", id, content }),
			(done) => this.#answers.send({ type: "progress", id, done }),
		);
		const input = call.isLong ? this.#inputOf(id) : undefined;
		this.#turn.add(id, sender, input);
		const began = performance.now();
		let answer: CallAnswer;
		try {
			const progress = (done: number) => sender.progress(done);
			const parts = performParts(mill, call, this.#turn.signal, progress, input?.read());
			for await (const piece of parts) {
				const room = sender.add(piece);
				if (room) await room;
				await readMessages(() => sender.flush());
				if (!this.#turn.isAwaited(id)) break;
			}
			sender.flush();
			answer = { type: "done", id, micros: microsSince(began), content: Buffer.alloc(0) };
		} catch (error) {
			sender.flush();
			answer = this.#answers.failure(id, error, microsSince(began));
		}
		this.#answers.note(answer);
	}

	/** The input of a call that comes piece by piece. What the mill has taken is told in large steps, and whenever it waits for more. */
	#inputOf(id: number): FlowQueue<Uint8Array> {
		const input = new FlowQueue<Uint8Array>();
		let taken = 0;
		input.onTaken = (bytes) => {
			taken += bytes;
			if (taken < TOLD_BYTES && input.held > 0) return;
			this.#answers.send({ type: "took", id, bytes: taken });
			taken = 0;
		};
		return input;
	}

	/** Begins these calls, for a model that computes one after the other by itself, and answers each in its turn. */
	async queued(calls: readonly GivenCall[], mill: ReadyMill): Promise<void> {
		const begun = calls.map(({ id, call }) => {
			this.#turn.add(id);
			const content = (async () => perform(mill, call, this.#turn.signal))();
			content.catch(() => {});
			return { id, call, content };
		});
		let began = performance.now();
		for (const { id, call, content } of begun) {
			// Also if its caller is gone: the next work would wait for it, without its deadline.
			const answer = await this.#answer(id, content, () => microsSince(began), isRaw(mill, call));
			if (answer) this.#answers.note(answer);
			began = performance.now();
		}
	}

	/**
	 * Computes the calls of a batch. They share its time. Small answers go in one message. A model that queues calls may get a batch
	 * before it is done with the one `before`, whose answers go first.
	 */
	async together(calls: readonly GivenCall[], mill: ReadyMill, before?: Promise<void>): Promise<void> {
		for (const { id } of calls) this.#turn.add(id);
		const given = calls.map(({ call }) => call);
		const began = performance.now();
		let micros = 0;
		const computed = () => {
			micros = Math.round(microsSince(Math.max(began, this.#computed)) / calls.length);
			this.#computed = performance.now();
		};
		const found = await performBatch(mill, given, this.#turn.signal, computed).catch((error: unknown) =>
			given.map(() => ({ error })),
		);
		await before;
		const answers: CallAnswer[] = [];
		for (const [i, answer] of found.entries()) {
			const { id, call } = calls[i] as GivenCall;
			if ("error" in answer) answers.push(this.#answers.failure(id, answer.error, micros));
			else {
				const done = await this.#answers.done(id, answer.content, micros, isRaw(mill, call));
				if (done) answers.push(done);
			}
		}
		this.#answers.send({ type: "answers", answers });
		for (const { id } of calls) this.#turn.answered(id);
	}

	async examples({ id, order, together }: Examine, mill: ReadyMill): Promise<void> {
		this.#turn.add(id);
		const results = together ? examineTogether(mill, order) : examine(mill, order);
		const answer = await this.#answer(
			id,
			results.then((all) => JSON.stringify(all)),
			() => 0,
			false,
		);
		if (answer) this.#answers.note(answer);
	}

	async #answer(
		id: number,
		content: Promise<Content>,
		micros: () => number,
		raw: boolean,
	): Promise<CallAnswer | undefined> {
		try {
			return await this.#answers.done(id, await content, micros(), raw);
		} catch (error) {
			return this.#answers.failure(id, error, micros());
		}
	}
}

/** Reads the messages of the server if it is time. `before` is called first. */
type ReadMessages = (before: () => void) => MaybePromise<void>;
