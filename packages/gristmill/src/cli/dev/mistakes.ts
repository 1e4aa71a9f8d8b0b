import type { Log } from "../../runtime/log.js";

/** What is wrong with the mill files: what the version that serves finds itself, and what keeps the next one from starting. */
export class Mistakes {
	/** By the names of the mills: they run their examples again and again. */
	readonly #examples = new Map<unknown, string>();
	#next: string | undefined;

	/** One text for each mistake. */
	all(): string[] {
		return [...(this.#next === undefined ? [] : [this.#next]), ...this.#examples.values()];
	}

	/** The files were changed, and do not load. A version that loads takes the place of this one. */
	cannotLoad(why: string): void {
		this.#next = why;
	}

	/** A log that notes the examples that fail. */
	noting(log: Log): Log {
		return (level, message, fields = {}) => {
			if (message === "an example fails")
				this.#examples.set(fields.mill, `${fields.mill} fails an example: ${fields.reason}`);
			log(level, message, fields);
		};
	}
}
