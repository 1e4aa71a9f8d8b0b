import type { JsonSchema } from "../../core/schema/schema-parts.js";
import { declaredView } from "../../core/schema/views.js";
import { element } from "../elements/element.js";
import { number, words } from "../elements/number.js";
import { copyButton } from "../lines/copy.js";
import { isScalar, isText } from "./shape.js";
import type { Member } from "./viewer.js";

/** A checksum or an address is copied, not typed. */
const COPIED = 16;

/** A value that is read at a glance, without a view of its own. */
export function isFact({ value, schema }: Member): boolean {
	return isScalar(value) && !isText(value) && schema.contentEncoding !== "base64" && !declaredView(schema);
}

/** Names and values, with what they mean; in short lines if they stand below something larger. */
export function factList(facts: readonly Member[], isShort: boolean): HTMLElement {
	const rows = facts.map(({ name, value, schema }) => {
		const text = scalarText(value, schema);
		const meaning = String(schema.description ?? "");
		const isLong = text.length > COPIED;
		const seen = element(
			"span",
			{ dir: "auto", title: typeof value === "number" ? String(value) : undefined },
			text,
		);
		const copy = isLong ? copyButton(() => String(value), seen) : undefined;
		return element(
			"div",
			{ title: isShort ? meaning : undefined, "data-member": name },
			element("dt", words(name)),
			element(isLong ? "dd.long" : "dd", seen, copy),
			isShort ? undefined : element("dd.meaning", meaning),
		);
	});
	return element(isShort ? "dl.facts.short" : "dl.facts", ...rows);
}

export function factText({ name, value }: Member): string {
	return `${words(name)}: ${value}`;
}

/** A value for people. A number from 0 to 1, such as a probability, is a percentage. */
export function scalarText(value: unknown, schema: JsonSchema = {}): string {
	if (value === "") return "an empty text";
	if (typeof value === "boolean") return value ? "yes" : "no";
	if (typeof value !== "number") return String(value ?? "none");
	const isShare = schema.type === "number" && schema.minimum === 0 && schema.maximum === 1;
	return isShare ? percent(value) : number(value);
}

export function percent(share: number): string {
	return `${Number((share * 100).toPrecision(3))} %`;
}
