import { Problem } from "../../core/problem.js";
import type { Guard } from "../auth/guard.js";
import type { HeaderFields, HttpRequest } from "../wire/message.js";
import { Refusal } from "../wire/refusal.js";
import { takeMember } from "./own-members.js";

/** A digest as in the Mill-Digest field: 132 bits in base64url. */
const DIGEST = /^[\w-]{22}$/;

/** Takes the digest out of a pinned address: `{mill}?$digest=…`. */
function takeDigest(query: string): { pin: string | undefined; others: string } {
	const { value: pin, others } = takeMember(query, "$digest");
	if (pin === undefined || DIGEST.test(pin)) return { pin, others };
	throw new Problem(
		"bad-parameter",
		"$digest must be the digest of a mill: 22 letters, digits, - and _, as in the Mill-Digest field of its answers.",
	);
}

/**
 * A caller may want the answers of one algorithm alone: those of the digest in its Mill-Digest, or in its address. Returns whether the
 * address names it, and the rest of the query.
 */
export function mustBeWanted(
	digest: string,
	{ headers }: HttpRequest,
	query: string,
): { isPinned: boolean; others: string } {
	const { pin, others } = takeDigest(query);
	for (const wanted of [headers["mill-digest"], pin])
		if (wanted !== undefined && wanted !== digest)
			throw new Refusal(
				"other-algorithm",
				`This mill has the digest ${digest}. The request wants another one.`,
				{ headers: { "Mill-Digest": digest }, members: { digest } },
			);
	return { isPinned: pin !== undefined, others };
}

/**
 * The fields of an answer at a pinned address: it stays the answer for ever. Where credentials are needed, a shared cache must not give it
 * to others (RFC 9111 §3.5), because it does not know who may have it. A request with a contradicting Mill-Digest is another one.
 */
export function lastingFields(fields: HeaderFields, guard: Guard | undefined, mill: string): HeaderFields {
	const whose = guard === undefined || guard.isOpen(mill) ? "public" : "private";
	return {
		...fields,
		"Cache-Control": `${whose}, max-age=31536000, immutable`,
		Vary: `${fields.Vary}, Mill-Digest`,
	};
}

/** The fields of an answer that nobody may keep. */
export function unkeptFields(fields: HeaderFields): HeaderFields {
	return fields["Cache-Control"] === "no-store" ? fields : { ...fields, "Cache-Control": "no-store" };
}
