import { Chain } from "./chain.js";
import type { Stage } from "./mode.js";
import { Tagger } from "./tagger.js";

/** How many texts are on their way through a part of the pipeline: bounds the memory, hides the waiting. */
const WINDOW = 64;

/**
 * Sends texts in Apertium's stream format through a mode's programs. They are started for this and end with it, so that
 * nothing that was asked before can show.
 */
export async function runPipeline(
	stages: readonly Stage[],
	texts: readonly string[],
	signal: AbortSignal,
): Promise<readonly string[]> {
	signal.throwIfAborted();
	if (texts.length === 0) return [];
	const { before, tagger, after } = parts(stages);
	const kill = () => {
		for (const part of [before, tagger, after]) part?.kill();
	};
	signal.addEventListener("abort", kill);
	try {
		return await flow(texts, before, tagger, after);
	} catch (error) {
		signal.throwIfAborted();
		throw error;
	} finally {
		signal.removeEventListener("abort", kill);
		kill();
	}
}

/** The programs before the tagger, the tagger, and those behind it; there are modes without one. */
function parts(stages: readonly Stage[]): { before: Chain; tagger?: Tagger; after?: Chain } {
	const at = stages.findIndex(({ program }) => program.endsWith("/apertium-tagger"));
	const tagger = stages[at];
	if (!tagger) return { before: new Chain(stages) };
	return {
		before: new Chain(stages.slice(0, at)),
		tagger: new Tagger(tagger),
		after: new Chain(stages.slice(at + 1)),
	};
}

async function flow(
	texts: readonly string[],
	before: Chain,
	tagger?: Tagger,
	after?: Chain,
): Promise<string[]> {
	const answers: string[] = [];
	const send = (from: number) => {
		for (const text of texts.slice(from, from + WINDOW)) before.send(text);
	};
	send(0);
	for (let from = 0; from < texts.length; from += WINDOW) {
		const to = Math.min(from + WINDOW, texts.length);
		// The first part works on the next texts while the tagger has these, and the last part on those before.
		send(to);
		for (let i = from; i < to; i++) {
			const text = await before.receive();
			if (tagger && after) after.send(await tagger.tag(text));
			else answers.push(text);
		}
		if (after) while (answers.length < from) answers.push(await after.receive());
	}
	if (after) while (answers.length < texts.length) answers.push(await after.receive());
	return answers;
}
