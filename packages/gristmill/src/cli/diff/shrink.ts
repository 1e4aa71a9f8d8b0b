import { CLOCK } from "../../core/clock.js";
import { isObject } from "../../core/schema/is-object.js";
import type { Change } from "../client/compare.js";

/** The search for a smaller input ends after so many inputs, or milliseconds. */
export const MOST_TRIES = 500;
export const MOST_MS = 60_000;
/** Values that are deeper in JSON stay as they are. */
const MOST_DEPTH = 100;

/** A small input for which two mills differ. */
export interface Shrunk {
	readonly bytes: Uint8Array;
	readonly changes: readonly Change[];
	/** The number of inputs that were sent to both. */
	readonly tries: number;
	/** Whether no part of it can be left out, as far as parts were tried. Otherwise the search has ended before. */
	readonly isSmallest: boolean;
}

/** What two mills answer differently to an input: nothing if that is equal or unknown. It may take so many milliseconds. */
export type ChangesFor = (input: Uint8Array, milliseconds: number) => Promise<readonly Change[]>;

type Differs<T> = (candidate: T) => Promise<boolean>;

/** The search has taken too long. */
class Spent extends Error {}

/**
 * Makes an input smaller while two mills still differ: a text by leaving out ever smaller pieces, JSON by leaving out members, elements and
 * pieces of texts, and other bytes by their end. Undefined if the mills do not differ any more.
 */
export async function shrunk(
	input: Uint8Array,
	mediaType: string,
	changesFor: ChangesFor,
	clock = CLOCK,
): Promise<Shrunk | undefined> {
	const until = clock.now() + MOST_MS;
	let best: Omit<Shrunk, "tries" | "isSmallest"> | undefined;
	let tries = 0;
	const differs: Differs<Uint8Array> = async (bytes) => {
		const left = until - clock.now();
		if (tries >= MOST_TRIES || left <= 0) throw new Spent();
		tries++;
		const changes = await changesFor(bytes, left);
		if (changes.length > 0) best = { bytes, changes };
		return changes.length > 0;
	};
	let isSmallest = true;
	try {
		if (await differs(input)) await smaller(input, mediaType, differs);
	} catch (error) {
		if (!(error instanceof Spent)) throw error;
		isSmallest = false;
	}
	return best && { ...best, tries, isSmallest };
}

async function smaller(input: Uint8Array, mediaType: string, differs: Differs<Uint8Array>): Promise<void> {
	const text = textOf(input);
	if (text === undefined) return smallerBytes(input, differs);
	const value = /\bjson$/.test(mediaType) ? jsonOf(text) : undefined;
	const differsFor = (candidate: unknown) =>
		differs(new TextEncoder().encode(value === undefined ? String(candidate) : JSON.stringify(candidate)));
	// Written anew, the same value may no longer be what they differ on, such as a long number.
	if (value !== undefined && (await differsFor(value))) await smallerValue(value, differsFor);
	else await smallerText(text, (candidate) => differs(new TextEncoder().encode(candidate)));
}

interface Sequence<S> {
	readonly length: number;
	slice(start: number, end?: number): S;
}

/** Leaves out ever smaller pieces. */
async function smallerList<S extends Sequence<S>>(
	whole: S,
	joined: (a: S, b: S) => S,
	differs: Differs<S>,
): Promise<S> {
	let rest = whole;
	for (let size = rest.length; size >= 1; ) {
		let isSmaller = false;
		for (let at = 0; at < rest.length; ) {
			const without = joined(rest.slice(0, at), rest.slice(at + size));
			if (await differs(without)) {
				rest = without;
				isSmaller = true;
			} else at += size;
		}
		// What was needed before may not be any more.
		if (size === 1 && !isSmaller) break;
		size = Math.ceil(size / 2);
	}
	return rest;
}

const concat = <T>(a: readonly T[], b: readonly T[]): readonly T[] => [...a, ...b];

async function smallerText(text: string, differs: Differs<string>): Promise<string> {
	// Half a character would be sent as another one.
	const whole: Differs<string> = async (candidate) => !/\p{Surrogate}/u.test(candidate) && differs(candidate);
	const rest = await smallerList(text, (a, b) => a + b, whole);
	const characters: readonly string[] = [...rest];
	if (characters.length === rest.length) return rest;
	return (await smallerList(characters, concat, (list) => differs(list.join("")))).join("");
}

async function smallerValue(value: unknown, differs: Differs<unknown>, depth = 0): Promise<unknown> {
	if (depth > MOST_DEPTH) return value;
	if (typeof value === "string") return smallerText(value, differs);
	if (Array.isArray(value)) {
		const list = [...(await smallerList<readonly unknown[]>(value, concat, differs))];
		for (const [i, one] of list.entries())
			list[i] = await smallerValue(one, (other) => differs(list.with(i, other)), depth + 1);
		return list;
	}
	if (!isObject(value)) return value;
	const picked = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, value[key]]));
	const keys = await smallerList<readonly string[]>(Object.keys(value), concat, (some) =>
		differs(picked(some)),
	);
	let rest = picked(keys);
	for (const key of keys) {
		const before = rest;
		const differsWith = (other: unknown) => differs({ ...before, [key]: other });
		rest = { ...before, [key]: await smallerValue(before[key], differsWith, depth + 1) };
	}
	return rest;
}

/** Where bytes can be cut is known to the mill alone, which refuses the others. */
async function smallerBytes(bytes: Uint8Array, differs: Differs<Uint8Array>): Promise<void> {
	let rest = bytes;
	for (let cut = rest.length; cut >= 1; cut = Math.floor(cut / 2))
		while (rest.length >= cut && (await differs(rest.subarray(0, rest.length - cut))))
			rest = rest.subarray(0, rest.length - cut);
}

function textOf(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** The value of JSON; undefined if it is none. */
function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
