import { type Dictionary, type Item, isInnerList, parseDictionary } from "../http-words/structured-field.js";
import { isObject } from "../schema/is-object.js";
import type { PublicKey } from "./keys.js";
import { ALGORITHM, COVERED, signatureBase } from "./signed-fields.js";

/** The names of the fields that a receipt is made of, in lower case. */
export const RECEIPT_FIELDS = [...COVERED.slice(1), "signature-input", "signature"] as readonly string[];

/** A receipt that was read, and not verified yet. */
export interface Receipt {
	readonly mill: string;
	readonly version: string;
	readonly digest: string;
	readonly parameters: Readonly<Record<string, readonly string[]>>;
	/** SHA-256. */
	readonly input: Uint8Array;
	readonly inputType: string;
	/** SHA-256. */
	readonly answer: Uint8Array;
	/** The Content-Type of the answer. */
	readonly answerType: string;
	/** In milliseconds. */
	readonly created: number;
	readonly keyId: string;
	/** Whether this key has signed all of it. */
	isSignedBy(key: PublicKey): boolean;
}

/** Why something is no receipt, as the rest of a sentence. */
export class NoReceipt extends Error {}

/** The largest time of Date, in seconds. */
const LATEST = 8.64e12;

/** Reads the status and the fields of a signed answer. Throws NoReceipt. */
export function readReceipt({
	status,
	fields,
}: {
	readonly status?: unknown;
	readonly fields?: unknown;
}): Receipt {
	if (!Number.isInteger(status)) throw new NoReceipt('it has no number "status"');
	if (!isObject(fields)) throw new NoReceipt('it has no object "fields"');
	const field = (name: string): string => {
		const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
		if (typeof value !== "string") throw new NoReceipt(`it has no field "${name}"`);
		return value;
	};
	const dictionary = (name: string): Dictionary => {
		const parsed = parseDictionary(field(name));
		if (!parsed) throw new NoReceipt(`its field "${name}" is malformed`);
		return parsed;
	};
	const [signature, ...more] = dictionary("signature");
	const inputs = dictionary("signature-input");
	const list = signature && inputs.get(signature[0]);
	const bytes = signature && bytesOf(signature[1]);
	if (!isInnerList(list) || !bytes || more.length > 0 || inputs.size !== 1)
		throw new NoReceipt("its signature and what it covers do not belong together");
	const covered = list.items.map(({ value }) => value);
	const missing = COVERED.find((name) => !covered.includes(name));
	if (missing !== undefined) throw new NoReceipt(`its signature does not cover "${missing}"`);
	const base = signatureBase(list, (name) => (name === "@status" ? String(status) : field(name)));
	if (base === undefined) throw new NoReceipt("its signature covers more than a receipt has");
	const { parameters } = list;
	if (parameters.get("alg") !== ALGORITHM) throw new NoReceipt(`its algorithm is not ${ALGORITHM}`);
	const [created, keyId] = [parameters.get("created"), parameters.get("keyid")];
	if (typeof created !== "number" || !Number.isInteger(created) || Math.abs(created) > LATEST)
		throw new NoReceipt("its signature has no time");
	if (typeof keyId !== "string") throw new NoReceipt("its signature names no key");
	return {
		...factsOf(dictionary("mill-receipt")),
		digest: field("mill-digest"),
		answer: digestIn(dictionary("content-digest"), "content-digest"),
		answerType: field("content-type"),
		created: created * 1000,
		keyId,
		isSignedBy: (key) => key.verifies(base, bytes),
	};
}

function factsOf(
	facts: Dictionary,
): Pick<Receipt, "mill" | "version" | "parameters" | "input" | "inputType"> {
	const text = (name: string): string => {
		const value = itemOf(facts.get(name))?.value;
		if (typeof value !== "string") throw new NoReceipt(`its field "mill-receipt" has no text "${name}"`);
		return value;
	};
	const [mill, version, query] = [text("mill"), text("version"), text("parameters")];
	const input = digestIn(facts, "mill-receipt", "input");
	const inputType = itemOf(facts.get("input"))?.parameters.get("type");
	if (typeof inputType !== "string") throw new NoReceipt("its input has no media type");
	const parameters = new Map<string, string[]>();
	for (const [name, value] of new URLSearchParams(query))
		parameters.set(name, [...(parameters.get(name) ?? []), value]);
	return { mill, version, parameters: Object.fromEntries(parameters), input, inputType };
}

function digestIn(dictionary: Dictionary, field: string, name = "sha-256"): Uint8Array {
	const bytes = bytesOf(dictionary.get(name));
	if (bytes?.byteLength !== 32) throw new NoReceipt(`its field "${field}" has no SHA-256 "${name}"`);
	return bytes;
}

function bytesOf(member: ReturnType<Dictionary["get"]>): Uint8Array | undefined {
	const value = itemOf(member)?.value;
	return value instanceof Uint8Array ? value : undefined;
}

function itemOf(member: ReturnType<Dictionary["get"]>): Item | undefined {
	return member && !isInnerList(member) ? member : undefined;
}
