import { DeadlineError, DiscoveryError, MillError, UsageError } from "../errors/errors.js";
import { essenceOf } from "../transport/json-answer.js";
import type { RawAnswer } from "../transport/message.js";
import { problemError } from "../transport/problem.js";

/** The requests of a search for a document, and their answers. */
export class Search {
	readonly #tried: string[] = [];
	#refusal: RawAnswer | undefined;

	note(what: string, answer: RawAnswer): void {
		const { status, headers } = answer;
		this.#tried.push(
			`${what}: ${status}${status === 200 ? ` ${essenceOf(headers) || "without a type"}` : ""}`,
		);
		// Missing credentials and a failing server are reported. A missing document is not: another way may find it.
		const isTold = status === 401 || status === 403 || status === 429 || (status >= 500 && status !== 501);
		if (isTold) this.#refusal ??= answer;
	}

	/** Runs one step. The search goes on after a failure, except when the time is over. */
	async attempt<T>(step: () => Promise<T>): Promise<T | undefined> {
		return step().catch((error: unknown) => {
			if (error instanceof MillError && !(error instanceof DeadlineError)) return undefined;
			// An address in a document of the server is not the caller's mistake.
			if (error instanceof UsageError) return undefined;
			throw error;
		});
	}

	/** Ends a failed search, with the server's own refusal if there was one. */
	inVain(message: string, url: string): never {
		const attempts = this.#tried.length;
		if (this.#refusal) throw problemError("GET", this.#refusal, attempts);
		throw new DiscoveryError(message, { url, attempts, tried: this.#tried });
	}
}
