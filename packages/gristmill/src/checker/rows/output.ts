import { isUtf8 } from "node:buffer";
import { isObject } from "../../core/schema/is-object.js";
import { fail, pass, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import type { RowContext } from "../probe/row-context.js";
import { printable } from "../wire/exchange.js";
import { at } from "../wire/json.js";
import { goodCall, isUnread, JSON_TYPE, wholeCall } from "./ground.js";

/** A member of an image classifier's result, the example of the specification; undefined for other mills. */
async function classified(
	context: RowContext,
	member: "age" | "gender",
): Promise<{ value: unknown } | undefined> {
	const { json } = await wholeCall(context);
	const is = context.subject.tool === "classifier" || (isObject(json) && "age" in json && "gender" in json);
	return is ? { value: at(json, member) } : undefined;
}

const NO_CLASSIFIER = "the mill is not an image classifier";

/** O1 to O7: what a result looks like. */
export const OUTPUT_ROWS: readonly Row[] = [
	{
		id: "O1",
		level: "MUST",
		title: "A result is application/json",
		how: "call: Content-Type application/json",
		check: async (context) => {
			const exchange = await goodCall(context);
			return exchange.type === JSON_TYPE
				? pass()
				: fail(exchange.line, "Send results with Content-Type: application/json.");
		},
	},
	{
		id: "O2",
		level: "MUST",
		title: "A result is one JSON object",
		how: "call: the body is a JSON object",
		check: async (context) => {
			const { json, text } = await wholeCall(context);
			return isObject(json)
				? pass()
				: fail(`the body is not a JSON object: ${printable(text, 60)}`, "Wrap the result in an object.");
		},
	},
	{
		id: "O3",
		level: "MUST",
		title: "A result is UTF-8 without a byte order mark",
		how: "call: the bytes of the body",
		check: async (context) => {
			const { body } = (await wholeCall(context)).reply;
			if (!isUtf8(body)) return fail("the body is not UTF-8", "Write JSON in UTF-8 (RFC 8259 §8.1).");
			return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
				? fail("the body begins with a byte order mark", "Leave it out (RFC 8259 §8.1).")
				: pass();
		},
	},
	{
		id: "O4",
		level: "MUST",
		title: "A classifier gives the gender as one letter",
		how: "call: gender is a string of one letter",
		check: async (context) => {
			const gender = await classified(context, "gender");
			if (!gender) return skip(NO_CLASSIFIER);
			return typeof gender.value === "string" && /^\p{L}$/u.test(gender.value)
				? pass()
				: fail(`gender is ${printable(JSON.stringify(gender.value) ?? "missing")}`, "Give one letter.");
		},
	},
	{
		id: "O5",
		level: "MUST",
		title: "A classifier gives the age as an integer",
		how: "call: age is a JSON number without a fraction",
		check: async (context) => {
			const age = await classified(context, "age");
			if (!age) return skip(NO_CLASSIFIER);
			return Number.isInteger(age.value)
				? pass()
				: fail(`age is ${printable(JSON.stringify(age.value) ?? "missing")}`, "Give a whole number.");
		},
	},
	{
		id: "O6",
		level: "SHOULD",
		title: "A classifier's age is plausible",
		how: "call: age from 0 to 130",
		check: async (context) => {
			const age = await classified(context, "age");
			if (!age) return skip(NO_CLASSIFIER);
			if (typeof age.value !== "number") return skip("the age is not a number (O5)");
			return age.value >= 0 && age.value <= 130 ? pass() : fail(`age is ${age.value}`, "Use 0 to 130.");
		},
	},
	{
		id: "O7",
		level: "MUST",
		title: "Answers have Date",
		how: "every 2xx and 4xx of the run: Date",
		last: true,
		check: async (context) => {
			await context.call();
			const bad = context.seen.find(
				(exchange) =>
					exchange.status >= 200 &&
					exchange.status < 500 &&
					exchange.field("date") === undefined &&
					!isUnread(exchange),
			);
			return bad
				? fail(`${bad.line}, without Date`, "Send Date with every answer (RFC 9110 §6.6.1).")
				: pass();
		},
	},
];
