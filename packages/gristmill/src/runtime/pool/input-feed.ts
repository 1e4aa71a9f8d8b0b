import { PIECE } from "../../core/definition/limits.js";

/** Where the pieces of an input go. */
interface FeedEvents {
	readonly send: (content: Uint8Array, isLast: boolean) => void;
	/** The end of the input will not come. */
	readonly failed: (error: Error) => void;
	/** It has begun or ended to wait for its sender. */
	readonly changed: () => void;
}

/** A long input on its way from its sender to a worker: read only as fast as the mill takes it. */
export class InputFeed {
	readonly #pieces: AsyncIterator<Uint8Array>;
	/** The bytes that were sent to the worker and not taken. */
	#owed = 0;
	#hasGiven = false;
	#isOver = false;
	#events: FeedEvents | undefined;
	#pumping: Promise<void> | undefined;
	#wake = () => {};

	constructor(pieces: AsyncIterable<Uint8Array>) {
		this.#pieces = pieces[Symbol.asyncIterator]();
	}

	/** Whether something of it was given to a worker: then no other one can have it. */
	get hasGiven(): boolean {
		return this.#hasGiven;
	}

	/** Whether the mill has taken all that came, and more comes. */
	get isWaiting(): boolean {
		return this.#owed === 0 && !this.#isOver;
	}

	/** A worker has begun the call. Another one may do so again as long as nothing was given. */
	start(events: FeedEvents): void {
		this.#events = events;
		this.#wake();
		this.#pumping ??= this.#pump();
	}

	/** The call waits for a worker again. */
	detach(): void {
		this.#events = undefined;
	}

	async #pump(): Promise<void> {
		try {
			while (!this.#isOver) {
				const { done, value } = await this.#pieces.next();
				while (!this.#events && !this.#isOver) await this.#change();
				if (this.#isOver || !this.#events) return;
				this.#hasGiven = true;
				if (done) this.#isOver = true;
				else this.#owed += value.byteLength;
				this.#events.send(done ? NONE : value, done === true);
				this.#events.changed();
				while (this.#owed >= PIECE && !this.#isOver) await this.#change();
			}
		} catch (error) {
			if (!this.#isOver) this.#events?.failed(error as Error);
			this.#isOver = true;
		}
	}

	async #change(): Promise<void> {
		await new Promise<void>((wake) => {
			this.#wake = wake;
		});
	}

	/** The mill has taken this many bytes. */
	took(bytes: number): void {
		this.#owed = Math.max(0, this.#owed - bytes);
		this.#wake();
	}

	/** Nothing more of it is wanted. */
	stop(): void {
		if (this.#isOver) return;
		this.#isOver = true;
		this.#wake();
		// Not awaited: its sender may send nothing more.
		this.#pieces.return?.().catch(() => {});
	}
}

const NONE = new Uint8Array(0);
