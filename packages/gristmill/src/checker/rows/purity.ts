import { isDeepStrictEqual } from "node:util";
import { fail, pass, type RowOutcome, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import type { RowContext } from "../probe/row-context.js";
import { areComparable, baseline, differs, noDifferenceIn, RESERVE, same } from "../probe/sameness.js";
import type { ProbeInput } from "../probe/subject.js";
import { under } from "../probe/subject.js";
import { type ProbeExchange, printable } from "../wire/exchange.js";
import { sameContent } from "../wire/json.js";
import { goodCall, JSON_TYPE } from "./ground.js";

/** Sends inputs one after another, and compares each answer with the first for this input. */
async function inOrder(
	context: RowContext,
	what: string,
	inputs: readonly ProbeInput[],
): Promise<RowOutcome> {
	const compared: ProbeExchange[] = [];
	let done = 0;
	for (const input of inputs) {
		if (context.left < RESERVE && done > 0) break;
		const first = await baseline(context, input);
		const other = await context.callAfresh({ input });
		done++;
		if (!areComparable(first, other)) continue;
		if (!same(first, other)) return differs(`${what}, call ${done}`, first, other);
		compared.push(first);
	}
	return noDifferenceIn(
		compared,
		done,
		done < inputs.length ? `${done} of ${inputs.length} calls, because the time ran out` : undefined,
	);
}

/** Whether an answer contains a result. */
function holds(answer: ProbeExchange, result: ProbeExchange): boolean {
	if (sameContent(answer.reply.body, result.reply.body)) return true;
	const { json } = answer;
	return Array.isArray(json) && json.some((member) => isDeepStrictEqual(member, result.json));
}

const FEW = "fewer than two good inputs are known: add some with --input FILE";

/** Header fields of different callers. */
const PEOPLE: readonly Readonly<Record<string, string>>[] = [
	{ "User-Agent": "Mozilla/5.0 (compatible; somebody-else)" },
	{ Cookie: "session=0123456789abcdef; visits=7" },
	{ "X-Forwarded-For": "203.0.113.7", Forwarded: "for=203.0.113.7", "X-Real-IP": "203.0.113.7" },
	{ "Accept-Language": "tlh, de;q=0.5" },
	{ Referer: "https://elsewhere.example/page" },
	{ From: "somebody@elsewhere.example" },
	{ "X-Request-Id": "somebody-else-1", "Request-Id": "somebody-else-1" },
];

/** P1 to P9, but for P5: the same input, the same answer. */
export const PURITY_ROWS: readonly Row[] = [
	{
		id: "P1",
		level: "MUST",
		title: "The same input gives the same result",
		how: "one input 20 times, each on its own connection: identical",
		check: async (context) => {
			await goodCall(context);
			const { canary } = context.subject;
			return inOrder(
				context,
				"the same input",
				Array<ProbeInput>(context.settings.sizes.repeats).fill(canary),
			);
		},
	},
	{
		id: "P2",
		level: "MUST",
		title: "Other calls in between do not change the result",
		how: "A B A C A …: the result of A stays the same",
		check: async (context) => {
			await goodCall(context);
			const { canary, inputs } = context.subject;
			const others = inputs.slice(1);
			if (others.length === 0) return skip(FEW);
			const rounds = [...others, ...others].flatMap((input) => [canary, input]);
			return inOrder(context, "with other calls in between", [...rounds, canary]);
		},
	},
	{
		id: "P3",
		level: "MUST",
		title: "The order of calls does not change the results",
		how: "all inputs in 4 random orders: the same result for each input",
		check: async (context) => {
			await goodCall(context);
			const { inputs } = context.subject;
			if (inputs.length < 2) return skip(FEW);
			const orders = Array.from({ length: context.settings.sizes.orders }, () =>
				context.random.shuffled(inputs),
			);
			return inOrder(context, "in another order", orders.flat());
		},
	},
	{
		id: "P4",
		level: "MUST",
		title: "Concurrent calls do not affect each other",
		how: "32 concurrent calls: the same results as one by one",
		check: async (context) => {
			await goodCall(context);
			const { inputs } = context.subject;
			const mixed = Array.from(
				{ length: context.settings.sizes.parallel },
				(_, i) => inputs[i % inputs.length] as ProbeInput,
			);
			const firsts = await Promise.all(mixed.map((input) => baseline(context, input)));
			// Without a rest the pace would spread the calls, and they would not be concurrent.
			await context.rest();
			const answers = await Promise.all(mixed.map((input) => context.callAfresh({ input, hasty: true })));
			const pairs = firsts.map((first, i) => [first, answers[i] as ProbeExchange] as const);
			const compared = pairs.filter((pair) => areComparable(...pair));
			const bad = compared.find(([first, answer]) => !same(first, answer));
			if (bad) return differs("at the same time", ...bad);
			return noDifferenceIn(
				compared.map(([first]) => first),
				pairs.length,
			);
		},
	},
	{
		id: "P6",
		level: "MUST",
		title: "The caller does not change the result",
		how: "one input with other User-Agent, Cookie, X-Forwarded-For, Accept-Language, Referer, From, X-Request-Id: identical",
		check: async (context) => {
			const first = await goodCall(context);
			let compared = 0;
			for (const headers of PEOPLE) {
				const other = await context.callAfresh({ headers });
				if (!areComparable(other)) continue;
				compared++;
				if (!same(first, other))
					return differs(
						`with ${Object.keys(headers)[0]}`,
						first,
						other,
						"Compute the result from the input only, not from the caller.",
					);
			}
			return noDifferenceIn(Array<ProbeExchange>(compared).fill(first), PEOPLE.length);
		},
	},
	{
		id: "P7",
		level: "MUST",
		title: "No cookies are set",
		how: "every answer of the run: no Set-Cookie",
		last: true,
		check: async (context) => {
			await context.call();
			const bad = context.seen.find((exchange) => exchange.field("set-cookie") !== undefined);
			return bad
				? fail(`${bad.line}, with Set-Cookie`, "Set no cookies. A mill does not know its callers.")
				: pass();
		},
	},
	{
		id: "P8",
		level: "MUST",
		title: "Nothing is created",
		how: "every answer to the call: never 201, 202 or 303, no Location",
		last: true,
		check: async (context) => {
			await context.call();
			const { mill, method } = context.subject;
			const calls = context.seen.filter(
				({ url, question }) => url.pathname === mill.pathname && question.method === method,
			);
			// B7 checks HAL.
			const bad = calls.find(
				(exchange) =>
					[201, 202, 303].includes(exchange.status) ||
					(exchange.field("location") !== undefined && exchange.type !== "application/hal+json"),
			);
			if (!bad) return pass();
			const location = bad.field("location");
			return fail(
				location === undefined ? bad.line : `Location: ${printable(location)}`,
				"Return the result in the answer, without Location. A call creates nothing.",
			);
		},
	},
	{
		id: "P9",
		level: "MUST",
		title: "Results cannot be fetched later",
		how: "after the call, GET {mill}/1, {mill}/last, {mill}/results: 404; GET {mill} with Accept: application/json: not the result",
		check: async (context) => {
			await context.call();
			for (const name of ["1", "last", "results"]) {
				const exchange = await context.get(under(context.subject, name));
				if (exchange.status !== 404) return fail(exchange.line, "Store no results. Answer 404.");
			}
			const { mill, method } = context.subject;
			if (method === "GET") return pass();
			const result = await context.callAfresh();
			const kept = await context.askAfresh({ method: "GET", url: mill, headers: { Accept: JSON_TYPE } });
			const isKept = result.status === 200 && kept.status === 200 && holds(kept, result);
			return isKept
				? fail(`${kept.line}: the result of the call before`, "Store no results. Reject GET.")
				: pass();
		},
	},
];
