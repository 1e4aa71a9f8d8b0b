import type { Check } from "./answer-validator.js";
import { type Encoded, encodedIn } from "./base64/encoded.js";
import type { Found, Schema } from "./discovery/documents.js";
import { AnswerError } from "./errors/errors.js";

/** The schema of a mill, with what its answers are read by. Each part is made once, when it is first needed. */
export class KnownSchema {
	readonly #found: Found<Schema>;
	#check: Promise<Check> | undefined;
	#encoded: { readonly where: Encoded | undefined } | undefined;

	constructor(found: Found<Schema>) {
		this.#found = found;
	}

	/** The check of answers. */
	check(): Promise<Check> {
		this.#check ??= this.#compile();
		return this.#check;
	}

	/** Where answers have base64. */
	encoded(): Encoded | undefined {
		this.#encoded ??= { where: this.#use(`binary: "bytes"`, () => encodedIn(this.#found.content)) };
		return this.#encoded.where;
	}

	async #compile(): Promise<Check> {
		// The validator is three quarters of the client in a browser. Who does not validate does not load it.
		const { checker } = await import("./answer-validator.js").catch((cause: unknown) => {
			// The next call may be luckier.
			this.#check = undefined;
			const { url } = this.#found;
			throw new AnswerError(
				`The validator could not be loaded. Add it to your bundle, or call without "validate".`,
				{ url, cause },
			);
		});
		const check = this.#use(`"validate"`, () => checker(this.#found.content));
		// A schema with circular references fails only when it is used.
		return (output) => this.#use(`"validate"`, () => check(output));
	}

	#use<T>(option: string, work: () => T): T {
		try {
			return work();
		} catch (cause) {
			const { url } = this.#found;
			throw new AnswerError(`The schema of ${url} cannot be used. Call without ${option}.`, { url, cause });
		}
	}
}
