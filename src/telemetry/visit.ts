import type { Passage } from "../runtime/passage.js";

/**
 * One request as telemetry sees it: filled in on its way, read at its end. It never holds the target as it came,
 * header fields or input, so that nothing downstream can print them.
 */
export class Visit {
	/** The same in `Request-Id`, in the log and in a problem's `instance`. */
	readonly id: string;
	readonly method: string;
	/** In milliseconds of `performance.now()`. */
	readonly began: number;
	/** The mill that is called; "" for documents and for addresses where there is none. */
	mill = "";
	/** The address as a pattern, such as `/v1/greeter/{name}`; "" where there is nothing. */
	route = "";
	/** Who calls, where that is known: a name, never a credential. */
	caller: string | undefined = undefined;
	/** How the call went through the runtime, where it came so far. */
	passage: Passage | undefined = undefined;
	status = 0;
	/** The code of the problem that was the answer. */
	code: string | undefined = undefined;
	/** The bytes of the bodies as they were sent. */
	bytesIn = 0;
	bytesOut = 0;
	ended = 0;

	constructor(id: string, method: string, began = performance.now()) {
		this.id = id;
		this.method = method;
		this.began = began;
	}
}

/** The status for a caller that went away before the answer: none of HTTP's own, but what proxies log. */
export const GONE = 499;
