import type { Changed } from "./document/numbers/changes.js";
import { spellTimes } from "./document/numbers/times.js";
import { spellUnits } from "./document/numbers/units.js";
import type { Pair } from "./document/pair.js";
import type { Item } from "./document/protect/items.js";
import { mendSpelling } from "./document/spelling/spelling.js";

/** Stands for an item. A character of this kind in the text is an item itself. */
const ITEM = "\ue000";

/**
 * Writes a sentence as the model knows it, before it is cut or its marks are removed. Its items stay.
 *
 * @example prepare("Add 2 tsp, thx", [], { from: "en", to: "es" }).text // "Add 2 teaspoons, thanks"
 */
export function prepare(text: string, items: readonly Item[], pair: Pair): Changed {
	let masked = "";
	let from = 0;
	for (const { start, end } of items) {
		masked += text.slice(from, start) + ITEM;
		from = end;
	}
	masked += text.slice(from);
	const timed = spellTimes(masked, pair);
	const measured = spellUnits(timed.text, pair);
	const spelled = mendSpelling(measured.text, pair.from);
	const changes = [...timed.changes, ...measured.changes, ...spelled.changes];
	if (changes.length === 0) return { text, changes };
	let item = 0;
	return { text: spelled.text.replaceAll(ITEM, () => items[item++]?.source ?? ""), changes };
}
