/** What the address says: which mill, and which parameters differ from their defaults. Never the input. */
export interface AddressState {
	readonly mill: string;
	readonly texts: Texts;
}

/** The texts of parameters by name, as a query string has them. */
export type Texts = Readonly<Record<string, readonly string[]>>;

/** Reads `#tokeniser?scheme=word`. */
export function readState(hash: string): AddressState {
	const [mill = "", query = ""] = split(hash.replace(/^#/, ""));
	const texts: Record<string, string[]> = {};
	for (const [name, text] of new URLSearchParams(query)) {
		texts[name] ??= [];
		texts[name].push(text);
	}
	return { mill: decoded(mill), texts };
}

/** Writes it again. */
export function writeState({ mill, texts }: AddressState): string {
	const query = writeQuery(texts);
	return `#${encodeURIComponent(mill)}${query === "" ? "" : `?${query}`}`;
}

/** Parameters as a query string. */
function writeQuery(texts: Texts): string {
	const query = new URLSearchParams();
	for (const [name, list] of Object.entries(texts)) for (const text of list) query.append(name, text);
	return query.toString();
}

/** The address of a call relative to the page: the braces of the path filled, the rest as its query. */
export function callAddress(path: string, texts: Texts): string {
	const rest: Record<string, readonly string[]> = { ...texts };
	const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => {
		const [text = ""] = texts[name] ?? [];
		delete rest[name];
		return encodeURIComponent(text);
	});
	const query = writeQuery(rest);
	return query === "" ? filled : `${filled}?${query}`;
}

function split(text: string): readonly string[] {
	const mark = text.indexOf("?");
	return mark < 0 ? [text] : [text.slice(0, mark), text.slice(mark + 1)];
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
