import { AnswerError } from "../errors/errors.js";

/** What the lines of a body are read with. */
interface LineReading {
	/** Maximum size of a line. */
	readonly maxBytes: number;
	/** The address, for errors. */
	readonly url: string;
	/** Waits for the next bytes. */
	wait<T>(next: Promise<T>): Promise<T>;
}

/** Gives each line of a body when it has come. */
export async function* comingLines(
	body: ReadableStream<Uint8Array>,
	reading: LineReading,
): AsyncGenerator<string, void, undefined> {
	for await (const lines of comingTogether(body, reading)) yield* lines;
}

/**
 * Gives the lines of a body when they have come, those that came together at once. What follows the last line break is no line: the body broke off. Throws what reading throws.
 * Who stops early cancels the body.
 */
export async function* comingTogether(
	body: ReadableStream<Uint8Array>,
	{ maxBytes, url, wait }: LineReading,
): AsyncGenerator<readonly string[], void, undefined> {
	const reader = body.getReader();
	const decoder = new TextDecoder("utf-8", { fatal: true });
	let begun = "";
	let ended = false;
	try {
		for (;;) {
			const { done, value } = await wait(reader.read());
			if (done) {
				ended = true;
				return;
			}
			const lines = decoded(value).split("\n");
			// Only what has come is joined, once for each line.
			lines[0] = begun + lines[0];
			begun = lines.pop() as string;
			if (lines.length > 0) yield lines;
			if (begun.length > maxBytes)
				throw new AnswerError(`A part has more than ${maxBytes} bytes. Raise maxAnswerBytes.`, { url });
		}
	} finally {
		if (!ended) void reader.cancel().catch(() => {});
	}

	function decoded(bytes: Uint8Array): string {
		try {
			return decoder.decode(bytes, { stream: true });
		} catch (cause) {
			throw new AnswerError(`The answer of ${url} is not UTF-8. Report this to the operator.`, {
				url,
				cause,
			});
		}
	}
}
