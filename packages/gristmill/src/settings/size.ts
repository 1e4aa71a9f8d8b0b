const UNITS = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 } as const;

/** Reads 65536, 64k, 64K or 64KiB. Units are powers of 1024. Undefined for other texts. */
export function bytesOf(text: string): number | undefined {
	const [, digits, unit = ""] = /^(\d{1,13})(?:([kmg])(?:ib)?)?$/i.exec(text) ?? [];
	return digits === undefined ? undefined : Number(digits) * UNITS[unit.toLowerCase() as keyof typeof UNITS];
}

/** Writes a size with the largest unit that divides it: "64k" for 65536. */
export function sizeText(bytes: number): string {
	const units = Object.entries(UNITS).reverse();
	const [unit, size] = units.find(([, size]) => bytes >= size && bytes % size === 0) ?? ["", 1];
	return `${bytes / size}${unit}`;
}
