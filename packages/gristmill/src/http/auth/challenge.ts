import { Refusal } from "../wire/refusal.js";

/** The whole server is one protection space: the same credentials work for all its mills. */
const REALM = 'Bearer realm="mills"';

/** RFC 6750 §3.1: the challenge has no error code if the request has no credentials. */
export function missingCredentials(): Refusal {
	return new Refusal(
		"unauthorised",
		"The request has no credentials. Send a token as Authorization: Bearer TOKEN.",
		{
			headers: { "WWW-Authenticate": REALM },
		},
	);
}

/** The text is the same for every reason. Only the log says which part was wrong. */
export function invalidCredentials(): Refusal {
	return new Refusal(
		"unauthorised",
		"The token is unknown, expired or not valid here. Get a new one from the operator.",
		{
			headers: { "WWW-Authenticate": `${REALM}, error="invalid_token"` },
		},
	);
}

export function insufficientScope(mill: string, scope: string | undefined): Refusal {
	const demanded = scope === undefined ? "" : `, scope="${scope}"`;
	return new Refusal("forbidden", `These credentials may not use ${mill}. The operator can allow it.`, {
		headers: { "WWW-Authenticate": `${REALM}, error="insufficient_scope"${demanded}` },
	});
}

/** The status is not 401, because a caller would then discard a token that may be valid. */
export function uncheckableCredentials(): Refusal {
	return new Refusal(
		"unverifiable",
		"The server cannot fetch the keys that verify tokens. Try again in 5 s.",
		{ members: { retryAfter: 5 } },
	);
}
