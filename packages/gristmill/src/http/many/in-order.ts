import type { Clock } from "../../core/clock.js";
import { nextTurn, TURN_MS } from "../../core/in-slices.js";
import type { MaybePromise } from "../../runtime/perform.js";

/** A line whose answer is due. */
interface Slot<Answer> {
	outcome?: { readonly answer: Answer } | { readonly error: unknown };
}

/**
 * Gives the answers in the order of the lines, each as soon as it and those before it are ready; those that are ready together come
 * together. Lines are read only while fewer than `most` are due. Nothing waits for further lines: an answer may be what the sender of the
 * next line waits for. If the lines break off, those that came are answered first. Lines that are answered at once, in this process, let
 * everything else have its turn.
 */
export async function* inOrder<Line, Answer>(
	batches: AsyncGenerator<readonly Line[], void, void>,
	answer: (line: Line) => MaybePromise<Answer>,
	most: number,
	clock: Clock,
): AsyncGenerator<Answer[], void, void> {
	const due: Slot<Answer>[] = [];
	let fresh: readonly Line[] = [];
	let at = 0;
	let isReading = false;
	let end: { readonly error?: unknown } | undefined;
	let wake = () => {};
	let turned = clock.now();
	const read = () => {
		isReading = true;
		batches
			.next()
			.then(
				({ done, value }) => {
					if (done) end = {};
					else [fresh, at] = [value, 0];
				},
				(error: unknown) => {
					end = { error };
				},
			)
			.finally(() => {
				isReading = false;
				wake();
			});
	};
	const begin = (line: Line) => {
		const slot: Slot<Answer> = {};
		due.push(slot);
		const answered = answer(line);
		if (!(answered instanceof Promise)) {
			slot.outcome = { answer: answered };
			return;
		}
		const settle = (outcome: Slot<Answer>["outcome"]) => {
			if (outcome) slot.outcome = outcome;
			if (due[0] === slot) wake();
		};
		answered.then(
			(value) => settle({ answer: value }),
			(error: unknown) => settle({ error }),
		);
	};
	const ready = (): Answer[] => {
		const answers: Answer[] = [];
		for (const { outcome } of due) {
			if (!outcome || "error" in outcome) break;
			answers.push(outcome.answer);
		}
		due.splice(0, answers.length);
		return answers;
	};
	const isLate = () => clock.now() - turned >= TURN_MS;
	try {
		for (;;) {
			if (isLate()) {
				await nextTurn();
				turned = clock.now();
			}
			while (due.length < most && at < fresh.length && !isLate()) begin(fresh[at++] as Line);
			if (!end && !isReading && due.length < most && at === fresh.length) read();
			const answers = ready();
			if (answers.length > 0) {
				yield answers;
				continue;
			}
			const failed = due[0]?.outcome;
			if (failed && "error" in failed) throw failed.error;
			if (end && due.length === 0 && at === fresh.length) {
				if ("error" in end) throw end.error;
				return;
			}
			if (isLate()) continue;
			await new Promise<void>((resolve) => {
				wake = resolve;
			});
		}
	} finally {
		// A sender that sends nothing would block for ever.
		if (!isReading) await batches.return();
	}
}
