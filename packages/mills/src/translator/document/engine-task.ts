import type { TranslateSentences, Wanted } from "./pair.js";

/** A sentence for the engine. */
export type Question = { readonly text: string; readonly wanted: Wanted };

/**
 * A task that needs an engine: it yields questions and is resumed with the answers to each, the best first.
 *
 * It is a generator, not a promise, so that thousands of sentences advance together. Each round is one batch for the
 * engine, no matter how many retries a single sentence needs.
 */
export type EngineTask<T> = Generator<readonly Question[], T, readonly (readonly string[])[]>;

/** Runs several tasks together: each round yields the questions of all of them at once. */
export function* allTasks<T>(tasks: readonly EngineTask<T>[]): EngineTask<T[]> {
	const results: T[] = new Array(tasks.length);
	let waiting: { task: EngineTask<T>; index: number; questions: readonly Question[] }[] = [];
	const advance = (task: EngineTask<T>, index: number, step: IteratorResult<readonly Question[], T>) => {
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

/** The answers of an engine, by what was wanted and the text. */
export class Answers {
	readonly best: Map<string, readonly string[]> = new Map();
	readonly many: Map<string, readonly string[]> = new Map();
}

/** Runs a task to its end. Each question is sent to the engine only once, also by several tasks with the same answers. */
export async function runTask<T>(
	task: EngineTask<T>,
	engine: TranslateSentences,
	known: Answers = new Answers(),
): Promise<T> {
	let step = task.next();
	while (!step.done) {
		const questions = step.value;
		for (const wanted of ["best", "many"] as const) {
			const asked = questions.filter((question) => question.wanted === wanted).map(({ text }) => text);
			const fresh = [...new Set(asked)].filter((text) => !known[wanted].has(text));
			if (fresh.length === 0) continue;
			const answers = await engine(fresh, wanted);
			if (answers.length !== fresh.length)
				throw new RangeError(
					`The engine returned ${answers.length} translations for ${fresh.length} sentences.`,
				);
			fresh.forEach((text, index) => {
				known[wanted].set(text, answers[index] as readonly string[]);
			});
		}
		step = task.next(questions.map(({ text, wanted }) => known[wanted].get(text) as readonly string[]));
	}
	return step.value;
}
