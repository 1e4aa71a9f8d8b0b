/** Separates thousands with thin spaces, which no language uses as a decimal point. */
export function number(value: number): string {
	const text = String(value);
	return /^-?\d{5,15}$/.test(text) ? text.replace(/\B(?=(?:\d{3})+$)/g, "\u202f") : text;
}

/** A count with its noun: `1 token`, `12 tokens`. */
export function counted(count: number, plural: string): string {
	return `${number(count)} ${count === 1 ? plural.replace(/s$/, "") : plural}`;
}
