/** What the address says about a mill: the parameters that differ from their defaults, and what the visitor chose to share. */
export interface Link {
	readonly mill: string;
	readonly texts: Texts;
	/** The input, if the visitor shared it; null if it cannot be read, because the link was cut or changed. */
	readonly text?: string | null | undefined;
	/** The media type of the text. */
	readonly type?: string | undefined;
	/** The chosen tab, if it is not the first. */
	readonly tab?: string | undefined;
}

/** The texts of parameters by name, as a query string has them. */
export type Texts = Readonly<Record<string, readonly string[]>>;

/** Reads `#tokeniser?scheme=word`, or two mills side by side: `#tokeniser?scheme=word/tokeniser`. */
export async function readLinks(hash: string): Promise<readonly Link[]> {
	const parts = hash.replace(/^#/, "").split("/").slice(0, 2);
	return Promise.all(parts.filter((part) => part !== "").map(readLink));
}

/** What is no parameter. */
const OWN: readonly string[] = ["$text", "$type", "$tab"];

async function readLink(part: string): Promise<Link> {
	const [mill = "", query = ""] = split(part);
	const texts: Record<string, string[]> = {};
	const own: Record<string, string> = {};
	for (const [name, text] of new URLSearchParams(query)) {
		if (OWN.includes(name)) own[name] = text;
		else {
			texts[name] ??= [];
			texts[name].push(text);
		}
	}
	const text = own.$text === undefined ? undefined : await unpacked(own.$text).catch(() => null);
	return { mill: decoded(mill), texts, text, type: own.$type, tab: own.$tab };
}

/** Writes one again, without the text. */
export function writeLink({ mill, texts, tab }: Link): string {
	const query = writeQuery({ ...texts, ...(tab !== undefined && { $tab: [tab] }) });
	return `${encodeURIComponent(mill)}${query === "" ? "" : `?${query}`}`;
}

/** Writes one with its text. It stands in the fragment, which browsers send to no server. */
export async function writeWhole(link: Link): Promise<string> {
	if (typeof link.text !== "string") return writeLink(link);
	const query = writeQuery({
		$text: [await packed(link.text)],
		...(link.type !== undefined && { $type: [link.type] }),
	});
	const before = writeLink(link);
	return `${before}${before.includes("?") ? "&" : "?"}${query}`;
}

/** A text, deflated, in the characters that an address may have. */
export async function packed(text: string): Promise<string> {
	const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
	const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
	let binary = "";
	for (const byte of bytes) binary += String.fromCharCode(byte);
	return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The most characters that a link may unfold to: a hostile one could fill the memory. */
const MOST_UNPACKED = 4 * 1024 * 1024;

export async function unpacked(packed: string): Promise<string> {
	const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
	const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
	const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
	const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
	let text = "";
	for (;;) {
		const { done, value } = await reader.read();
		text += decoder.decode(value, { stream: !done });
		if (done) return text;
		if (text.length > MOST_UNPACKED) throw new RangeError("the text of the link is too long");
	}
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
