import { errors, jwtVerify } from "jose";
import { isObject } from "../../core/schema/is-object.js";
import { DEFAULTS } from "../../settings/table.js";
import type { Log } from "../../telemetry/log/stderr-log.js";
import type { CallerLimits, Principal } from "../wire/message.js";
import { LIMIT_KEYS, readLimits } from "./caller-limits.js";
import { type KeySet, KeysOutOfReach, keySet } from "./key-set.js";
import type { JwtSettings } from "./settings.js";

/** All algorithms that sign with a private key and verify with a public one. `none` and HMAC are not allowed. */
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
/** Holds the limits of the caller, as on the line of a token. */
const LIMITS_CLAIM = "gristmill_limits";

/** Checks signed tokens. */
interface JwtChecker {
	/** Returns the caller, a short reason if the token is invalid, or "unreachable" if the keys are not available. */
	check(token: string): Promise<Principal | { readonly refused: string } | "unreachable">;
	readonly keys: KeySet;
	readonly scopePrefix: string | undefined;
}

export async function jwtChecker(settings: JwtSettings, log: Log): Promise<JwtChecker> {
	const { issuer, audience, skew = DEFAULTS.jwtSkew, algorithms = ALGORITHMS, scopePrefix } = settings;
	if (issuer === "" || audience.length === 0)
		throw new RangeError(
			"Signed tokens need --jwt-issuer and --jwt-audience: who issues valid tokens, and for whom.",
		);
	const wrong = algorithms.find((name) => !ALGORITHMS.includes(name));
	if (wrong !== undefined || algorithms.length === 0)
		throw new RangeError(`Unknown algorithm "${wrong ?? ""}". Use ${ALGORITHMS.join(", ")}.`);
	if (scopePrefix !== undefined && !/^[\x21\x23-\x5b\x5d-\x7e]*$/.test(scopePrefix))
		throw new RangeError(
			`The scope prefix "${scopePrefix}" has characters that RFC 6749 §3.3 does not allow in a scope.`,
		);
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
				const limits = limitsIn(payload);
				if (limits === "broken") return { refused: `claim ${LIMITS_CLAIM}` };
				return {
					name: sub,
					mills: scopePrefix === undefined ? undefined : granted(payload, scopePrefix),
					...(limits && { limits }),
				};
			} catch (error) {
				const reason = reasonOf(error);
				return reason === undefined ? "unreachable" : { refused: reason };
			}
		},
	};
}

/** The limits of the caller. A claim that cannot be read must not mean that there are none. */
function limitsIn(payload: Readonly<Record<string, unknown>>): CallerLimits | undefined | "broken" {
	const claim = payload[LIMITS_CLAIM];
	if (claim === undefined) return undefined;
	const isKnown =
		isObject(claim) && Object.keys(claim).every((key) => LIMIT_KEYS.some((known) => known === key));
	if (!isKnown) return "broken";
	try {
		return readLimits(claim, LIMITS_CLAIM);
	} catch {
		return "broken";
	}
}

/** Returns the mills in `scope` (RFC 8693 §4.2), or in `scp`, the name that some issuers use. PREFIX* means all mills. */
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

/** Returns what is wrong with the token, or undefined if it could not be checked. */
function reasonOf(error: unknown): string | undefined {
	if (error instanceof errors.JWTExpired) return "expired";
	if (error instanceof errors.JWTClaimValidationFailed) return `claim ${error.claim}`;
	if (error instanceof errors.JWSSignatureVerificationFailed) return "signature";
	if (error instanceof errors.JOSEAlgNotAllowed) return "algorithm";
	if (error instanceof errors.JWKSNoMatchingKey) return "unknown key";
	if (error instanceof errors.JWKSMultipleMatchingKeys) return "several keys match, and the token has no kid";
	if (error instanceof KeysOutOfReach) return undefined;
	if (error instanceof errors.JOSEError) return "malformed";
	// The key is too short or broken. No token is valid with it, so a 503 would make callers retry for ever.
	return `unusable key: ${(error as Error).message}`;
}
