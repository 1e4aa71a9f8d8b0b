/**
 * The characters that a pattern matches, as a table over the code units. The table is several times as fast as the
 * pattern, which searches lists of ranges for each character.
 */
export class CharacterSet {
	readonly #pattern: RegExp;
	/** The table is made on first use, because testing all 65,536 code units takes some milliseconds. */
	#units: Uint8Array | undefined;

	/** The pattern must match exactly one code point and have the flag `u`. */
	constructor(pattern: RegExp) {
		this.#pattern = pattern;
	}

	/** Returns whether the character that contains this code unit is in the set. */
	hasAt(text: string, at: number): boolean {
		const unit = text.charCodeAt(at);
		this.#units ??= this.#table();
		if (unit < 0xd800 || unit > 0xdfff) return this.#units[unit] === 1;
		const start = unit >= 0xdc00 && at > 0 ? at - 1 : at;
		const code = text.codePointAt(start) ?? 0;
		return code > 0xffff && this.#pattern.test(String.fromCodePoint(code));
	}

	/** Returns the text with each character of the set replaced. */
	replace(text: string, replacement: (character: string) => string): string {
		this.#units ??= this.#table();
		const units = this.#units;
		let result = "";
		let copied = 0;
		for (let at = 0; at < text.length; at++) {
			const unit = text.charCodeAt(at);
			const isPair = unit >= 0xd800 && unit <= 0xdbff;
			if (isPair ? !this.hasAt(text, at) : units[unit] === 0) continue;
			const end = at + (isPair ? 2 : 1);
			result += text.slice(copied, at) + replacement(text.slice(at, end));
			copied = end;
			at = end - 1;
		}
		return copied === 0 ? text : result + text.slice(copied);
	}

	#table(): Uint8Array {
		const units = new Uint8Array(0x10000);
		for (let unit = 0; unit < 0x10000; unit++)
			if ((unit < 0xd800 || unit > 0xdfff) && this.#pattern.test(String.fromCharCode(unit))) units[unit] = 1;
		return units;
	}
}
