import { Buffer } from "node:buffer";
import { type RunOutput, type Static, Type } from "gristmill";
import { Chunk } from "./chunks/answer.js";
import { type Budget, type Format, jsonBytes, spendColumns } from "./listing/budget.js";
import type { Listing } from "./listing/listing.js";
import { type Column, concatenated, type Spans, type Unit } from "./listing/spans.js";

const offset = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));
const numbers = (description: string) =>
	Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { description }));

const Token = Type.Object({
	text: Type.Optional(Type.String({ description: "The token, where it is whole characters." })),
	bytes: Type.Optional(
		Type.String({ description: "The token in Base64, where it is only a part of a character." }),
	),
	start: offset(
		"Where it begins; of a part of a character where the character begins, unless bytes are counted.",
	),
	end: offset("Where it ends: the offset behind it."),
	id: Type.Optional(Type.Integer({ minimum: 0, description: "Its number in the encoding." })),
	type: Type.Optional(Type.Enum(["word", "space", "other"], { description: "Of a segment by words." })),
	special: Type.Optional(Type.Boolean({ description: "True of a special token." })),
});

/** The lists that the answer contains. */
export const Lists = {
	tokens: Type.Optional(Type.Array(Token, { description: "With `format=objects`.", view: "spans" })),
	chunks: Type.Optional(
		Type.Array(Chunk, { description: "With `chunk` and `format=objects`.", view: "spans" }),
	),
	ids: numbers("With `format=ids`."),
	columns: Type.Optional(
		Type.Object(
			{
				ids: numbers("Of the tokens of an encoding."),
				starts: numbers("Where each token or chunk begins."),
				ends: numbers("Where each token or chunk ends."),
				counts: numbers("How many tokens each chunk has."),
			},
			{
				description:
					"With `format=columns`: the n-th number of each list belongs to the n-th token or chunk.",
			},
		),
	),
};
export type ListsOf = RunOutput<Static<ReturnType<typeof Type.Object<typeof Lists>>>>;

/** The range of listed tokens. `to` is exclusive. */
interface Range {
	readonly from: number;
	readonly to: number;
}

/** Lists the tokens in any format but `count`. Throws `content-too-large` if the list would be too long. */
export function list(
	text: string,
	listing: Listing,
	format: Format,
	{ from, to }: Range,
	unit: Unit | undefined,
	budget: Budget,
): ListsOf {
	const { ids } = listing;
	const pick = (column: Column) => column.subarray(from, to);
	if (format === "ids") {
		const picked = pick(ids ?? new Uint32Array());
		spendColumns(budget, [picked]);
		return { ids: picked };
	}
	const spans = unit && listing.spansIn(unit);
	if (format === "objects") return { tokens: objects(text, listing, { from, to }, spans, budget) };
	const columns = {
		...(ids && { ids: pick(ids) }),
		...(spans && { starts: pick(spans.starts), ends: pick(spans.ends) }),
	};
	spendColumns(budget, Object.values(columns));
	return { columns };
}

/** Joins the lists of the pieces of a text. */
export function joined(lists: readonly ListsOf[]): ListsOf {
	const [first = {}] = lists;
	if (lists.length < 2) return first;
	if (first.tokens) return { tokens: lists.flatMap(({ tokens = [] }) => tokens) };
	const columns = (of: (one: ListsOf) => unknown) => concatenated(lists.map((one) => of(one) as Column));
	if (first.ids) return { ids: columns(({ ids }) => ids) };
	const names = Object.keys(first.columns ?? {}) as (keyof NonNullable<ListsOf["columns"]>)[];
	return {
		columns: Object.fromEntries(names.map((name) => [name, columns((one) => one.columns?.[name])])),
	};
}

type TokenOf = Static<typeof Token>;

function objects(
	text: string,
	listing: Listing,
	{ from, to }: Range,
	shown: Spans<Column> | undefined,
	budget: Budget,
): TokenOf[] {
	const { starts, ends } = listing.spans();
	const tokens: TokenOf[] = [];
	for (let i = from; i < to; i++) {
		const fragment = listing.fragment?.(i);
		const part = fragment
			? Buffer.from(fragment).toString("base64")
			: text.slice(starts[i] as number, ends[i] as number);
		const token: TokenOf = fragment ? { bytes: part } : { text: part };
		if (shown) {
			token.start = shown.starts[i] as number;
			token.end = shown.ends[i] as number;
		}
		if (listing.ids) token.id = listing.ids[i] as number;
		if (listing.wordLike) token.type = listing.wordLike[i] ? "word" : part.trim() === "" ? "space" : "other";
		if (listing.isSpecial?.(i)) token.special = true;
		budget.spend(jsonBytes(token, part));
		tokens.push(token);
	}
	return tokens;
}
