import type { TranslateSentences } from "./pair.js";

/**
 * A task that needs an engine: it yields sentences and is resumed with their translations.
 *
 * It is a generator, not a promise, so that thousands of sentences advance together. Each round is one batch for the
 * engine, no matter how many retries a single sentence needs.
 */
export type EngineTask<T> = Generator<readonly string[], T, readonly string[]>;

/** Runs several tasks together: each round yields the sentences of all of them at once. */
export function* allTasks<T>(tasks: readonly EngineTask<T>[]): EngineTask<T[]> {
	const results: T[] = new Array(tasks.length);
	let waiting: { task: EngineTask<T>; index: number; questions: readonly string[] }[] = [];
	const advance = (task: EngineTask<T>, index: number, step: IteratorResult<readonly string[], T>) => {
		if (step.done) results[index] = step.value;
		else waiting.push({ task, index, questions: step.value });
	};
	tasks.forEach((task, index) => {
		advance(task, index, task.next());
	});
	while (waiting.length > 0) {
		const asked = waiting;
		const answers = yield asked.flatMap(({ questions }) => questions);
		waiting = [];
		let from = 0;
		for (const { task, index, questions } of asked) {
			const mine = answers.slice(from, from + questions.length);
			from += questions.length;
			advance(task, index, task.next(mine));
		}
	}
	return results;
}

/** Runs a task to its end. Each sentence is sent to the engine only once. */
export async function runTask<T>(task: EngineTask<T>, engine: TranslateSentences): Promise<T> {
	const known = new Map<string, string>();
	let step = task.next();
	while (!step.done) {
		const questions = step.value;
		const fresh = [...new Set(questions)].filter((question) => !known.has(question));
		if (fresh.length > 0) {
			const answers = await engine(fresh);
			if (answers.length !== fresh.length)
				throw new RangeError(
					`Return one translation for each sentence: got ${answers.length} for ${fresh.length}.`,
				);
			fresh.forEach((question, index) => {
				known.set(question, answers[index] as string);
			});
		}
		step = task.next(questions.map((question) => known.get(question) as string));
	}
	return step.value;
}
