import { Cancellation } from "../cancellation.js";
import type { PartSender } from "./part-sender.js";

/** The calls that run now, until all of them are answered. */
export class Turn {
	/** Those whose callers have not left. */
	readonly #awaited = new Set<number>();
	#cancellation = new Cancellation();
	/** The call whose parts go out one by one. */
	#reading: { readonly id: number; readonly sender: PartSender } | undefined;

	/** The signal that a mill gets. */
	readonly signal = () => this.#cancellation.signal();

	begin(): void {
		this.#awaited.clear();
		this.#cancellation = new Cancellation();
	}

	add(id: number, sender?: PartSender): void {
		this.#awaited.add(id);
		this.#reading = sender && { id, sender };
	}

	isAwaited(id: number): boolean {
		return this.#awaited.has(id);
	}

	answered(id: number): void {
		this.#awaited.delete(id);
	}

	end(): void {
		this.#awaited.clear();
		this.#reading = undefined;
	}

	/** The reader of a call in parts has taken this many bytes. */
	taken(id: number, bytes: number): void {
		if (this.#reading?.id === id) this.#reading.sender.taken(bytes);
	}

	/** The caller of a call has left. When none is left, the mill is told. */
	leave(id: number): void {
		if (!this.#awaited.delete(id) || this.#awaited.size > 0) return;
		this.#cancellation.abort();
		this.#reading?.sender.stop();
	}
}
