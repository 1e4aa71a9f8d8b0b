import { Worker } from "node:worker_threads";
import type { Content } from "../codecs/encode.js";
import { MiB } from "../core/definition/limits.js";
import { Problem } from "../core/problem.js";
import { CLOSED, unready } from "../runtime/admission/refusals.js";
import { CallerGone } from "../runtime/failures.js";
import { memoryHere } from "../runtime/options.js";
import { type MessageBounds, messageBounds } from "./message-bounds.js";
import { catalogOf, performer, type ToolHost } from "./perform-tool.js";
import { ResultGate } from "./result-gate.js";
import { type FromThread, type McpAnswer, owned, type ThreadData, type ToThread } from "./thread-messages.js";
import type { CallContext, Perform, ToolCatalog, ToolOutcome } from "./tool-set.js";

/** A message of an agent: its bytes, and the context of its request. */
export interface McpMessage extends CallContext {
	readonly bytes: Uint8Array;
	/** The header fields of the protocol. */
	readonly fields: Readonly<Record<string, string>>;
	/** Counts the bytes of its result until the caller has it; may throw a Problem. */
	readonly hold?: ((bytes: number) => void) | undefined;
	/** Called with the tool's name before the call starts; may throw a Problem. */
	readonly called: (tool: string) => void;
}

/** How much may be in progress at a time. The thread holds it in memory and parses it in order. */
interface ThreadCapacity {
	readonly messages: number;
	/** A single message may have more. */
	readonly bytes: number;
}

/** The thread's heap: a quarter of the memory of this machine, at most 1 GiB. */
const HEAP = Math.min(1024 * MiB, Math.ceil(memoryHere() / 4));

/** A message needs up to twice its bytes as text, twice more during parsing, and room for its result. */
const ROOM: ThreadCapacity = { messages: 1_000, bytes: HEAP / 8 };

/** The results in the thread at a time: parsed and written, JSON takes up to ten times its bytes. */
const RESULTS = HEAP / 32;

/** A smaller result is copied: sharing takes longer. */
const SMALL = 64 * 1024;

interface PendingMessage {
	readonly message: McpMessage;
	readonly resolve: (answer: McpAnswer) => void;
	readonly reject: (error: unknown) => void;
}

/**
 * Answers messages of agents. A separate thread parses and validates the messages and writes the answers, because this
 * is JSON of any size and would block the event loop. The first message starts the thread. Only open messages keep the process alive.
 */
export class MessageThread {
	readonly #host: ToolHost;
	readonly #room: ThreadCapacity;
	readonly #open = new Map<number, PendingMessage>();
	readonly #gate = new ResultGate(RESULTS);
	/** The results that the thread reads, by their originals. */
	readonly #results = new WeakMap<Uint8Array, Uint8Array>();
	#parts:
		| { readonly catalog: ToolCatalog; readonly bounds: MessageBounds; readonly perform: Perform }
		| undefined;
	#thread: Worker | undefined;
	#bytes = 0;
	#isClosed = false;
	#nextId = 1;

	constructor(host: ToolHost, room: ThreadCapacity = ROOM) {
		this.#host = host;
		this.#room = room;
	}

	/** How much a message may hold. */
	get bounds(): MessageBounds {
		return this.#made().bounds;
	}

	/**
	 * Reserves memory for a message while it arrives and is decompressed. `hold` counts each chunk and throws `overloaded` if
	 * there is no more room. `release` frees the memory.
	 */
	reserve(): { hold(bytes: number): void; release(): void } {
		let held = 0;
		return {
			hold: (bytes) => {
				// The only message may use any size.
				if (this.#bytes > held) this.admit(bytes);
				held += bytes;
				this.#bytes += bytes;
			},
			release: () => {
				this.#bytes -= held;
				held = 0;
			},
		};
	}

	/** Throws `overloaded` if there is no room for another message. Call it before the body is read. */
	admit(bytes = 0): void {
		const { messages, bytes: most } = this.#room;
		if (this.#open.size >= messages || (this.#bytes > 0 && this.#bytes + bytes > most))
			throw overloaded("Too many messages are in progress");
	}

	/** Answers a message. Throws a Problem, or Gone if the caller is gone. */
	answer(message: McpMessage): Promise<McpAnswer> {
		const { bytes, fields, signal } = message;
		// Its body may have come when the server had begun to end.
		if (this.#isClosed) return Promise.reject(unready(CLOSED));
		this.admit(bytes.byteLength);
		if (signal.aborted) return Promise.reject(new CallerGone());
		const id = this.#nextId++;
		const size = bytes.byteLength;
		this.#bytes += size;
		const answered = new Promise<McpAnswer>((resolve, reject) => {
			this.#open.set(id, { message, resolve, reject });
			const handed = owned(bytes);
			this.#thread ??= this.#start();
			this.#thread.ref();
			this.#say({ type: "message", id, bytes: handed, fields, requestId: message.id }, [handed.buffer]);
			signal.addEventListener("abort", () => this.#drop(id, new CallerGone()), { once: true });
		});
		return answered.finally(() => {
			this.#open.delete(id);
			if (this.#open.size === 0) this.#thread?.unref();
			this.#gate.leave(id);
			this.#bytes -= size;
		});
	}

	/** Ends the thread, and rejects the messages in progress and those that follow. */
	close(): void {
		this.#isClosed = true;
		void this.#thread?.terminate();
		this.#lost(this.#thread);
	}

	#made() {
		if (!this.#parts) {
			const catalog = catalogOf(this.#host);
			this.#parts = { catalog, bounds: messageBounds(catalog.tools), perform: performer(this.#host) };
		}
		return this.#parts;
	}

	#start(): Worker {
		const { catalog } = this.#made();
		// Schemas may contain values that cannot be cloned. As JSON they do not.
		const data: ThreadData = { catalog: JSON.parse(JSON.stringify(catalog)) };
		const thread = new Worker(new URL("./thread-entry.js", import.meta.url), {
			name: "mcp",
			workerData: data,
			resourceLimits: { maxOldGenerationSizeMb: HEAP / MiB },
		});
		thread.on("message", (said: FromThread) => this.#heard(said));
		thread.on("error", (error) => {
			this.#host.log("error", "the thread for agents' messages failed", { error: error.message });
			this.#lost(thread);
		});
		thread.on("exit", () => this.#lost(thread));
		return thread;
	}

	#say(message: ToThread, handedOver: readonly ArrayBuffer[] = []): void {
		this.#thread?.postMessage(message, handedOver);
	}

	#heard(said: FromThread): void {
		const open = this.#open.get(said.id);
		if (!open) return;
		switch (said.type) {
			case "tool":
				try {
					open.message.called(said.name);
				} catch (error) {
					this.#drop(said.id, error);
				}
				return;
			case "call":
				void this.#made()
					.perform(said.name, said.request, open.message)
					.then((outcome) => this.#tell(said.id, outcome));
				return;
			case "answer":
				open.resolve(said);
				return;
			case "failed":
				open.reject(new Error(`The thread for agents' messages failed: ${said.reason}`));
		}
	}

	#tell(id: number, outcome: ToolOutcome): void {
		const open = this.#open.get(id);
		if (!open) return;
		if ("problem" in outcome) {
			const problem = JSON.parse(JSON.stringify(outcome.problem));
			this.#say({ type: "outcome", id, outcome: { problem } });
			return;
		}
		const { content } = outcome;
		try {
			open.message.hold?.(content.length);
		} catch (error) {
			this.#drop(id, error);
			return;
		}
		this.#gate.admit(id, content.length, () =>
			this.#say({ type: "outcome", id, outcome: { content: this.#shared(content) } }),
		);
	}

	/**
	 * A result that the thread can read without a copy of its own. Equal calls have the same result at the same moment: fifty
	 * copies of a large one would stop the loop for a second.
	 */
	#shared(content: Content): Content {
		if (typeof content === "string" || content.byteLength < SMALL) return content;
		let shared = this.#results.get(content);
		if (!shared) {
			shared = new Uint8Array(new SharedArrayBuffer(content.byteLength));
			shared.set(content);
			this.#results.set(content, shared);
		}
		return shared;
	}

	/** Answers with an error and cancels the message in the thread. */
	#drop(id: number, error: unknown): void {
		const open = this.#open.get(id);
		if (!open) return;
		open.reject(error);
		this.#say({ type: "drop", id });
	}

	/** Rejects the messages of a lost thread. The next message starts another. */
	#lost(thread: Worker | undefined): void {
		if (this.#thread !== thread) return;
		this.#thread = undefined;
		for (const { reject } of this.#open.values())
			reject(this.#isClosed ? unready(CLOSED) : overloaded("The server lost the messages in progress"));
	}
}

function overloaded(why: string): Problem {
	return new Problem("overloaded", `${why}. Send the message again later.`, { retryAfter: 1 });
}
