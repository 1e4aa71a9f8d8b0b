import type { Context } from "../context.js";
import { isText, variant } from "../inputs.js";
import { isJpeg, withComment } from "../jpeg.js";
import { sameContent } from "../json.js";
import { fail, pass, type Row, skip } from "../row.js";
import { printable } from "../wire/exchange.js";
import { complaintsBySchema, goodCall, goodSchema } from "./ground.js";

/** A first call slower than later ones by so much hints at a result that was kept; anything less is noise. */
const SLOWER = 5;
const SLOWER_MS = 50;

/** Whether each longer word of the canary comes back in its result. */
function keepsWords(input: string, output: string): boolean {
	const words =
		input
			.toLowerCase()
			.match(/\p{L}{4,40}/gu)
			?.slice(0, 20) ?? [];
	return words.length > 0 && words.every((word) => output.toLowerCase().includes(word));
}

/** Undefined where there is no schema to go by, or where the plain result breaks it already. */
async function breaksSchema(context: Context, value: unknown): Promise<string | undefined> {
	const hasSchema = await goodSchema(context).then(
		() => true,
		() => false,
	);
	if (!hasSchema) return undefined;
	const [before, now] = await complaintsBySchema(context, [(await context.call()).json, value]);
	return before === null && now != null ? now : undefined;
}

/** P10 to P12 and P18: input that nobody has sent before. */
export const NOVELTY_ROWS: readonly Row[] = [
	{
		id: "P10",
		level: "MUST",
		title: "Input that was never seen is computed",
		how: "a new input (a random word in the text, a random comment in the picture): 200, valid, the word comes back where words do",
		check: async (context) => {
			const plain = await goodCall(context);
			const { canary } = context.subject;
			const made = variant(canary, context.random);
			if (!made)
				return skip(
					"no new input can be made of this type: the probe knows text, JSON prose, JPEG and bytes",
				);
			const exchange = await context.call({ input: made.input });
			const advice = "Compute the answer: a lookup over stored answers is no mill.";
			if (exchange.status !== 200) {
				// What is refused for what it says may be refused rightly, as far as one can see from outside.
				if (!isText(canary.mediaType) && !isJpeg(canary.body))
					return skip(`the new input is refused: ${exchange.answer}`);
				return fail(`a new input: ${exchange.answer}`, advice);
			}
			const complaint = await breaksSchema(context, exchange.json);
			if (complaint !== undefined) return fail(`the result of a new input: ${printable(complaint)}`, advice);
			const text = Buffer.from(canary.body).toString("utf8");
			if (
				isText(canary.mediaType) &&
				keepsWords(text, plain.text) &&
				!exchange.text.toLowerCase().includes(made.word)
			)
				return fail(`the words of other inputs come back, "${made.word}" does not`, advice);
			return pass();
		},
	},
	{
		id: "P18",
		level: "SHOULD",
		title: "The picture decides, not its bytes",
		how: "a JPEG with and without a comment: identical",
		check: async (context) => {
			const plain = await goodCall(context);
			const { canary } = context.subject;
			if (!isJpeg(canary.body)) return skip("the input is no JPEG");
			const input = { ...canary, body: withComment(canary.body, context.random.word()) };
			const exchange = await context.call({ input });
			if (exchange.status !== 200) return skip(`a JPEG with a comment is refused: ${exchange.answer}`);
			return sameContent(plain.reply.body, exchange.reply.body)
				? pass()
				: fail(
						`without: ${printable(plain.text, 60)}, with: ${printable(exchange.text, 60)}`,
						"Decode the picture, and judge its pixels.",
					);
		},
	},
	{
		id: "P11",
		level: "MUST",
		title: "Framing and connections change nothing",
		how: "one input with Content-Length and chunked, on a new and on a used connection: identical",
		check: async (context) => {
			const first = await goodCall(context);
			const answers = await context.converse([context.question(), context.question()]);
			const chunked = await context.callAfresh({ chunked: true });
			// 411 is I9's business.
			if (chunked.status !== 411 && chunked.status === 200) answers.push(chunked);
			// A server may close behind any answer, and then the second question finds nobody.
			const told = answers.filter(({ status }) => status !== 0);
			const bad = told.find((answer) => !sameContent(first.reply.body, answer.reply.body));
			return bad
				? fail(
						`first ${printable(first.text, 60)}, then ${printable(bad.text, 60)} (${bad === chunked ? "chunked" : "same connection"})`,
						"Let the way in which the bytes come have no part in the result.",
					)
				: pass();
		},
	},
	{
		id: "P12",
		level: "INFO",
		title: "No sign of kept results",
		how: "new inputs 20 times each: the first call is not 5 times as slow as the later ones",
		check: async (context) => {
			await goodCall(context);
			const ratios: number[] = [];
			for (let i = 0; i < context.sizes.timed; i++) {
				const made = variant(context.subject.canary, context.random);
				if (!made) return skip("no new input can be made of this type");
				const times: number[] = [];
				for (let j = 0; j < context.sizes.repeats; j++) {
					if (context.left < 3_000 && times.length > 2) break;
					times.push((await context.callAfresh({ input: made.input })).reply.milliseconds);
				}
				const [first = 0, ...later] = times;
				const median = later.sort((a, b) => a - b)[later.length >> 1] ?? first;
				ratios.push(first - median < SLOWER_MS ? 1 : first / Math.max(median, 0.1));
			}
			// The least of them: one slow call happens to anybody.
			const ratio = Math.min(...ratios);
			return ratio > SLOWER
				? fail(
						`the first call takes ${ratio.toFixed(0)} times as long`,
						"Ask whether results are kept, and by what.",
					)
				: pass();
		},
	},
];
