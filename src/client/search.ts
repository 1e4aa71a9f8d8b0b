import { DeadlineError, DiscoveryError, MillError } from "./errors.js";
import { essenceOf } from "./json-answer.js";
import { problemError } from "./problem.js";
import type { RawAnswer } from "./send.js";

/** What was asked for in search of a document, and what came of it. */
export class Search {
	readonly #tried: string[] = [];
	#refusal: RawAnswer | undefined;

	note(what: string, answer: RawAnswer): void {
		const { status, headers } = answer;
		this.#tried.push(
			`${what}: ${status}${status === 200 ? ` ${essenceOf(headers) || "without a type"}` : ""}`,
		);
		// That a document is not there is one thing; not to be let in, or a server that is down, is another.
		const isTold = status === 401 || status === 403 || status === 429 || (status >= 500 && status !== 501);
		if (isTold) this.#refusal ??= answer;
	}

	/** A step on the way that fails is no reason to stop looking; that the time is over is. */
	async attempt<T>(step: () => Promise<T>): Promise<T | undefined> {
		return step().catch((error: unknown) => {
			if (error instanceof MillError && !(error instanceof DeadlineError)) return undefined;
			throw error;
		});
	}

	/** Ends the search in vain: with the server's own refusal, where there was one. */
	inVain(message: string, url: string): never {
		const attempts = this.#tried.length;
		if (this.#refusal) throw problemError("GET", this.#refusal, attempts);
		throw new DiscoveryError(message, { url, attempts, tried: this.#tried });
	}
}
