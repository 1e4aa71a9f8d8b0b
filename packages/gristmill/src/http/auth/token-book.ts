import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Principal } from "../wire/message.js";
import { hashed, type TokenEntry } from "./token-lines.js";

/** Finds the owner of a token. */
export type TokenBook = (token: string) => Principal | undefined;

/**
 * Makes a book whose lookups take the same work for every token, known or unknown, for any number of tokens.
 * The slot in the map depends on a key that exists only in this process. An outsider cannot choose a token
 * near a known one, so the time of a lookup reveals only noise.
 */
export function tokenBook(entries: readonly TokenEntry[]): TokenBook {
	const key = randomBytes(32);
	const slotOf = (sha256: Buffer) => createHmac("sha256", key).update(sha256).digest("base64url");
	const bySlot = new Map<string, TokenEntry & Principal>();
	for (const entry of entries) {
		const slot = slotOf(entry.sha256);
		const twin = bySlot.get(slot);
		if (twin)
			throw new RangeError(`${twin.name} and ${entry.name} have the same token. Give each caller its own.`);
		bySlot.set(slot, entry);
	}
	const emptyHash = Buffer.alloc(32);
	return (token) => {
		const sha256 = hashed(token);
		const entry = bySlot.get(slotOf(sha256));
		const same = timingSafeEqual(entry?.sha256 ?? emptyHash, sha256);
		return same ? entry : undefined;
	};
}
