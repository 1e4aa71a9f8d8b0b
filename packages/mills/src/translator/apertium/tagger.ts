import { setImmediate } from "node:timers/promises";
import { Chain } from "./chain.js";
import type { Stage } from "./mode.js";

/**
 * A tagger whose answers depend only on their own text. Apertium's tagger learns: a word with a combination of categories
 * that it has not seen before changes its answers to all later texts. With -d it reports this on its standard error, and we
 * then restart it. It was the only program of the pipeline that kept state in our tests (en-es, es-en, en-gl, es-ca, es-fr,
 * es-pt; 500 texts in two orders). 0 to 15 of 100 texts cause a report. Starting the tagger takes a tenth of what the
 * whole pipeline takes.
 */
export class Tagger {
	readonly #stage: Stage;
	#chain: Chain;

	constructor({ program, arguments: words }: Stage) {
		this.#stage = { program, arguments: ["-d", ...words] };
		this.#chain = new Chain([this.#stage]);
	}

	/** Tags one text. Do not call it again before it resolves. */
	async tag(text: string): Promise<string> {
		this.#chain.send(text);
		const tagged = await this.#chain.receive();
		// It writes to standard error before the answer, but we may read that after the answer, in the same turn of the loop.
		await setImmediate();
		if (this.#chain.wroteToStderr) {
			this.#chain.kill();
			this.#chain = new Chain([this.#stage]);
		}
		return tagged;
	}

	kill(): void {
		this.#chain.kill();
	}
}
