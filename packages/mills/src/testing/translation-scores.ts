/** What Python's str.split takes for white space: scores are to equal sacreBLEU's on any text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these four are what Python adds to White_Space
const BLANKS = /[\p{White_Space}\x1c-\x1f]+/u;
const ENTITIES = [
	["&quot;", '"'],
	["&amp;", "&"],
	["&lt;", "<"],
	["&gt;", ">"],
] as const;
/** Where mteval-v13a puts spaces: around ASCII signs, around dots and commas beside what is no digit, behind 3-. */
const SPLITS = [
	[/([{-~[-` -&(-+:-@/])/g, " $1 "],
	[/([^0-9])([.,])/gu, "$1 $2 "],
	[/([.,])([^0-9])/gu, " $1 $2"],
	[/([0-9])(-)/g, "$1 $2 "],
] as const;
const WORD_ORDERS = 4;
const CHARACTER_ORDERS = 6;

/** The tokens of a line as mteval-v13a cuts it. */
export function tokens13a(line: string): string[] {
	let text = line.replaceAll("<skipped>", "").replaceAll("-\n", "").replaceAll("\n", " ");
	for (const [entity, character] of ENTITIES) text = text.replaceAll(entity, character);
	text = ` ${text} `;
	for (const [pattern, replacement] of SPLITS) text = text.replace(pattern, replacement);
	return text.split(BLANKS).filter(Boolean);
}

/** BLEU of a whole test set, 0 to 100, as sacreBLEU has it by default: 13a, mixed case, exponential smoothing. */
export function corpusBleu(translations: readonly string[], references: readonly string[]): number {
	const counts = Array.from({ length: WORD_ORDERS }, () => new Overlap());
	let found = 0;
	let wanted = 0;
	for (const [translation, reference] of pairs(translations, references)) {
		const [ours, theirs] = [tokens13a(translation), tokens13a(reference)];
		found += ours.length;
		wanted += theirs.length;
		for (const [i, count] of counts.entries()) count.add(grams(ours, i + 1), grams(theirs, i + 1));
	}
	if (counts.every(({ common }) => common === 0) || counts.some((count) => count.found === 0)) return 0;
	let logs = 0;
	let smoothing = 1;
	for (const count of counts) {
		if (count.common === 0) smoothing *= 2;
		logs += Math.log(count.common === 0 ? 1 / (smoothing * count.found) : count.common / count.found);
	}
	const brevity = found >= wanted ? 1 : Math.exp(1 - wanted / found);
	return 100 * brevity * Math.exp(logs / WORD_ORDERS);
}

/** chrF2 of a whole test set, 0 to 100: n-grams of up to 6 characters without spaces, recall counts twice. */
export function corpusChrf(translations: readonly string[], references: readonly string[]): number {
	const counts = Array.from({ length: CHARACTER_ORDERS }, () => new Overlap());
	for (const [translation, reference] of pairs(translations, references)) {
		const [ours, theirs] = [characters(translation), characters(reference)];
		for (const [i, count] of counts.entries()) {
			// A translation's n-grams count only where the reference is long enough to have some.
			const some = theirs.length > i ? ours : [];
			count.add(grams(some, i + 1), grams(theirs, i + 1));
		}
	}
	const used = counts.filter(({ found, wanted }) => found > 0 && wanted > 0);
	if (used.every(({ common }) => common === 0)) return 0;
	const precision = used.reduce((sum, { common, found }) => sum + common / found, 0) / used.length;
	const recall = used.reduce((sum, { common, wanted }) => sum + common / wanted, 0) / used.length;
	return (100 * 5 * precision * recall) / (4 * precision + recall);
}

/** How many n-grams of one order translations and references have, and have in common. */
class Overlap {
	found = 0;
	wanted = 0;
	common = 0;

	add(ours: ReadonlyMap<string, number>, theirs: ReadonlyMap<string, number>): void {
		for (const [gram, count] of ours) {
			this.found += count;
			this.common += Math.min(count, theirs.get(gram) ?? 0);
		}
		for (const count of theirs.values()) this.wanted += count;
	}
}

function grams(items: readonly string[], order: number): Map<string, number> {
	const counts = new Map<string, number>();
	for (let i = 0; i + order <= items.length; i++) {
		const gram = items.slice(i, i + order).join(" ");
		counts.set(gram, (counts.get(gram) ?? 0) + 1);
	}
	return counts;
}

function characters(line: string): string[] {
	return [...line.split(BLANKS).join("")];
}

function* pairs(translations: readonly string[], references: readonly string[]): Generator<[string, string]> {
	if (translations.length !== references.length)
		throw new RangeError(
			`Give as many references as translations: ${references.length} and ${translations.length}`,
		);
	for (const [i, translation] of translations.entries()) yield [translation, references[i] as string];
}
