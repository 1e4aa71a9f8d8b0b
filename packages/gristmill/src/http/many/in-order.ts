/**
 * Gives the answers in the order of the lines, each as soon as it and those before it are ready. Lines are read only while fewer than
 * `most` wait. Nothing waits for further lines: an answer may be what the sender of the next line waits for.
 */
export async function* inOrder<Line, Answer>(
	lines: AsyncGenerator<Line, void, void>,
	answer: (line: Line) => Promise<Answer>,
	most: number,
): AsyncGenerator<Answer, void, void> {
	const begun: Promise<Answer>[] = [];
	let coming: Promise<{ readonly line: IteratorResult<Line, void> }> | undefined;
	let ended = false;
	try {
		for (;;) {
			if (!ended && begun.length < most) coming ??= lines.next().then((line) => ({ line }));
			const [head] = begun;
			if (!head && !coming) return;
			const ready = head?.then((value) => ({ value }));
			const event = await Promise.race([ready, coming].filter((one) => one !== undefined));
			if ("value" in event) {
				begun.shift();
				yield event.value;
				continue;
			}
			coming = undefined;
			if (event.line.done) ended = true;
			else {
				const next = answer(event.line.value);
				// It is awaited in its turn, or not at all.
				next.catch(() => {});
				begun.push(next);
			}
		}
	} finally {
		coming?.catch(() => {});
		// A sender that sends nothing would block for ever.
		if (!coming) await lines.return();
	}
}
