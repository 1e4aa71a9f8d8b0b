import { findItems, type Item } from "./items.js";

/** A sentence with names instead of items, and a function that puts the items back. */
type Shielded = {
	readonly text: string;
	/** The items that have a name instead, with it. */
	readonly hidden: readonly (readonly [source: string, name: string])[];
	/** The answer with its items, each as often as in the source. Undefined if one is missing or extra. */
	readonly restore: (answer: string) => string | undefined;
};

type StandIn = { readonly source: string; readonly roomBefore: boolean; readonly roomAfter: boolean };

// A model copies "X1", which looks like a name, but not "{name}" or an emoji. Seen with a model of 35M parameters: "Hello X1,
// you have X2 new messages." kept both names; the same sentence with braces lost both items.
const LETTERS = ["X", "Z", "K", "Q", "W"];
const LONGEST_MENDED = 200;

/** Replaces the items that `covers` selects by names. The other items stay and are counted. */
export function shield(text: string, items: readonly Item[], covers: (item: Item) => boolean): Shielded {
	const letter = LETTERS.find((candidate) => !new RegExp(`${candidate}\\d`, "i").test(text)) ?? "Xx";
	const standIns: StandIn[] = [];
	let shielded = "";
	let from = 0;
	for (let index = 0; index < items.length; index++) {
		const item = items[index] as Item;
		if (!covers(item)) continue;
		// Adjacent items share a name, so that they stay together.
		let { end } = item;
		while (items[index + 1]?.start === end && covers(items[index + 1] as Item))
			end = (items[++index] as Item).end;
		const before = text.slice(from, item.start);
		const roomBefore = /[\p{L}\p{N}]$/u.test(before);
		const roomAfter = /^[\p{L}\p{N}]/u.test(text.slice(end, end + 2));
		standIns.push({ source: text.slice(item.start, end), roomBefore, roomAfter });
		shielded += `${before}${roomBefore ? " " : ""}${letter}${standIns.length}${roomAfter ? " " : ""}`;
		from = end;
	}
	shielded += text.slice(from);
	const others = items.filter((item) => !covers(item));
	return {
		text: shielded,
		hidden: standIns.map(({ source }, index) => [source, `${letter}${index + 1}`] as const),
		restore: (answer) => {
			const restored = bringBack(answer, letter, standIns);
			return restored === undefined ? undefined : mendOthers(text, restored, others);
		},
	};
}

function bringBack(answer: string, letter: string, standIns: readonly StandIn[]): string | undefined {
	if (standIns.length === 0) return answer;
	const seen = new Set<number>();
	let wrong = false;
	const name = new RegExp(`( ?)(?<![\\p{L}\\p{N}])${letter}(\\d{1,4})(?![\\p{L}\\p{N}])( ?)`, "giu");
	const restored = answer.replace(name, (_, before: string, digits: string, after: string) => {
		const number = Number(digits);
		const standIn = standIns[number - 1];
		if (standIn === undefined || seen.has(number)) wrong = true;
		seen.add(number);
		return `${standIn?.roomBefore ? "" : before}${standIn?.source}${standIn?.roomAfter ? "" : after}`;
	});
	return wrong || seen.size !== standIns.length ? undefined : restored;
}

function mendOthers(source: string, answer: string, items: readonly Item[]): string | undefined {
	// Each item once: a text may contain the same item thousands of times.
	const different = [...new Set(items.map((each) => each.source))];
	let mended = answer;
	for (const item of different) {
		const wanted = count(source, item);
		if (count(mended, item) === wanted) continue;
		// The model may write a minus sign as a hyphen.
		if (item === "−") mended = mended.replace(/(?<![\p{L}\p{N}])-(?=\d)/gu, item);
		if (count(mended, item) === wanted) continue;
		mended = mendNearMiss(mended, item, items);
		if (count(mended, item) !== wanted) return undefined;
	}
	// "https:https://…" has the item and a piece of it.
	return different.every((item) => attached(mended, item) <= attached(source, item)) ? mended : undefined;
}

/** How often `part` occurs in `text`. */
export function count(text: string, part: string): number {
	return text.split(part).length - 1;
}

function attached(text: string, item: string): number {
	const around = text.split(item);
	const before = around.slice(0, -1).filter((part) => /[\p{L}\p{N}:/@]$/u.test(part.slice(-2)));
	const after = around.slice(1).filter((part) => /^[\p{L}\p{N}/@]/u.test(part.slice(0, 2)));
	return before.length + after.length;
}

// Corrects "% s" to "%s", "Https://…" to "https://…", or the only URL in the answer that is not in the source.
function mendNearMiss(answer: string, item: string, items: readonly Item[]): string {
	if (item.length > LONGEST_MENDED) return answer;
	const letters = [...item].map((char) => char.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&"));
	const loose = [...answer.matchAll(new RegExp(letters.join("\\s?"), "giu"))];
	if (loose.length === 1 && loose[0] !== undefined)
		return splice(answer, loose[0].index, loose[0][0].length, item);
	// A name in the answer may be only a part of the wrong one: "Joseph Ladron of Guevara".
	if (/^[\p{L}\p{M}'’ -]+$/u.test(item)) return answer;
	const known = [...new Set(items.map(({ source }) => source))];
	// A match that contains a correct item is not a stray one: replacing it would lose the item.
	const strays = findItems(answer).filter(
		({ kind, source }) =>
			kind === "verbatim" && source.length > 3 && !known.some((each) => source.includes(each)),
	);
	const [stray] = strays;
	if (strays.length !== 1 || stray === undefined || item.length < 4) return answer;
	return splice(answer, stray.start, stray.source.length, item);
}

function splice(text: string, start: number, length: number, insert: string): string {
	return text.slice(0, start) + insert + text.slice(start + length);
}
