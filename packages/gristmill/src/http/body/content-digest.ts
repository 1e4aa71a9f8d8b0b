import { Buffer } from "node:buffer";
import { createHash, type Hash } from "node:crypto";
import { nextTurn, SLICE, slicesOf } from "../../core/in-slices.js";
import { Problem } from "../../core/problem.js";
import type { HttpRequest, Watch } from "../wire/message.js";

/** The algorithms that are verified, with the length of their digests. RFC 9530 §5 calls them active. */
const LENGTHS: Readonly<Record<string, number>> = { "sha-256": 32, "sha-512": 64 };

/** Reads the whole body. Throws if it is not the one that Content-Digest names (RFC 9530). */
export function readVerified(request: HttpRequest, limit: number, watch?: Watch): Promise<Uint8Array> {
	const expected = expectedOf(request);
	return expected ? readAndCompare(expected, request, limit, watch) : request.read(limit, watch);
}

async function readAndCompare(
	expected: readonly Expected[],
	request: HttpRequest,
	limit: number,
	watch: Watch | undefined,
): Promise<Uint8Array> {
	const body = await request.read(limit, watch);
	await update(expected, body);
	compare(expected);
	return body;
}

/** Reads the body piece by piece. Throws at its end if it is not the one that Content-Digest names. */
export async function* verifiedPieces(request: HttpRequest): AsyncGenerator<Uint8Array, void, void> {
	const expected = expectedOf(request);
	for await (const piece of request.pieces?.() ?? []) {
		if (expected) await update(expected, piece);
		yield piece;
	}
	if (expected) compare(expected);
}

/** A digest that a body must have. */
interface Expected {
	readonly algorithm: string;
	readonly digest: string;
	readonly hash: Hash;
}

/** The digests in Content-Digest, a dictionary (RFC 9651 §3.2). All count: a cache may look at any of them. */
function expectedOf({ headers }: HttpRequest): Expected[] | undefined {
	const field = headers["content-digest"];
	if (field === undefined) return undefined;
	return String(field)
		.split(",")
		.flatMap((member) => {
			const [, name = "", value = ""] = /^\s*([^=;]*)(?:=([^;]*))?/.exec(member) ?? [];
			const algorithm = name.trim().toLowerCase();
			const length = Object.hasOwn(LENGTHS, algorithm) ? LENGTHS[algorithm] : undefined;
			if (length === undefined) return [];
			const digest = digestIn(value.trim(), length);
			if (digest === undefined)
				throw new Problem(
					"bad-request",
					`The ${algorithm} in Content-Digest is not ${length} bytes in base64 between colons, such as ${algorithm}=:…:.`,
				);
			return { algorithm, digest, hash: createHash(algorithm.replace("-", "")) };
		});
}

/** The digest in a byte sequence such as `:…:`; undefined if it has another length or is none. */
function digestIn(value: string, length: number): string | undefined {
	const digest = /^:([A-Za-z0-9+/]+={0,2}):$/.exec(value)?.[1];
	if (digest === undefined) return undefined;
	const bytes = Buffer.from(digest, "base64");
	return bytes.length === length && bytes.toString("base64") === digest ? digest : undefined;
}

/**
 * Hashes a piece, and lets the event loop go on after each slice. Not in a thread: it would get a copy, and to make that takes the event
 * loop about as long.
 */
async function update(expected: readonly Expected[], piece: Uint8Array): Promise<void> {
	for (const slice of slicesOf(piece)) {
		for (const { hash } of expected) hash.update(slice);
		if (piece.byteLength > SLICE) await nextTurn();
	}
}

function compare(expected: readonly Expected[]): void {
	for (const { algorithm, digest, hash } of expected) {
		const found = hash.digest("base64");
		if (found !== digest)
			throw new Problem(
				"unreadable-input",
				`The body has the ${algorithm} ${found}, and Content-Digest says ${digest}. Send the body that it belongs to, or omit the field.`,
			);
	}
}
