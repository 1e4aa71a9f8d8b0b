import { isDeepStrictEqual } from "node:util";
import { fail, PUT_OFF, pass, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import type { Changes, RowContext } from "../probe/row-context.js";
import { areComparable, differs, isPutOff, noDifference, RESERVE, same } from "../probe/sameness.js";
import { descriptionByUrl, schemaByAccept, schemaByUrl } from "../schema/documents.js";
import { sameContent } from "../wire/json.js";
import { goodCall } from "./ground.js";

/** One call of the load: valid input, garbage, a wrong type, an empty body, or an aborted upload. */
function mischief(context: RowContext): Changes {
	const { inputs, canary } = context.subject;
	const others = inputs.length > 1 ? inputs.slice(1) : inputs;
	switch (context.random.below(8)) {
		case 0:
			return { body: context.random.bytes(32) };
		case 1:
			return { headers: { "Content-Type": "application/x-garbage" }, body: context.random.bytes(8) };
		case 2:
			return { body: new Uint8Array() };
		case 3:
			return { input: canary, abort: true };
		default:
			return { input: others[context.random.below(others.length)] ?? canary };
	}
}

/** P5 and P13: after all other rows, because a server that remembers the load answers differently afterwards. */
export const LOAD_ROWS: readonly Row[] = [
	{
		id: "P5",
		level: "MUST",
		title: "Many calls leave no trace",
		how: "one input, then 200 mixed calls with garbage and aborted uploads, then the input again: identical result",
		check: async (context) => {
			const first = await goodCall(context);
			const begun = context.left;
			let sent = 0;
			while (sent < context.settings.sizes.load && context.left > Math.max(RESERVE, begun / 3)) {
				const batch = Math.min(16, context.settings.sizes.load - sent);
				await Promise.all(
					Array.from({ length: batch }, () => context.callAfresh({ ...mischief(context), hasty: true })),
				);
				sent += batch;
			}
			const again = await context.callAfresh();
			if (!areComparable(again)) return skip(PUT_OFF);
			if (!same(first, again)) return differs(`after ${sent} other calls`, first, again);
			return noDifference(
				[first],
				sent === context.settings.sizes.load
					? undefined
					: `${sent} of ${context.settings.sizes.load} calls, because the time ran out`,
			);
		},
	},
	{
		id: "P13",
		level: "MUST",
		title: "Many calls do not change the documents",
		how: "schema and description after P5: unchanged",
		check: async (context) => {
			const load = context.outcomes.get("P5");
			if (!load || load.kind === "skip") return skip("P5 was not run");
			const before = [
				await schemaByAccept(context),
				await schemaByUrl(context),
				await descriptionByUrl(context),
			];
			const there = before.filter(({ status }) => status === 200);
			for (const exchange of there) {
				const after = await context.askAfresh(exchange.question);
				if (isPutOff(after.status)) return skip(PUT_OFF);
				const same =
					exchange.json === undefined
						? sameContent(after.reply.body, exchange.reply.body)
						: isDeepStrictEqual(after.json, exchange.json);
				if (!same)
					return fail(`${exchange.url.pathname} has changed`, "Make documents depend on the mill only.");
			}
			return there.length > 0 ? pass() : skip("there are no documents");
		},
	},
];
