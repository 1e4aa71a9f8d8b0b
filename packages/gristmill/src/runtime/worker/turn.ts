import type { FlowQueue } from "../../core/flow-queue.js";
import { Cancellation } from "../cancellation.js";
import { CallerGone } from "../failures.js";
import type { PartSender } from "./part-sender.js";

/** A call whose parts go out one by one, and whose input may come piece by piece. */
interface Flow {
	readonly id: number;
	readonly sender: PartSender;
	readonly input: FlowQueue<Uint8Array> | undefined;
}

/** The calls that run now, until all of them are answered. */
export class Turn {
	/** Those whose callers have not left. */
	readonly #awaited = new Set<number>();
	#cancellation = new Cancellation();
	#reading: Flow | undefined;
	/** All that were added. */
	readonly #added = new Set<number>();

	/** The signal that a mill gets. */
	readonly signal = () => this.#cancellation.signal();

	/** The call that runs, if it is the only one: what a mill prints belongs to it. */
	get only(): number | undefined {
		const [first] = this.#added;
		return this.#added.size === 1 ? first : undefined;
	}

	begin(): void {
		this.end();
		this.#cancellation = new Cancellation();
	}

	add(id: number, sender?: PartSender, input?: FlowQueue<Uint8Array>): void {
		this.#awaited.add(id);
		this.#added.add(id);
		this.#reading = sender && { id, sender, input };
	}

	isAwaited(id: number): boolean {
		return this.#awaited.has(id);
	}

	answered(id: number): void {
		this.#awaited.delete(id);
	}

	end(): void {
		this.#awaited.clear();
		this.#added.clear();
		this.#reading = undefined;
	}

	/** The reader of a call in parts has taken this many bytes. */
	taken(id: number, bytes: number): void {
		if (this.#reading?.id === id) this.#reading.sender.taken(bytes);
	}

	/** A piece of the input of a call has come. */
	input(id: number, content: Uint8Array, isLast: boolean): void {
		if (this.#reading?.id !== id) return;
		const { input } = this.#reading;
		if (content.byteLength > 0) input?.push(content, content.byteLength);
		if (isLast) input?.end();
	}

	/** The caller of a call has left. When none is left, the mill is told. */
	leave(id: number): void {
		if (!this.#awaited.delete(id) || this.#awaited.size > 0) return;
		this.#cancellation.abort();
		this.#reading?.sender.stop();
		this.#reading?.input?.fail(new CallerGone());
	}
}
