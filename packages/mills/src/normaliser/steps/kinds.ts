/** The kinds that can be replaced by a placeholder or removed. */
export const KINDS = ["url", "email", "phone", "emoji", "hashtag", "mention"] as const;
export type Kind = (typeof KINDS)[number];
export type Treatments = Readonly<Partial<Record<Kind, "replace" | "remove">>>;

const PART =
	"[\\u{1f3fb}-\\u{1f3ff}]?[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]*(?:[\\u{e0020}-\\u{e007e}]{1,16}\\u{e007f})?";
const SHOWN =
	"(?![0-9#*])(?:\\p{Emoji_Presentation}(?!\\ufe0e)|\\p{Emoji}(?=[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]))";
/** Flags, keycaps, and pictures that are shown as emoji, with joiners between them (UTS #51). */
const EMOJI = new RegExp(
	`\\p{Regional_Indicator}{2}|[\\p{N}#*＃＊﹟﹡]\\ufe0f\\u20e3|${SHOWN}${PART}(?:\\u200d\\p{Extended_Pictographic}${PART})*`,
	"gu",
);

const LABELS = "(?:[\\p{Script=Latin}0-9](?:[\\p{Script=Latin}0-9-]{0,61}[\\p{Script=Latin}0-9])?\\.){1,8}";
const DOMAIN = `${LABELS}[\\p{Script=Latin}]{2,24}(?![\\p{Script=Latin}0-9])`;
const CJK = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]";
const IN_URL = `(?:[\\w!#$%&'()*+,./:;=?@\\]~-]|\\[(?!(?:${KINDS.join("|")})\\])|(?!${CJK})[\\p{L}\\p{M}\\p{N}])`;
// No match begins after a bracket, because a placeholder ends with one.
const WORD_END = "(?![\\p{L}\\p{N}])";
const PATTERNS: readonly string[] = [
	`(?<url>(?<![\\p{Script=Latin}\\p{N}_@.\\]-])(?:[A-Za-z][A-Za-z0-9+.-]{1,15}://(?=[\\p{L}\\p{N}[])|[Ww]{3}\\d?\\.(?=[\\p{L}\\p{N}]))${IN_URL}+)`,
	`(?<email>(?<![\\p{Script=Latin}0-9._%+\\]-])[\\p{Script=Latin}0-9_%+-](?:[\\p{Script=Latin}0-9_%+'.-]{0,62}[\\p{Script=Latin}0-9_%+-])?@${DOMAIN})`,
	`(?<mention>(?<![\\p{Script=Latin}\\p{N}_@./\\]])@[\\p{L}\\p{N}_](?:[\\p{L}\\p{M}\\p{N}_.-]{0,62}[\\p{L}\\p{M}\\p{N}_])?(?:@${DOMAIN})?)`,
	"(?<hashtag>(?<![\\p{Script=Latin}\\p{N}_&#/\\]])#(?=\\p{N}{0,99}[\\p{L}_])[\\p{L}\\p{M}\\p{N}_]{1,100})",
	`(?<phone>(?<![\\p{L}\\p{N}_.,:/+\\]-])(?:\\+\\d(?:[ .()/-]{0,3}\\d){6,14}|\\(?0(?:[ .()/-]{0,2}\\d){6,12}|(?:1[-. ])?(?:\\(\\d{3}\\) ?|\\d{3}[-. ])\\d{3}[-. ]\\d{4})${WORD_END})`,
];

const FOUND = new RegExp(PATTERNS.join("|"), "gu");

/** Replaces or removes emoji. This step runs before forms change the parts of emoji. */
export function treatEmoji(text: string, treatment: "replace" | "remove", placeholder: string): string {
	return replaced(text, EMOJI, () => ({ length: undefined, by: treatment === "replace" ? placeholder : "" }));
}

/** Replaces or removes all other kinds. It searches for every kind, so that a part of a URL is not taken for another kind. */
export function treatFound(
	text: string,
	treatments: Treatments,
	placeholder: (kind: Kind) => string,
): string {
	return replaced(text, FOUND, (found, groups) => {
		const kind = KINDS.find((one) => groups[one] !== undefined) as Kind;
		if (kind === "phone" && !isPhone(found)) return { length: 1, by: undefined };
		const length = kind === "url" ? urlLength(found) : found.length;
		const treatment = treatments[kind];
		const by = treatment && (treatment === "replace" ? placeholder(kind) : "");
		return { length, by };
	});
}

/** The length to take from a match (undefined means all of it) and its replacement (undefined means none). */
interface Verdict {
	readonly length: number | undefined;
	readonly by: string | undefined;
}

function replaced(
	text: string,
	pattern: RegExp,
	judge: (found: string, groups: Readonly<Record<string, string | undefined>>) => Verdict,
): string {
	const parts = new Parts();
	let copied = 0;
	pattern.lastIndex = 0;
	for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
		const { length = match[0].length, by } = judge(match[0], match.groups ?? {});
		const end = match.index + length;
		pattern.lastIndex = end;
		if (by === undefined) continue;
		parts.add(text.slice(copied, match.index));
		parts.add(by);
		copied = end;
		// A removed match also removes one of the spaces around it.
		const next = text.charAt(end);
		if (by === "" && next === " " && /^\s?$/.test(parts.last)) copied++;
		else if (by === "" && parts.last === " " && /^\s?$/.test(next)) parts.cutLast();
	}
	return copied === 0 ? text : parts.joined() + text.slice(copied);
}

/** A text that grows at its end. Reading the end of a string that has just grown would copy the whole string. */
class Parts {
	readonly #parts: string[] = [];

	get last(): string {
		return this.#parts.at(-1)?.at(-1) ?? "";
	}

	add(part: string): void {
		if (part !== "") this.#parts.push(part);
	}

	cutLast(): void {
		this.add(this.#parts.pop()?.slice(0, -1) ?? "");
	}

	joined(): string {
		return this.#parts.join("");
	}
}

/** Returns the length of a URL without the punctuation of the sentence around it. */
function urlLength(found: string): number {
	let end = found.length;
	let open = count(found, "(") - count(found, ")");
	for (; end > 1; end--) {
		const last = found.charAt(end - 1);
		if (last === ")" && open < 0) open++;
		else if (!/[.,;:!?'*_~\]]/.test(last)) break;
	}
	return end;
}

function count(text: string, character: string): number {
	let found = 0;
	for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found++;
	return found;
}

/** Returns whether digits with separators are a phone number and not a date, a decimal or a list. */
function isPhone(found: string): boolean {
	if (!/^\(?0/.test(found)) return true;
	if (/^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|^0\.\d+$|(?<!\d)\d[ ./-]\d(?!\d)/.test(found)) return false;
	return found.replace(/\D/g, "").length >= (/^\d+$/.test(found) ? 9 : 7);
}
