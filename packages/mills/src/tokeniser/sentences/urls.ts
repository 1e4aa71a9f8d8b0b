/** Finds whether a place is inside a URL. Places must be given in ascending order, so each character is read once. */
export class Urls {
	readonly #text: string;
	/** Whether the text has any URL. Most texts have none. */
	readonly #any: boolean;
	#read = 0;
	#inside = false;

	constructor(text: string) {
		this.#text = text;
		this.#any = text.includes("://") || text.includes("www.");
	}

	/** Returns whether the characters before and after a place belong to one URL. */
	holds(place: number): boolean {
		if (!this.#any) return false;
		const text = this.#text;
		for (; this.#read < place; this.#read++) {
			if (isGap(text.charCodeAt(this.#read))) this.#inside = false;
			else if (!this.#inside)
				this.#inside = text.startsWith("://", this.#read) || text.startsWith("www.", this.#read);
		}
		const next = text.charCodeAt(place);
		return this.#inside && next < 0x80 && !isGap(next);
	}
}

/** ASCII characters that no URL contains. */
function isGap(unit: number): boolean {
	return unit <= 0x20 || unit === 0x22 || unit === 0x3c || unit === 0x3e;
}
