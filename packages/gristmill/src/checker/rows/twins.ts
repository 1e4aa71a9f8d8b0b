import { isJsonType } from "../../core/http-words/media-type.js";
import { isText, variant } from "../inputs/inputs.js";
import { isJpeg } from "../inputs/jpeg.js";
import { fail, type RowOutcome, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import type { RowContext } from "../probe/row-context.js";
import { differs, noDifference, same } from "../probe/sameness.js";
import type { ProbeInput } from "../probe/subject.js";
import { type ProbeExchange, printable } from "../wire/exchange.js";
import { sameContent } from "../wire/json.js";
import { goodCall } from "./ground.js";

const ADVICE = "Compute the answer from the whole input. A cache key must cover all of it.";

/** A new input and its last random word. Inputs with the same `rounds` have the same length, used by no other row. */
interface Twin {
	readonly input: ProbeInput;
	readonly word: string;
}

function twin({ subject, random }: RowContext, rounds: number): Twin {
	let made: Twin = { input: subject.canary, word: "" };
	for (let i = 0; i < rounds; i++) made = variant(made.input, random) ?? made;
	return made;
}

/**
 * Finds a result that is returned for another input of the same length. A result cannot contain a random word that is
 * not in its request.
 */
async function wordOfTheOther(context: RowContext): Promise<RowOutcome | undefined> {
	const [one, other] = [twin(context, 2), twin(context, 2)];
	const first = await context.call({ input: one.input });
	const second = await context.call({ input: other.input });
	const holds = ({ status, text }: ProbeExchange, word: string) =>
		status === 200 && text.toLowerCase().includes(word);
	if (!holds(first, one.word) || !holds(second, one.word)) return undefined;
	return fail(`the result holds "${one.word}", which only another input of the same length held`, ADVICE);
}

/** Input that is not of the mill's type, of any length; undefined if every byte is valid. */
function garbage({ mediaType, body }: ProbeInput, length: number): ProbeInput | undefined {
	const byte = isText(mediaType) ? 0xff : isJsonType(mediaType) ? 0x7b : isJpeg(body) ? 0 : undefined;
	if (byte === undefined) return undefined;
	return { mediaType, body: new Uint8Array(length).fill(byte), origin: "garbage" };
}

/** Garbage that is refused at one length is answered at the length of an input that was answered before. */
async function garbageOfItsLength(context: RowContext): Promise<RowOutcome | undefined> {
	const { input } = twin(context, 3);
	const { length } = input.body;
	// Shorter, so that it is not rejected for its size.
	const [bad, other] = [garbage(input, length), garbage(input, length - 1)];
	if (!bad || !other || ![400, 415, 422].includes((await context.call({ input: other })).status))
		return undefined;
	const good = await context.call({ input });
	const answer = await context.call({ input: bad });
	const isKept =
		good.status === 200 && answer.status === 200 && sameContent(good.reply.body, answer.reply.body);
	if (!isKept) return undefined;
	return fail(`garbage of the same length has the same result: ${printable(answer.text, 80)}`, ADVICE);
}

/** Two inputs of a length that was not sent before, at the same time and then one by one: each keeps its answer. */
async function togetherThenAlone(context: RowContext): Promise<RowOutcome | undefined> {
	const inputs = [twin(context, 4).input, twin(context, 4).input];
	await context.rest();
	const together = await Promise.all(inputs.map((input) => context.callAfresh({ input, hasty: true })));
	for (const [i, input] of inputs.entries()) {
		const first = together[i] as ProbeExchange;
		if (first.status !== 200) continue;
		const alone = await context.callAfresh({ input });
		if (alone.status === 200 && !same(first, alone))
			return differs("beside another input of the same length, and alone", first, alone, ADVICE);
	}
	return undefined;
}

/** P19: inputs of the same length. After the rows that send new input, because its lengths must be new. */
export const TWIN_ROWS: readonly Row[] = [
	{
		id: "P19",
		level: "MUST",
		title: "Inputs of the same length do not share a result",
		how: "new inputs of one length, sequential and concurrent: no word of one in the result of the other, stable results; garbage of that length is rejected as at other lengths",
		check: async (context) => {
			const plain = await goodCall(context);
			if (!variant(context.subject.canary, context.random))
				return skip("no new input of this type can be generated");
			return (
				(await wordOfTheOther(context)) ??
				(await garbageOfItsLength(context)) ??
				(await togetherThenAlone(context)) ??
				noDifference([plain])
			);
		},
	},
];
