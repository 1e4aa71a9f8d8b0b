import type { JsonSchema } from "../../core/schema/schema-parts.js";
import { element } from "../elements/element.js";
import { number } from "../elements/number.js";
import { listView } from "./view-lists.js";
import type { ShownAnswer, View } from "./viewer.js";

const MOST = 12;

type Entry = readonly [name: string, value: unknown];

/** For a few members: plain values with their names and meanings, then lists as tables or plots, the rest folded. */
export function factsView({ output, members, schema, picture }: ShownAnswer): View | undefined {
	const entries = Object.entries(output).filter(([name]) => !name.startsWith("_"));
	if (entries.length === 0 || entries.length > MOST) return undefined;
	const plain = entries.filter(([, value]) => isPlain(value));
	const nested = entries.filter(([, value]) => !isPlain(value));
	const caption = captionOf(output, members);
	const facts = caption ? plain.filter(([name]) => name !== "gender" && name !== "age") : plain;
	const content = element(
		"div",
		{ class: "findings" },
		caption === undefined ? undefined : element("p", { class: "headline" }, caption),
		facts.length === 0 ? undefined : factList(facts, members),
		...nested.map(([name, value]) => listView(name, value, members[name] ?? {}, schema)),
	);
	const spoken = [caption ?? "", ...facts.map(([name, value]) => `${words(name)} ${value}`)];
	const spokenText = spoken.filter((part) => part !== "").join(", ");
	const shows = Object.keys(output);
	if (picture === undefined) return { element: content, shows, spoken: spokenText };
	const image = element("img", { src: picture, alt: "The picture that was sent" });
	return {
		element: element("figure", { class: "portrait" }, image, element("figcaption", {}, content)),
		shows,
		spoken: spokenText,
	};
}

/** Names and values, with what they mean. */
function factList(entries: readonly Entry[], members: Readonly<Record<string, JsonSchema>>): HTMLElement {
	return element(
		"dl",
		{ class: "facts" },
		...entries.map(([name, value]) =>
			element(
				"div",
				{},
				element("dt", {}, words(name)),
				element(
					"dd",
					{ class: String(value).length > 16 ? "long" : "", dir: "auto" },
					shown(value, members[name]),
				),
				element("dd", { class: "meaning" }, String(members[name]?.description ?? "")),
			),
		),
	);
}

/** A text with lines, or a long one, is a text to read. */
export function isPlain(value: unknown): boolean {
	return value === null || (typeof value !== "object" && !/[\n\t]|.{200}/.test(String(value)));
}

/** A value for people. A number from 0 to 1, such as a probability, is a percentage. */
export function shown(value: unknown, schema: JsonSchema | undefined): string {
	if (typeof value !== "number")
		return typeof value === "boolean" ? (value ? "yes" : "no") : String(value ?? "none");
	const isShare = schema?.type === "number" && schema.minimum === 0 && schema.maximum === 1;
	return isShare ? `${Number((value * 100).toPrecision(3))} %` : number(value);
}

export function words(name: string): string {
	return name.replaceAll("_", " ");
}

const GENDERS: Readonly<Record<string, string>> = { F: "Female", M: "Male" };

/** `{ gender, age }` of a person in a picture, in words. */
function captionOf(
	{ gender, age }: Readonly<Record<string, unknown>>,
	members: Readonly<Record<string, JsonSchema>>,
): string | undefined {
	const word = GENDERS[String(gender)];
	return word && typeof age === "number" && members.age?.type === "integer"
		? `${word}, about ${age}`
		: undefined;
}
