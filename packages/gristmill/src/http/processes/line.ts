/** What can be asked of a process: functions by name. Arguments and results are cloned on their way. */
// biome-ignore lint/suspicious/noExplicitAny: any function can be asked for
type Functions<T> = { readonly [K in keyof T]: (...values: any[]) => unknown };

type Answer<F> = F extends (...values: never[]) => infer R ? Awaited<R> : never;
type Values<F> = F extends (...values: infer V) => unknown ? V : never;

type Message =
	| { readonly ask: number; readonly name: string; readonly values: readonly unknown[] }
	| { readonly answer: number; readonly value: unknown }
	| { readonly answer: number; readonly failure: string };

/** Questions and answers between two processes, over the channel that Node makes between parent and child. */
export class Line<Mine extends Functions<Mine>, Theirs extends Functions<Theirs>> {
	readonly #send: (message: Message) => void;
	readonly #mine: Mine;
	readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
	#asked = 0;

	constructor(send: (message: Message) => void, mine: Mine) {
		this.#send = send;
		this.#mine = mine;
	}

	/** Asks the other process. Rejects if it fails there, or if the process is gone. */
	ask<K extends keyof Theirs & string>(name: K, ...values: Values<Theirs[K]>): Promise<Answer<Theirs[K]>> {
		const ask = ++this.#asked;
		return new Promise((resolve, reject) => {
			this.#waiting.set(ask, { resolve: resolve as (value: unknown) => void, reject });
			this.#send({ ask, name, values });
		});
	}

	/** Takes a message of the other process. */
	receive(message: unknown): void {
		const told = message as Message;
		if ("ask" in told) void this.#answer(told.ask, told.name, told.values);
		else {
			const asker = this.#waiting.get(told.answer);
			this.#waiting.delete(told.answer);
			if ("failure" in told) asker?.reject(new Error(told.failure));
			else asker?.resolve(told.value);
		}
	}

	/** The other process is gone. */
	close(): void {
		for (const { reject } of this.#waiting.values()) reject(new Error("The other process is gone."));
		this.#waiting.clear();
	}

	async #answer(ask: number, name: string, values: readonly unknown[]): Promise<void> {
		try {
			const value = await this.#mine[name as keyof Mine](...values);
			this.#send({ answer: ask, value });
		} catch (error) {
			this.#send({ answer: ask, failure: error instanceof Error ? error.message : String(error) });
		}
	}
}
