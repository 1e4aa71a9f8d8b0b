/** An input that has no answer yet. */
interface Waiting<Item> {
	readonly index: number;
	readonly item: Item;
	/** The line, or undefined if this input needs a call of its own. */
	readonly line: Uint8Array | undefined;
}

/** How much is kept to be sent again. One line may be larger. */
const MOST_LINES = 1_000;
const MOST_BYTES = 2 ** 22;

/** The inputs that have no answer yet, in order. They are taken from the source only while there is room. */
export class LineQueue<Item> {
	readonly waiting: Waiting<Item>[] = [];
	/** The index behind the last line that the current body has. */
	sent = 0;
	#ended = false;
	#failure: { readonly error: unknown } | undefined;
	readonly #iterator: Iterator<Item> | AsyncIterator<Item>;
	readonly #write: (item: Item, index: number) => Promise<Uint8Array | undefined>;
	#taken = 0;
	#bytes = 0;
	#pulling: Promise<void> | undefined;
	#body = 0;
	#isCut = false;
	/** Whether a body is being sent. Then items are taken ahead. */
	#isOpen = false;
	#wake: (() => void)[] = [];

	constructor(
		items: Iterable<Item> | AsyncIterable<Item>,
		write: (item: Item, index: number) => Promise<Uint8Array | undefined>,
	) {
		this.#iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
		this.#write = write;
	}

	/** The first input without an answer; undefined behind the last one. Throws what the source threw. */
	async head(): Promise<Waiting<Item> | undefined> {
		while (this.waiting.length === 0 && !this.#ended) {
			// Not until all that can be taken has been: the next item may be made of the answer to this one.
			const changed = new Promise<void>((wake) => this.#wake.push(wake));
			void this.#pull();
			await changed;
		}
		if (this.waiting.length === 0 && this.#failure) throw this.#failure.error;
		return this.waiting[0];
	}

	/** The first input has its answer. */
	shift(): void {
		this.#bytes -= this.waiting.shift()?.line?.byteLength ?? 0;
		this.#change();
	}

	/** All inputs without an answer. They leave the queue. */
	drain(): Waiting<Item>[] {
		this.#bytes = 0;
		const all = this.waiting.splice(0);
		this.#change();
		return all;
	}

	/** The items without an answer, and those behind them. */
	async *rest(): AsyncGenerator<Item, void, void> {
		this.end();
		await this.#pulling;
		for (;;) {
			for (const { item } of this.drain()) yield item;
			if ((await this.head()) === undefined) return;
		}
	}

	/** A body with the lines from the first input without an answer. The body before it ends. */
	open(): ReadableStream<Uint8Array> {
		const own = ++this.#body;
		this.#isCut = false;
		this.#isOpen = true;
		this.#change();
		this.sent = this.waiting[0]?.index ?? this.#taken;
		const isOver = () => own !== this.#body;
		return new ReadableStream({
			pull: async (controller) => {
				for (;;) {
					if (isOver()) return controller.close();
					// Items that come at once go together.
					if (this.#pulling && !this.#isFull()) await nextTurn();
					if (isOver()) return controller.close();
					const fresh = this.waiting.slice(Math.max(0, this.sent - (this.waiting[0]?.index ?? 0)));
					this.sent = this.#taken;
					const lines = fresh.flatMap(({ line }) => line ?? []);
					if (lines.length > 0) return controller.enqueue(joined(lines));
					if (this.#isCut || (this.#ended && this.#pulling === undefined)) return controller.close();
					const changed = new Promise<void>((wake) => this.#wake.push(wake));
					if (!this.#isFull()) void this.#pull();
					await changed;
				}
			},
			cancel: () => {},
		});
	}

	/** Ends the current body behind the lines that are in it. */
	cut(): void {
		this.#isCut = true;
		this.#isOpen = false;
		this.#change();
	}

	/** Ends the current body. */
	end(): void {
		this.#body++;
		this.#isOpen = false;
		this.#change();
	}

	/** Closes the source. */
	async close(): Promise<void> {
		this.end();
		if (this.#ended) return;
		this.#ended = true;
		const closed = Promise.resolve(this.#iterator.return?.());
		// A source that waits for its next item could block for ever.
		if (this.#pulling) closed.catch(() => {});
		else await closed;
	}

	#isFull(): boolean {
		return this.waiting.length >= MOST_LINES || this.#bytes >= MOST_BYTES;
	}

	/** Takes the next item, and those behind it while a body is being sent and there is room. */
	#pull(): Promise<void> {
		this.#pulling ??= this.#fill().finally(() => {
			this.#pulling = undefined;
			this.#change();
		});
		return this.#pulling;
	}

	async #fill(): Promise<void> {
		do {
			await this.#take();
			this.#change();
		} while (this.#isOpen && !this.#ended && !this.#isFull());
	}

	async #take(): Promise<void> {
		try {
			const { done, value } = await this.#iterator.next();
			if (done) this.#ended = true;
			else {
				const index = this.#taken;
				// Its own call says what is wrong with an input that cannot be read.
				const line = await this.#write(value, index).catch(() => undefined);
				this.#taken++;
				this.waiting.push({ index, item: value, line });
				this.#bytes += line?.byteLength ?? 0;
			}
		} catch (error) {
			this.#ended = true;
			this.#failure = { error };
		}
	}

	#change(): void {
		const woken = this.#wake;
		this.#wake = [];
		for (const wake of woken) wake();
	}
}

/** Waits until what can go on without waiting has gone on. */
function nextTurn(): Promise<void> {
	return new Promise((resolve) => {
		if (typeof setImmediate === "function") setImmediate(resolve);
		else setTimeout(resolve, 0);
	});
}

function joined(lines: readonly Uint8Array[]): Uint8Array {
	const all = new Uint8Array(lines.reduce((sum, line) => sum + line.byteLength, 0));
	let at = 0;
	for (const line of lines) {
		all.set(line, at);
		at += line.byteLength;
	}
	return all;
}
