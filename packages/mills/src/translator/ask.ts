import { isSane, isSound } from "./document/checks/checks.js";
import type { EngineTask } from "./document/engine-task.js";
import { matchFirst } from "./document/mend/casing.js";
import { matchPunctuation } from "./document/mend/punctuation.js";
import { isRepetitive } from "./document/mend/repetition.js";
import type { Change, Changed } from "./document/numbers/changes.js";
import { mendTimes } from "./document/numbers/times.js";
import { mendUnits } from "./document/numbers/unit-mending.js";
import type { Budget, Pair } from "./document/pair.js";
import type { Doubt } from "./doubt.js";

/** The pair and the limit for translating one sentence, and the changes that rules made so far. */
export type Work = {
	readonly pair: Pair;
	readonly budget: Budget;
	readonly changes: Map<string, Change>;
	readonly doubt?: Doubt | undefined;
};

/** The answer with the times and units of the question, in the form of the target language. */
export function mendForms(question: string, answer: string, pair: Pair): Changed {
	const timely = mendTimes(question, answer, pair);
	const { text, changes } = mendUnits(question, timely.text, pair);
	return { text, changes: [...timely.changes, ...changes] };
}

export function note(changes: readonly Change[], { changes: known }: Work): void {
	for (const change of changes) known.set(JSON.stringify(change), change);
}

/**
 * The best answer of the engine that `mend` accepts and that is sound. If no answer is sound, the best one that `mend`
 * accepts. Undefined if it accepts none.
 */
export function* ask(
	question: string,
	work: Work,
	mend: (answer: string) => string | undefined,
): EngineTask<string | undefined> {
	const { pair, doubt } = work;
	const text = question.replace(/\s+/g, " ").trim();
	const finish = (raw: string) => finished(question, raw.replace(/\s+/g, " ").trim(), pair);
	const choose = (raw: string) => {
		const answer = finish(raw);
		return answer === undefined ? undefined : mend(answer);
	};
	let unsound: { readonly raw: string; readonly mended: string } | undefined;
	for (const wanted of ["best", "many"] as const) {
		const [raws = []] = yield [{ text, wanted }];
		for (const raw of raws) {
			const answer = finish(raw);
			const mended = answer === undefined ? undefined : mend(answer);
			if (answer === undefined || mended === undefined) continue;
			if (isSound(question, answer, pair)) {
				if (doubt) yield* weigh(text, raw, doubt, choose);
				return mended;
			}
			unsound ??= { raw, mended };
		}
	}
	if (unsound && doubt) yield* weigh(text, unsound.raw, doubt, choose, UNSOUND);
	return unsound?.mended;
}

/** What is taken from the score of an answer that lost a negation, a quotation or the like. */
const UNSOUND = 1;

/** Keeps how sure the engine is of an answer, and which others it has. */
function* weigh(
	text: string,
	raw: string,
	doubt: Doubt,
	choose: (raw: string) => string | undefined,
	loss = 0,
): EngineTask<void> {
	const [raws = []] = doubt.scores.others > 0 ? yield [{ text, wanted: "many" as const }] : [];
	const others = raws.filter((other) => other !== raw).map(choose);
	doubt.add(
		doubt.scores.of(text, raw) - loss,
		others.filter((other) => other !== undefined),
	);
}

/** An answer with the capitals and marks of the question. Undefined if it is not a translation. */
function finished(question: string, answer: string, pair: Pair): string | undefined {
	if (!/\p{L}/u.test(answer) || isRepetitive(answer, question)) return undefined;
	// Invalid bytes: the model writes characters without a piece as bytes, and may get them wrong.
	if (answer.includes("\ufffd") && !question.includes("\ufffd")) return undefined;
	if (!isSane(question, answer, pair)) return undefined;
	return matchFirst(question, matchPunctuation(question.trim(), answer, pair).trim(), pair.to);
}
