import { decodeHTML } from "entities";
import { AROUND, type Cut, piecesOf } from "../long/held-pieces.js";
import { normalise, type StepReport } from "./pipeline.js";
import { KINDS } from "./steps/kinds.js";
import type { Settings } from "./steps/settings.js";

/** What is normalised of a long text at a time. */
interface NormalisedPiece {
	readonly text: string;
	readonly steps: readonly StepReport[];
	/** Whether it differs from what came. */
	readonly isChanged: boolean;
}

/** Line breaks between two letters. No step looks from one letter to the other, whatever is around them. */
interface LineCut extends Cut {
	readonly breaks: string;
	/** What the line breaks become. */
	readonly joint: string;
	readonly steps: readonly StepReport[];
}

const LETTER = /[\p{Lu}\p{Ll}\p{Lo}]/u;
const BEFORE = /[\p{Lu}\p{Ll}\p{Lo}][.,;:!?\u2026\u3002\u3001\uff01\uff1f]?$/u;
/** A plain word is no part of an address, a number or a name that is replaced or removed. */
const WORD_BEFORE = /(?:^|[ \n])\p{L}+[.,;:!?]?$/u;
const WORD_BEHIND = /^\p{L}+(?:[ ,\r\n]|$)/u;
const OVERRIDES = /[\u202a-\u202e]/g;
const EMBEDDINGS_END = "\u202c";

/** Normalises a text as it comes. The pieces together are the text that is normalised as a whole. */
export async function* normalisePieces(
	chunks: AsyncIterable<string> | Iterable<string>,
	settings: Settings,
): AsyncGenerator<NormalisedPiece, void, void> {
	const lastCut = (window: string, begun: (at: number) => string) => cutIn(window, begun, settings);
	for await (const { text: input, cut } of piecesOf(chunks, lastCut)) {
		const { text, steps } = await normalise(input, settings);
		const isChanged = text !== input || cut?.breaks !== cut?.joint;
		yield cut
			? { text: text + cut.joint, steps: joined(steps, cut.steps), isChanged }
			: { text, steps, isChanged };
	}
}

/** The reports of two pieces as one. */
export function joined(one: readonly StepReport[], other: readonly StepReport[]): readonly StepReport[] {
	return one.map(({ step, changed }, n) => ({ step, changed: changed || other[n]?.changed === true }));
}

async function cutIn(
	window: string,
	begun: (at: number) => string,
	settings: Settings,
): Promise<LineCut | undefined> {
	// It may guess differently, where it sees less.
	if (settings.mojibake === "fix") return undefined;
	for (let at = window.lastIndexOf("\n"); at > 0; at = window.lastIndexOf("\n", at - 1)) {
		const start = at + 1;
		let end = at;
		while (end > 0 && (window[end - 1] === "\n" || window[end - 1] === "\r")) end--;
		at = end;
		const cut = await judged(window, { end, start }, settings);
		if (cut && !isEmbedded(begun, end, settings)) return cut;
		if (at === 0) break;
	}
	return undefined;
}

/** The cut, if what is around it shows that both sides are normalised as they are alone. */
async function judged(window: string, { end, start }: Cut, settings: Settings): Promise<LineCut | undefined> {
	const behind = wellFormed(window.slice(start, start + AROUND));
	const before = wellFormed(window.slice(Math.max(0, end - AROUND), end));
	const first = String.fromCodePoint(behind.codePointAt(0) ?? 0);
	const last = BEFORE.exec(before)?.[0];
	if (last === undefined || !LETTER.test(first)) return undefined;
	if (KINDS.some((kind) => settings.found?.[kind])) {
		if (!WORD_BEFORE.test(before) || !WORD_BEHIND.test(behind)) return undefined;
	}
	const breaks = window.slice(end, start);
	const near = await jointOf(last, breaks, first, settings);
	const far = near && (await jointOf(before, breaks, behind, settings));
	return near && far?.joint === near.joint ? { end, start, breaks, ...near } : undefined;
}

/** What line breaks between two texts become; undefined if the texts are not what they are alone. */
async function jointOf(left: string, breaks: string, right: string, settings: Settings) {
	const { text, steps } = await normalise(left + breaks + right, settings);
	const before = (await normalise(left, settings)).text;
	const behind = (await normalise(right, settings)).text;
	if (before === "" || behind === "" || text.length < before.length + behind.length) return undefined;
	if (!text.startsWith(before) || !text.endsWith(behind)) return undefined;
	const joint = text.slice(before.length, text.length - behind.length);
	// The other steps change no line break. They may see a letter that stands alone here.
	const changed = steps.map((one) =>
		["newlines", "whitespace"].includes(one.step) ? one : { ...one, changed: false },
	);
	return /^[ \r\n]+$/.test(joint) ? { joint, steps: changed } : undefined;
}

/** Whether an embedding or an override is open at a place: its end depends on it. */
function isEmbedded(begun: (at: number) => string, end: number, { bidi, html }: Settings): boolean {
	if (bidi !== "overrides") return false;
	const text = html === "decode" ? decodeHTML(begun(end)) : begun(end);
	let open = 0;
	for (const [mark] of text.matchAll(OVERRIDES))
		open = mark === EMBEDDINGS_END ? Math.max(0, open - 1) : open + 1;
	return open > 0;
}

/** A text without half a character at its ends. */
function wellFormed(text: string): string {
	return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
}
