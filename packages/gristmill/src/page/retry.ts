/** A document that the server refused. */
export class Refusal extends Error {
	readonly status: number;
	/** The seconds after which another try makes sense. */
	readonly retryAfter: number | undefined;

	/** `said` is what the server says about it. */
	constructor(status: number, said: string | undefined, retryAfter: number | undefined) {
		super(said || `The server answered ${status}.`);
		this.status = status;
		this.retryAfter = retryAfter;
	}
}

/** What to do next: ask for a token, wait for the visitor, or retry after this many milliseconds. */
export type Next = "ask" | "stop" | number;

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/** Decides what the page does after an error. `tries` is the number of retries so far. */
export function nextAfter(error: unknown, tries: number): Next {
	const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries);
	if (!(error instanceof Refusal)) return pause;
	const { status, retryAfter } = error;
	if (status === 401 || status === 403) return "ask";
	if (status === 429 || status === 502 || status === 503)
		return retryAfter === undefined ? pause : Math.max(FIRST_PAUSE, retryAfter * 1_000);
	return status >= 400 && status < 500 && status !== 408 ? "stop" : pause;
}
