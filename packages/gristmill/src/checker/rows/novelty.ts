import { isText, variant } from "../inputs/inputs.js";
import { isJpeg, withComment } from "../inputs/jpeg.js";
import { fail, pass, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import type { RowContext } from "../probe/row-context.js";
import { noDifference } from "../probe/sameness.js";
import { printable } from "../wire/exchange.js";
import { sameContent } from "../wire/json.js";
import { complaintsBySchema, goodCall, goodSchema, whole } from "./ground.js";

/** If the first call is slower than later ones by this factor, results may be stored. Less is noise. */
const SLOWER = 5;
const SLOWER_MS = 50;

/** Whether the result contains each longer word of the input. */
function keepsWords(input: string, output: string): boolean {
	const words =
		input
			.toLowerCase()
			.match(/\p{L}{4,40}/gu)
			?.slice(0, 20) ?? [];
	return words.length > 0 && words.every((word) => output.toLowerCase().includes(word));
}

/** A schema error of the value; undefined if there is no schema, or if the plain result is invalid too. */
async function breaksSchema(context: RowContext, value: unknown): Promise<string | undefined> {
	const hasSchema = await goodSchema(context).then(
		() => true,
		() => false,
	);
	if (!hasSchema) return undefined;
	const [before, now] = await complaintsBySchema(context, [(await context.call()).json, value]);
	return before === null && now != null ? now : undefined;
}

/** P10 to P12 and P18: new inputs. */
export const NOVELTY_ROWS: readonly Row[] = [
	{
		id: "P10",
		level: "MUST",
		title: "New input is computed",
		how: "a new input (a random word in the text, a random comment in the picture): 200, valid, with the word if results contain the words of the input",
		check: async (context) => {
			const plain = await goodCall(context);
			const { canary } = context.subject;
			const made = variant(canary, context.random);
			if (!made)
				return skip(
					"no new input of this type can be generated: the probe knows text, JSON prose, JPEG and bytes",
				);
			const exchange = await context.call({ input: made.input });
			const advice = "Compute the answer: a lookup over stored answers is no mill.";
			if (exchange.status !== 200) {
				// What is refused for what it says may be refused rightly, as far as one can see from outside. A text may have a
				// grammar: a calculator takes "2+2", but not "2+2 rye". A comment changes nothing in a picture.
				const isWrongText = isText(canary.mediaType) && [400, 422].includes(exchange.status);
				if (isWrongText || (!isText(canary.mediaType) && !isJpeg(canary.body)))
					return skip(`the new input is refused: ${exchange.answer}`);
				return fail(`a new input: ${exchange.answer}`, advice);
			}
			whole(plain);
			whole(exchange);
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
						"Decode the picture, and use its pixels.",
					);
		},
	},
	{
		id: "P11",
		level: "MUST",
		title: "Framing and connection do not change the result",
		how: "one input with Content-Length and chunked, on a new and on a used connection: identical",
		check: async (context) => {
			const first = await goodCall(context);
			const answers = await context.askInOrder([context.question(), context.question()]);
			const chunked = await context.callAfresh({ chunked: true });
			// I9 checks 411.
			if (chunked.status !== 411 && chunked.status === 200) answers.push(chunked);
			// A server may close the connection after any answer. Then the second request gets no answer.
			const told = answers.filter(({ status }) => status !== 0);
			const bad = told.find((answer) => !sameContent(first.reply.body, answer.reply.body));
			return bad
				? fail(
						`first ${printable(first.text, 60)}, then ${printable(bad.text, 60)} (${bad === chunked ? "chunked" : "same connection"})`,
						"Compute the result from the input only, not from how it was transferred.",
					)
				: noDifference([first]);
		},
	},
	{
		id: "P12",
		level: "INFO",
		title: "No sign of stored results",
		how: "new inputs, 20 calls each: the first call takes less than 5 times as long as the later ones",
		check: async (context) => {
			await goodCall(context);
			const ratios: number[] = [];
			for (let i = 0; i < context.settings.sizes.timed; i++) {
				const made = variant(context.subject.canary, context.random);
				if (!made) return skip("no new input of this type can be generated");
				const times: number[] = [];
				for (let j = 0; j < context.settings.sizes.repeats; j++) {
					if (context.left < 3_000 && times.length > 2) break;
					times.push((await context.callAfresh({ input: made.input })).reply.milliseconds);
				}
				const [first = 0, ...later] = times;
				const median = later.sort((a, b) => a - b)[later.length >> 1] ?? first;
				ratios.push(first - median < SLOWER_MS ? 1 : first / Math.max(median, 0.1));
			}
			// The minimum, because a single slow call is normal.
			const ratio = Math.min(...ratios);
			return ratio > SLOWER
				? fail(
						`the first call takes ${ratio.toFixed(0)} times as long`,
						"Check whether results are cached, and by which key.",
					)
				: pass();
		},
	},
];
