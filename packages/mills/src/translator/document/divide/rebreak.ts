import { findItems, type Item } from "../protect/items.js";

/**
 * Breaks a translated paragraph into lines, with as many breaks as its source and at about the same relative positions.
 *
 * @returns undefined if the answer has too few spaces for all breaks.
 */
export function rebreak(
	answer: string,
	breaks: readonly { readonly gap: string; readonly share: number }[],
): string | undefined {
	const spaces: number[] = [];
	const items = findItems(answer);
	let item = 0;
	for (let at = answer.indexOf(" "); at >= 0; at = answer.indexOf(" ", at + 1)) {
		while (item < items.length && (items[item] as Item).end <= at) item++;
		// A break inside code or a placeholder would change it.
		if (at < (items[item]?.start ?? answer.length)) spaces.push(at);
	}
	if (spaces.length < breaks.length) return undefined;
	let broken = "";
	let from = 0;
	let next = 0;
	breaks.forEach(({ gap, share }, index) => {
		const aim = share * answer.length;
		// Enough spaces must remain for the following breaks.
		const last = spaces.length - (breaks.length - index);
		while (
			next < last &&
			Math.abs((spaces[next + 1] as number) - aim) < Math.abs((spaces[next] as number) - aim)
		)
			next++;
		const at = spaces[next++] as number;
		broken += answer.slice(from, at) + gap;
		from = at + 1;
	});
	return broken + answer.slice(from);
}
