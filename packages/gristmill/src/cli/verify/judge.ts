import type { Client } from "../../client/index.js";
import {
	ConnectionError,
	DeadlineError,
	DiscoveryError,
	MillError,
	ProblemError,
} from "../../client/index.js";
import { isJsonType, parseMediaType } from "../../core/http-words/media-type.js";
import type { PublicKey } from "../../core/receipt/keys.js";
import { NoReceipt, type Receipt } from "../../core/receipt/receipt.js";
import { inFlags } from "../client/client-failure.js";
import { bytesDifference } from "../client/compare-bytes.js";
import { differences } from "../client/expectation.js";
import { isDigestOf, type KeptReceipt, keptReceipt } from "../client/receipt-file.js";
import { CommandError, NoAnswerError } from "../command-line/command-error.js";
import type { Verdict } from "./verdict.js";

/** What a receipt is judged with. */
export interface Bench {
	readonly client: Client;
	readonly signal: AbortSignal;
	/** The keys that are trusted for a mill, and where they are from. */
	keys(mill: string): Promise<{ readonly keys: readonly PublicKey[]; readonly where: string }>;
	/** The bytes of the input, and its name. Throws NotHere. */
	input(kept: KeptReceipt): Promise<{ readonly bytes: Uint8Array; readonly name: string }>;
	/** The URL of a mill. */
	mill(name: string): Promise<string>;
}

/** Something that the work needs is not here. */
export class NotHere extends Error {}

/** Judges a receipt: first what needs no mill, then its answer. */
export async function judge(text: string, bench: Bench): Promise<Verdict> {
	let kept: KeptReceipt;
	try {
		kept = keptReceipt(text);
	} catch (error) {
		if (error instanceof NoReceipt)
			return { verdict: "invalid", detail: `it is no receipt: ${error.message}` };
		throw error;
	}
	const { receipt, answer } = kept;
	const known = await bench.keys(receipt.mill).catch((error: unknown) => {
		// Anybody can write another name of a mill into a receipt. That must not end the work on the others.
		if (error instanceof DiscoveryError) return undone(error, receipt);
		throw error;
	});
	if ("verdict" in known) return known;
	const { keys, where } = known;
	const own = keys.filter(({ id, name }) => id === receipt.keyId || name === receipt.keyId);
	if (own.length === 0)
		return { verdict: "invalid", detail: `it names the key ${receipt.keyId}, which ${where} does not have` };
	if (!own.some((key) => receipt.isSignedBy(key)))
		return { verdict: "invalid", detail: "its fields are not those that were signed" };
	if (answer && !isDigestOf(receipt.answer, answer))
		return { verdict: "invalid", detail: "its answer is not the one that was signed", receipt };
	try {
		const { bytes, name } = await bench.input(kept);
		if (!isDigestOf(receipt.input, bytes))
			return { verdict: "invalid", detail: `${name} is not the input that was signed`, receipt };
		return { ...(await redone(receipt, answer, bytes, bench)), receipt };
	} catch (error) {
		if (bench.signal.aborted) throw error;
		return { ...undone(error, receipt), receipt };
	}
}

async function redone(
	{ mill, digest, parameters, inputType, answer: signed, answerType }: Receipt,
	before: Uint8Array | undefined,
	input: Uint8Array,
	{ client, mill: urlOf, signal }: Bench,
): Promise<Verdict> {
	const { essence } = parseMediaType(answerType) ?? { essence: answerType };
	const { bytes, headers } = await client.call(await urlOf(mill), input, {
		parameters,
		mediaType: inputType,
		accept: essence,
		// Not the option `digest`: with it, the client would ask again and again, in case another server has the algorithm.
		headers: { "Mill-Digest": digest, "Cache-Control": "no-store" },
		signal,
	});
	if (wasKept(headers))
		return {
			verdict: "undone",
			detail:
				"a cache gave an answer that it had kept, and nothing was computed. Name a server behind it with --mill",
		};
	const own = headers.get("mill-digest");
	if (own !== digest) return otherDigest(own, digest);
	if (isDigestOf(signed, bytes)) return { verdict: "same" };
	return { verdict: "different", detail: firstDifference(before, bytes, essence) };
}

/** Whether a cache says that it gave an answer that it had kept (RFC 9211, RFC 9111 §5.1). It would be compared with itself. */
function wasKept(headers: Headers): boolean {
	return /;\s*hit\b/.test(headers.get("cache-status") ?? "") || Number(headers.get("age") ?? 0) > 0;
}

/** Where two answers differ first, if the receipt has kept its own. */
function firstDifference(before: Uint8Array | undefined, now: Uint8Array, type: string): string {
	if (!before) return "the mill computes an answer with another digest; the receipt has not kept its own";
	const [place] = isJsonType(type) ? valuesDifference(before, now) : [];
	return place ?? bytesDifference(before, now) ?? "";
}

function valuesDifference(before: Uint8Array, now: Uint8Array): string[] {
	const value = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString("utf8"));
	try {
		return differences(value(before), value(now));
	} catch {
		return [];
	}
}

/** Why a receipt could not be redone. Throws what is no fault of the mill, the input or the way to them. */
function undone(error: unknown, { digest }: Receipt): Verdict {
	const isAway =
		error instanceof ConnectionError || error instanceof DeadlineError || error instanceof NoAnswerError;
	if (error instanceof ProblemError && error.status === 412)
		return otherDigest(error.headers.get("mill-digest"), digest);
	if (error instanceof MillError || error instanceof NotHere || error instanceof CommandError)
		return { verdict: "undone", detail: inFlags(error.message).replace(/\.$/, ""), isAway };
	throw error;
}

function otherDigest(own: string | null, digest: string): Verdict {
	const found = own === null ? "the mill tells no digest" : `the mill has the digest ${own}`;
	return {
		verdict: "undone",
		detail: `${found}, and the receipt is of ${digest}. Name the right version with --mill`,
	};
}
