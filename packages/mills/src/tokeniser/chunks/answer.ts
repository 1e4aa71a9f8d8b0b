import { type Static, Type } from "gristmill";
import { Budget, type Format, jsonBytes, spendColumns } from "../listing/budget.js";
import { inUnit, type Unit } from "../listing/spans.js";
import type { Chunks } from "./chunks.js";

const integer = (description: string) => Type.Integer({ minimum: 0, description });

/** A chunk with its text. */
export const Chunk = Type.Object({
	text: Type.String({ description: "The chunk." }),
	start: Type.Optional(integer("Where it begins in the text.")),
	end: Type.Optional(integer("Where it ends: the offset behind it.")),
	count: integer("How many tokens it has when it is encoded alone."),
});

/** Lists the chunks as objects or as columns. Throws `content-too-large` if the answer would be too long. */
export function listChunks(text: string, chunks: Chunks, format: Format, unit: Unit | undefined) {
	if (format === "count") return {};
	const starts = unit && inUnit(text, chunks.starts, unit);
	const ends = unit && inUnit(text, chunks.ends, unit);
	const budget = new Budget(format, false);
	if (format === "columns") {
		const columns = { ...(starts && { starts }), ...(ends && { ends }), counts: chunks.counts };
		spendColumns(budget, Object.values(columns));
		return { columns };
	}
	const list = Array.from(chunks.counts, (count, i) => {
		const part = text.slice(chunks.starts[i], chunks.ends[i]);
		const made: Static<typeof Chunk> = {
			text: part,
			...(starts && { start: starts[i] as number }),
			...(ends && { end: ends[i] as number }),
			count,
		};
		// A number is no longer than an id.
		budget.spend(jsonBytes({ ...made, id: count }, part) + ',"count":'.length);
		return made;
	});
	return { chunks: list };
}
