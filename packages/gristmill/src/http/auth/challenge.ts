import { Refusal } from "../wire/refusal.js";

/** The whole server is one protection space: the same credentials work for all its mills. */
const REALM = 'Bearer realm="mills"';

/** RFC 6750 §3.1: the challenge has no error code if the request has no credentials. */
export function missingCredentials(): Refusal {
	return new Refusal(
		"unauthorised",
		"Send a token as Authorization: Bearer TOKEN. The request has no credentials.",
		{
			headers: { "WWW-Authenticate": REALM },
		},
	);
}

/** The text is the same for every reason. Only the log says which part was wrong. */
export function invalidCredentials(): Refusal {
	return new Refusal("unauthorised", "Send a token that this server knows and that has not expired.", {
		headers: { "WWW-Authenticate": `${REALM}, error="invalid_token"` },
	});
}

export function insufficientScope(mill: string, scope: string | undefined): Refusal {
	const demanded = scope === undefined ? "" : `, scope="${scope}"`;
	return new Refusal("forbidden", `Ask the operator to let these credentials use ${mill}.`, {
		headers: { "WWW-Authenticate": `${REALM}, error="insufficient_scope"${demanded}` },
	});
}

/** The status is not 401, because a caller would then discard a token that may be valid. */
export function uncheckableCredentials(): Refusal {
	return new Refusal(
		"unverifiable",
		"Send the same call again later. The server cannot fetch the keys that verify tokens.",
		{ members: { retryAfter: 5 } },
	);
}
