const DIGITS = [
	[10, "X"],
	[9, "IX"],
	[5, "V"],
	[4, "IV"],
	[1, "I"],
] as const;

/** Writes a number up to 39 as a Roman numeral. */
export function toRoman(value: number): string {
	let rest = value;
	let roman = "";
	for (const [worth, digits] of DIGITS) for (; rest >= worth; rest -= worth) roman += digits;
	return roman;
}

/** The value of a Roman numeral up to XXXIX. Undefined for other text. */
export function fromRoman(text: string): number | undefined {
	const letters = text.toUpperCase();
	for (let value = 1; value < 40; value++) if (toRoman(value) === letters) return value;
	return undefined;
}
