/** Parses the entries "character:text" of a generated table. */
export function readTable(entries: string): Map<string, string> {
	return new Map(
		entries.split(" ").map((entry) => {
			const colon = entry.indexOf(":");
			return [entry.slice(0, colon), entry.slice(colon + 1)] as const;
		}),
	);
}

/** Returns a character class with these characters. Each is escaped, so none has a special meaning. */
export function characterClass(characters: Iterable<string>): string {
	let list = "";
	for (const character of characters) list += `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
	return `[${list}]`;
}
