import { Chain } from "./chain.js";
import type { Stage } from "./mode.js";
import { Tagger } from "./tagger.js";

/** How many texts are in a part of the pipeline at a time. It limits the memory and hides latency. */
const WINDOW = 64;

/**
 * Sends texts in Apertium's stream format through the programs of a mode. The programs run only for this call, so earlier
 * calls cannot affect it.
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

/** The programs before the tagger, the tagger, and the programs after it. Some modes have no tagger. */
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
		// The first part works on the next texts, the tagger on these, and the last part on the previous ones.
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
