/** A token: its text, or its bytes in Base64 if it is not whole characters. */
interface TokenPart {
	readonly text?: string | undefined;
	readonly bytes?: string | undefined;
}

/** What can be a part of an emoji: joiners, selectors, skin tones, flags, pictures. */
const EMOJI_PART =
	/^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u{e0020}-\u{e007f}]|\p{M}|\u200d)+$/u;

/** For each token the character that it is a part of; undefined if it has whole characters. Parts share one object. */
export function joinTokens(tokens: readonly TokenPart[]): readonly ({ readonly text: string } | undefined)[] {
	const found: ({ readonly text: string } | undefined)[] = Array(tokens.length).fill(undefined);
	for (let from = 0; from < tokens.length; from++) {
		let to = from;
		while (to < tokens.length && isPart(tokens[to])) to += 1;
		if (to - from > 1) join(tokens.slice(from, to), from, found);
		from = Math.max(from, to);
	}
	return found;
}

function isPart(token: TokenPart | undefined): boolean {
	return token?.text === undefined ? token?.bytes !== undefined : EMOJI_PART.test(token.text);
}

/** Tokens that end where a character of the reader ends are joined up to there. */
function join(
	tokens: readonly TokenPart[],
	offset: number,
	found: ({ readonly text: string } | undefined)[],
): void {
	const parts = tokens.map(bytesOf);
	const text = decoded(parts.flatMap((part) => [...part]));
	if (text === undefined) return;
	const ends = characterEnds(text);
	let position = 0;
	let first = 0;
	let start = 0;
	const whole = new TextEncoder().encode(text);
	for (const [i, part] of parts.entries()) {
		position += part.length;
		if (!ends.has(position)) continue;
		const joined = { text: new TextDecoder().decode(whole.slice(start, position)) };
		if (i > first) for (let k = first; k <= i; k++) found[offset + k] = joined;
		first = i + 1;
		start = position;
	}
}

/** Where the characters of a text end, in bytes of UTF-8. */
function characterEnds(text: string): ReadonlySet<number> {
	const encoder = new TextEncoder();
	let position = 0;
	const ends = new Set<number>();
	for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
		position += encoder.encode(segment).length;
		ends.add(position);
	}
	return ends;
}

function bytesOf({ text, bytes = "" }: TokenPart): Uint8Array {
	if (text !== undefined) return new TextEncoder().encode(text);
	try {
		return Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
	} catch {
		return new Uint8Array();
	}
}

function decoded(bytes: readonly number[]): string | undefined {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
	} catch {
		return undefined;
	}
}
