/** A number for people: three significant digits, and thousands apart by thin spaces, which no language uses as a decimal point. */
export function number(value: number): string {
	const isWhole = Number.isInteger(value) || !Number.isFinite(value);
	const text = String(
		isWhole ? value : Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(3)),
	);
	return /^-?\d{5,15}$/.test(text) ? text.replace(/\B(?=(?:\d{3})+$)/g, "\u202f") : text;
}

/** A count with its noun: `1 token`, `12 tokens`. */
export function counted(count: number, plural: string): string {
	return `${number(count)} ${count === 1 ? plural.replace(/s$/, "") : plural}`;
}

/** A name of a program, as words. */
export function words(name: string): string {
	return name.replaceAll("_", " ");
}
