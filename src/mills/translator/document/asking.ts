import type { Engine } from "./pair.js";

/**
 * Work that asks an engine now and then: it yields sentences and is resumed with their translations.
 *
 * A generator instead of a promise, so that thousands of sentences advance in step and each round of questions
 * is one batch, however many retries a single sentence needs.
 */
export type Asking<T> = Generator<readonly string[], T, readonly string[]>;

/** Lets several askings advance in step: each round asks the questions of all of them at once. */
export function* together<T>(askings: readonly Asking<T>[]): Asking<T[]> {
	const results: T[] = new Array(askings.length);
	let waiting: { asking: Asking<T>; index: number; questions: readonly string[] }[] = [];
	const advance = (asking: Asking<T>, index: number, step: IteratorResult<readonly string[], T>) => {
		if (step.done) results[index] = step.value;
		else waiting.push({ asking, index, questions: step.value });
	};
	askings.forEach((asking, index) => {
		advance(asking, index, asking.next());
	});
	while (waiting.length > 0) {
		const asked = waiting;
		const answers = yield asked.flatMap(({ questions }) => questions);
		waiting = [];
		let from = 0;
		for (const { asking, index, questions } of asked) {
			const mine = answers.slice(from, from + questions.length);
			from += questions.length;
			advance(asking, index, asking.next(mine));
		}
	}
	return results;
}

/** Runs an asking to its end; a sentence that was asked before is not asked again. */
export async function settle<T>(asking: Asking<T>, engine: Engine): Promise<T> {
	const known = new Map<string, string>();
	let step = asking.next();
	while (!step.done) {
		const questions = step.value;
		const fresh = [...new Set(questions)].filter((question) => !known.has(question));
		if (fresh.length > 0) {
			const answers = await engine(fresh);
			if (answers.length !== fresh.length)
				throw new RangeError(
					`Return one translation for each sentence: got ${answers.length} for ${fresh.length}`,
				);
			fresh.forEach((question, index) => {
				known.set(question, answers[index] as string);
			});
		}
		step = asking.next(questions.map((question) => known.get(question) as string));
	}
	return step.value;
}
