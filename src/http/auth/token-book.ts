import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Principal } from "./principal.js";
import { hashed, type TokenEntry } from "./token-lines.js";

/** Finds who a token belongs to. */
export type TokenBook = (token: string) => Principal | undefined;

/**
 * Makes a book in which looking up takes the same work for every token, known or not, and however many there are.
 * The place in the map follows from a key that exists in this process alone, so nobody outside can choose a token
 * that lies near a known one: what the lookup's time tells is noise.
 */
export function tokenBook(entries: readonly TokenEntry[]): TokenBook {
	const key = randomBytes(32);
	const shelf = (sha256: Buffer) => createHmac("sha256", key).update(sha256).digest("base64url");
	const byShelf = new Map<string, TokenEntry & Principal>();
	for (const entry of entries) {
		const place = shelf(entry.sha256);
		const twin = byShelf.get(place);
		if (twin)
			throw new RangeError(`Give each caller a token of its own: ${twin.name} and ${entry.name} share one.`);
		byShelf.set(place, entry);
	}
	const nobody = Buffer.alloc(32);
	return (token) => {
		const sha256 = hashed(token);
		const entry = byShelf.get(shelf(sha256));
		const same = timingSafeEqual(entry?.sha256 ?? nobody, sha256);
		return same ? entry : undefined;
	};
}
