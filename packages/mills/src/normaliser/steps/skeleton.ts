import { boundUnits } from "../characters/bound.js";
import { CharacterSet } from "../characters/character-set.js";
import { characterClass } from "../tables/table.js";
import { TABLES } from "../tables/tables.js";
import { sortMarks } from "./mark-runs.js";

const IGNORABLE = new CharacterSet(/\p{Default_Ignorable_Code_Point}/u);

let table: { readonly sources: CharacterSet; readonly prototypes: ReadonlyMap<string, string> } | undefined;

function confusables() {
	const prototypes = new Map<string, string>();
	for (const line of TABLES.confusables.split("\n")) {
		const colon = line.lastIndexOf(":");
		for (const source of line.slice(colon + 1)) prototypes.set(source, line.slice(0, colon));
	}
	return { sources: new CharacterSet(new RegExp(characterClass(prototypes.keys()), "u")), prototypes };
}

/**
 * Returns the skeleton of UTS #39. Two names with equal skeletons look alike. It is only for comparing, not for reading.
 * The order of bidirectional text is ignored.
 */
export function skeleton(text: string): string {
	table ??= confusables();
	const { sources, prototypes } = table;
	const visible = IGNORABLE.replace(sortMarks(text).normalize("NFD"), () => "");
	let units = visible.length;
	const mapped = sources.replace(visible, (character) => {
		const prototype = prototypes.get(character) ?? character;
		units += prototype.length - character.length;
		boundUnits(units);
		return prototype;
	});
	return sortMarks(mapped).normalize("NFD");
}
