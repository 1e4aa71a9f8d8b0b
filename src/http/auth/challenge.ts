import { Refusal } from "../refusal.js";

/** One protection space for the whole server: the same credentials work at all its mills. */
const REALM = 'Bearer realm="mills"';

/** RFC 6750 §3.1: no error code where no credentials were sent. */
export function missingCredentials(): Refusal {
	return new Refusal("unauthorised", "Send Authorization: Bearer and a token: there are no credentials.", {
		headers: { "WWW-Authenticate": REALM },
	});
}

/** The same words for every reason: which part was wrong is for the log. */
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

/** Not 401: a caller would throw away a token that may be good. */
export function uncheckableCredentials(): Refusal {
	return new Refusal(
		"unverifiable",
		"Send the same call again later: the keys that credentials are checked with cannot be reached.",
		{ members: { retryAfter: 5 } },
	);
}
