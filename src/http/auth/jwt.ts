import { errors, jwtVerify } from "jose";
import type { Log } from "../log.js";
import { type KeySet, KeysOutOfReach, keySet } from "./key-set.js";
import type { Principal } from "./principal.js";
import type { JwtSettings } from "./settings.js";

/** All that sign with a private key and are checked with a public one: neither `none` nor HMAC is among them. */
const ALGORITHMS: readonly string[] = [
	"RS256",
	"RS384",
	"RS512",
	"PS256",
	"PS384",
	"PS512",
	"ES256",
	"ES384",
	"ES512",
	"EdDSA",
	"Ed25519",
];
const LONGEST_NAME = 255;

/** Checks signed tokens. */
export interface JwtChecker {
	/** Who it is; the reason in a few words where it is nobody; "unreachable" where the keys cannot be had. */
	check(token: string): Promise<Principal | { readonly refused: string } | "unreachable">;
	readonly keys: KeySet;
	readonly scopePrefix: string | undefined;
}

export async function jwtChecker(settings: JwtSettings, log: Log): Promise<JwtChecker> {
	const { issuer, audience, skew = 30, algorithms = ALGORITHMS, scopePrefix } = settings;
	if (issuer === "" || audience.length === 0)
		throw new RangeError(
			"Say with --jwt-issuer and --jwt-audience whose tokens are good, and which are meant for this server.",
		);
	const wrong = algorithms.find((name) => !ALGORITHMS.includes(name));
	if (wrong !== undefined || algorithms.length === 0)
		throw new RangeError(`Choose algorithms among ${ALGORITHMS.join(", ")}: "${wrong ?? ""}".`);
	if (scopePrefix !== undefined && !/^[\x21\x23-\x5b\x5d-\x7e]*$/.test(scopePrefix))
		throw new RangeError(`Begin scopes with characters that RFC 6749 §3.3 allows: "${scopePrefix}".`);
	const keys = await keySet(settings.keys, log);
	const options = {
		issuer,
		audience: [...audience],
		clockTolerance: skew,
		algorithms: [...algorithms],
		requiredClaims: ["exp", "sub"],
	};
	return {
		keys,
		scopePrefix,
		check: async (token) => {
			try {
				const { payload } = await jwtVerify(token, keys.find, options);
				const { sub } = payload;
				if (typeof sub !== "string" || sub === "" || sub.length > LONGEST_NAME)
					return { refused: "bad subject" };
				return { name: sub, mills: scopePrefix === undefined ? undefined : granted(payload, scopePrefix) };
			} catch (error) {
				const reason = reasonOf(error);
				return reason === undefined ? "unreachable" : { refused: reason };
			}
		},
	};
}

/** The mills in `scope` (RFC 8693 §4.2), or in `scp`, as some issuers call it; PREFIX* means all of them. */
function granted(
	payload: Readonly<Record<string, unknown>>,
	prefix: string,
): ReadonlySet<string> | undefined {
	const said = payload.scope ?? payload.scp;
	const scopes = typeof said === "string" ? said.split(" ") : Array.isArray(said) ? said : [];
	const mills = scopes
		.filter((scope): scope is string => typeof scope === "string" && scope.startsWith(prefix))
		.map((scope) => scope.slice(prefix.length));
	return mills.includes("*") ? undefined : new Set(mills);
}

/** What is wrong with the token; undefined where it was never judged. */
function reasonOf(error: unknown): string | undefined {
	if (error instanceof errors.JWTExpired) return "expired";
	if (error instanceof errors.JWTClaimValidationFailed) return `claim ${error.claim}`;
	if (error instanceof errors.JWSSignatureVerificationFailed) return "signature";
	if (error instanceof errors.JOSEAlgNotAllowed) return "algorithm";
	if (error instanceof errors.JWKSNoMatchingKey) return "unknown key";
	if (error instanceof errors.JWKSMultipleMatchingKeys) return "more than one key fits: it needs a kid";
	if (error instanceof KeysOutOfReach) return undefined;
	if (error instanceof errors.JOSEError) return "malformed";
	// A key that is too short or broken. No token is good with it, so it must not be a 503 to repeat for ever.
	return `its key cannot be used: ${(error as Error).message}`;
}
