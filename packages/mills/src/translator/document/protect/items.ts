import { allMatches } from "../all-matches.js";
import { findNames } from "../names/names.js";
import type { Range } from "../pair.js";

/**
 * The kind of an item. A trained translator copies `verbatim` items well (URLs, `%s`), but not `strange` ones (`{name}`,
 * code, emoji, other scripts). A `mark` is markup around words that are translated.
 */
type ItemKind = "verbatim" | "strange" | "mark";

/** A part of a text that must not change. For a mark, `partner` is the index of its other half. */
export type Item = Range & { readonly kind: ItemKind; readonly source: string; readonly partner?: number };

// Every alternative starts with a character that it does not contain, or has a lookbehind for the start of its run, or is
// bounded. So the search is linear for every text.
const NOT_LATIN = String.raw`(?!\p{Script=Latin})\p{L}\p{M}*`;
/** Inline code in HTML, on one line and without elements in it. */
export const CODE_ELEMENT = String.raw`<(?:code|samp|tt|var)(?: [^<>\n]{0,200})?>[^<>\n]{1,200}</(?:code|samp|tt|var)>`;
const STRANGE = [
	CODE_ELEMENT,
	// Rules, blanks of a form, checkboxes, dot leaders.
	String.raw`[-=~*#]{4,}|_{3,}(?:[/.-]_{2,})*|\([ xX]\)|\.{4,}`,
	"`{2}[^`]{1,2000}`{2}|`[^`]{1,2000}`",
	// Formulas between dollar signs without inner spaces, unlike prices; other brackets and commands of TeX; "\n".
	String.raw`\$\$[^$]{1,500}\$\$|(?<!\w)\$(?![\s\d({])(?=[^$\n]{0,200}[\\^_=<>+]|[A-Za-z]\w?\$)[^$\n]{1,200}(?<=\S)\$(?!\w)`,
	String.raw`\\\((?:[^\\\n]|\\(?!\))){1,300}\\\)|\\[nrt](?![a-z])|\\[A-Za-z]{1,40}(?:\{[^{}\n]{0,80}\})*`,
	// ICU plural and select messages: their cases are code.
	String.raw`\{[\w.]{1,40}, ?(?:plural|select|selectordinal), ?(?:[^{}]{0,80}\{[^{}]{0,400}(?:\{[^{}]{0,80}\}[^{}]{0,400}){0,8}\}){1,12}\s{0,40}\}`,
	String.raw`\{\{\{?[^{}\n]{1,80}\}?\}\}`,
	String.raw`[$#%]?\{[^{}\n]{0,80}\}`,
	String.raw`\$\([^()\n]{1,80}\)|\$[A-Za-z_]\w{0,80}`,
	String.raw`%[A-Z_]{2,40}%|%\(\w{1,40}\)[sdifr]`,
	String.raw`(?<![\w:]):[a-z][a-z0-9_]{1,40}:?(?![\w:])`,
	String.raw`\[\[[^\[\]\n]{1,80}\]\]|\[\^?\d{1,4}\]`,
	String.raw`&(?:[A-Za-z]{2,31}|#\d{1,7}|#x[\dA-Fa-f]{1,6});`,
	// Identifiers: words have no underscore and no "()" at the end.
	String.raw`(?<![\w.])[A-Za-z]\w{0,80}_\w{1,80}(?:\(\))?|(?<![\w.])[A-Za-z][\w.]{0,80}\(\)`,
	// No word of either language has 46 letters. It is a key, a hash or a joke, and would become many pieces.
	String.raw`(?<![\p{L}\p{N}_+/=-])[\p{L}\p{M}\p{N}_+/=-]{46,}`,
	`(?:${NOT_LATIN})+(?:[ ,.·・،。、-]{1,3}(?:${NOT_LATIN})+)*`,
	// A keycap, flag, skin tone or joined family is one emoji.
	String.raw`[\d#*]\uFE0F?\u20E3`,
	String.raw`(?:(?!°)[\p{Extended_Pictographic}\p{Regional_Indicator}\p{So}][\uFE0E\uFE0F\u200D\u20E3\p{Emoji_Modifier}\u{E0020}-\u{E007F}]*)+`,
	// Other characters that no vocabulary of words contains.
	String.raw`(?:(?![\s\d½¼¾²³])[\p{No}\p{Nl}\p{Nd}\p{Co}\p{Cn}\p{Cs}\p{Cf}\p{Cc}])+`,
];
const CURRENCY = "(?:USD|EUR|GBP|JPY|CHF|CNY|INR|CAD|AUD|MXN|ARS|CLP|COP|PEN|BRL|UYU|VES|[kM][€$£])";
const VERBATIM = [
	String.raw`(?:https?|ftp|file|wss?|git|ssh)://[^\s<>"“”«»\x60]+|(?:mailto|tel|data|urn):[^\s<>"“”«»\x60]+`,
	String.raw`(?<![\w.@-])www\.[^\s<>"“”«»\x60]+`,
	String.raw`(?<![\w.+%-])[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}`,
	String.raw`%(?:\d{1,2}\$)?[-+0#]?\d{0,3}(?:\.\d{1,2})?l{0,2}[sdifuxXcgeo@](?![\p{L}\d])`,
	String.raw`(?<![\w@.])@[A-Za-z_]\w{1,39}|(?<![\w&#])#[\p{L}_][\p{L}\p{N}_]{1,60}`,
	// Versions, currency codes of amounts, operators of programs, and backslash escapes.
	String.raw`(?<![\w.])v\d{1,4}(?:\.\d{1,6}){1,4}(?:[-+][\w.]{1,40})?|(?<![\w.])\d{1,4}(?:\.\d{1,6}){2,4}[-+][A-Za-z][\w.]{0,40}`,
	`(?<![\\p{L}\\p{N}])${CURRENCY}(?=\\s?\\d)|(?<=\\d\\s?)${CURRENCY}(?![\\p{L}\\p{N}])`,
	String.raw`\\\\[\w.-]{1,60}(?:\\[\w.$-]{1,60}){1,10}|&&|\|\||[=!<>]==?|=>|->|\\[^\s\w]`,
	// Paths and file names.
	String.raw`(?<![\w./~\\-])(?:[A-Za-z]:\\|~?/|\.{1,2}/)(?!-)[\w.\\/@+-]{1,200}(?: [A-Za-z0-9()]{1,40}\\[\w.\\@+-]{1,200}){0,4}`,
	String.raw`(?<![\w./-])[\w/-]{1,120}(?:\.[\w-]{1,60}){0,4}\.(?:com|org|net|io|dev|html?|js|mjs|ts|tsx|json|ya?ml|toml|md|txt|pdf|docx?|xlsx?|csv|xml|png|jpe?g|gif|svg|zip|gz|exe|py|rs|go|java|cpp|css|sh|sql)(?![\w-])`,
	String.raw`(?![-+<=>|~^])\p{Sm}`,
];
const TAG = `</?[A-Za-z][^<>]{0,1000}>`;
const LINK_END = String.raw`\]\([^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,2000})?(?: "[^"\n]{0,200}")?\)|\]\[[^\[\]\n]{0,80}\]`;
const EMPHASIS = String.raw`\*\*\*|\*\*|~~|(?<!\w)__|__(?!\w)|(?<![\s*])\*(?!\*)|\*(?![\s*])|(?<!\w)_(?=\p{L})|(?<=[\p{L}.!?])_(?!\w)`;

const SEARCH = new RegExp(
	`(${STRANGE.join("|")})|(${VERBATIM.join("|")})|(${TAG})|(${LINK_END})|(!?\\[)|(${EMPHASIS})`,
	"gu",
);

// Most sentences have only letters and commas. This test costs a tenth of the search.
const ORDINARY = /^(?!.*(?:\([ xX]\)|----))[A-Za-zÀ-ÖØ-öø-ÿ ,;?!'"()-]{0,45}\.?$/;

/** The items of a text in order, without overlap. */
export function findItems(text: string): Item[] {
	const names = findNames(text);
	const found: Found[] = [];
	if (text.length < 46 && ORDINARY.test(text)) return names.map((name) => nameItem(text, name));
	for (const match of allMatches(text, SEARCH)) {
		let group = 1;
		while (match[group] === undefined) group++;
		const kind = group === 1 ? "strange" : group === 2 ? "verbatim" : "mark";
		const source = kind === "verbatim" ? withoutTail(match[0]) : match[0];
		found.push({ start: match.index, source, kind, group });
	}
	return pairUp(withNames(text, found, names));
}

/** Items and the names between them, in order. */
function withNames(text: string, items: readonly Found[], names: readonly Range[]): Found[] {
	const merged: Found[] = [];
	let next = 0;
	for (const { start, end } of names) {
		for (let item = items[next]; item !== undefined && item.start < start; item = items[++next])
			merged.push(item);
		const [before, after] = [merged.at(-1), items[next]];
		const isFree =
			(before === undefined || before.start + before.source.length <= start) &&
			(after === undefined || after.start >= end);
		if (isFree) merged.push({ start, source: text.slice(start, end), kind: "verbatim", group: 2 });
	}
	return [...merged, ...items.slice(next)];
}

function nameItem(text: string, { start, end }: Range): Item {
	return { start, end, source: text.slice(start, end), kind: "verbatim" };
}

// Punctuation at the end of a sentence is not part of a URL, nor is a closing bracket without an opening one.
function withoutTail(address: string): string {
	let end = address.length;
	let depth = 0;
	for (const char of address) depth += char === "(" ? 1 : char === ")" ? -1 : 0;
	for (; end > 2; end--) {
		const last = address[end - 1] as string;
		if (last === ")" && depth < 0) depth++;
		else if (!/[.,;:!?…'*_\]}]/.test(last)) break;
	}
	return address.slice(0, end);
}

type Found = { start: number; source: string; kind: ItemKind; group: number };

/** Finds the other half of each mark. A mark whose other half is in another sentence becomes a verbatim item. */
function pairUp(found: readonly Found[]): Item[] {
	const partner = new Map<number, number>();
	// Open halves by what closes them. Searching a stack would be quadratic for "<b><b><b>…".
	const open = new Map<string, number[]>();
	found.forEach(({ source, kind, group }, index) => {
		if (kind !== "mark") return;
		const { opens, closes } = role(source, group);
		const waiting = closes === undefined ? undefined : open.get(closes)?.pop();
		if (waiting !== undefined) {
			partner.set(waiting, index);
			partner.set(index, waiting);
		} else if (opens !== undefined) {
			const others = open.get(opens);
			if (others === undefined) open.set(opens, [index]);
			else others.push(index);
		}
	});
	return found.map(({ start, source, kind }, index) => {
		const item = { start, end: start + source.length, source };
		const other = partner.get(index);
		if (kind !== "mark") return { ...item, kind };
		return other === undefined ? { ...item, kind: "verbatim" } : { ...item, kind, partner: other };
	});
}

function role(source: string, group: number): { opens?: string; closes?: string } {
	if (group === 4) return { closes: "[" };
	if (group === 5) return { opens: "[" };
	if (group === 6) return { opens: source, closes: source };
	const name = /[A-Za-z][\w-]*/.exec(source)?.[0].toLowerCase() ?? "";
	if (source.endsWith("/>")) return {};
	return source[1] === "/" ? { closes: name } : { opens: name };
}
