import type { IncomingHttpHeaders } from "node:http";
import type { Security } from "../../documents/server-info.js";
import type { Log } from "../../telemetry/log/stderr-log.js";
import type { Principal } from "../wire/message.js";
import type { Refusal } from "../wire/refusal.js";
import {
	insufficientScope,
	invalidCredentials,
	missingCredentials,
	uncheckableCredentials,
} from "./challenge.js";
import { refusedLog } from "./refused-log.js";
import { securityOf } from "./security.js";
import type { AuthSettings } from "./settings.js";
import { tokenSource } from "./token-source.js";

/** Decides who may call which mill. It exists only if credentials are required. */
export interface Guard {
	readonly security: Security;
	/** A header field, other than Authorization, that may hold a token. */
	readonly apiKeyHeader: string | undefined;
	readonly closedDiscovery: boolean;
	/** The address of the server that issues signed tokens, if there are any and if it is an address. */
	readonly issuer: string | undefined;
	isOpen(mill: string): boolean;
	/** Returns the owner of the credentials. Throws a 401 or 503 if there is none. */
	identify(request: {
		readonly id: string;
		readonly headers: Readonly<IncomingHttpHeaders>;
	}): Promise<Principal>;
	/** Throws a 403 if this caller may not use this mill. */
	permit(principal: Principal, mill: string): void;
	/** Reloads the files of tokens and keys. */
	reload(): Promise<void>;
	close(): void;
}

/** Three parts in base64url. The signature is checked only for a token of this form. */
const SIGNED = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

export async function makeGuard(settings: AuthSettings, mills: readonly string[], log: Log): Promise<Guard> {
	const { tokens = [], tokenFile, jwt, apiKeyHeader, open = [], closedDiscovery = false } = settings;
	const hasTokens = tokens.length > 0 || tokenFile !== undefined;
	if (!hasTokens && !jwt)
		throw new RangeError(
			"Authentication is on, and no caller is known. Give tokens, a token file, or the keys of signed tokens.",
		);
	if (
		apiKeyHeader !== undefined &&
		(!FIELD_NAME.test(apiKeyHeader) || /^(authorization|cookie)$/i.test(apiKeyHeader))
	)
		throw new RangeError(
			`The API key header is "${apiKeyHeader}", and must be a field name such as X-API-Key.`,
		);
	if (apiKeyHeader !== undefined && !hasTokens)
		throw new RangeError(
			"The API key header carries tokens, and there are none. Give tokens or a token file.",
		);
	const unserved = open.find((mill) => !mills.includes(mill));
	if (unserved !== undefined)
		throw new RangeError(
			`The mill "${unserved}" is to be open, and is not served. Served: ${mills.join(", ") || "none"}.`,
		);

	const known = hasTokens ? await tokenSource(settings, mills, log) : undefined;
	// The module is loaded only if it is used, because jose has many files.
	const checker = jwt && import("./jwt.js").then(({ jwtChecker }) => jwtChecker(jwt, log));
	const signed = await checker?.catch((error: unknown) => {
		known?.close();
		throw error;
	});
	const scopePrefix = signed?.scopePrefix;
	const isOpen = (mill: string) => open.includes(mill);
	const field = apiKeyHeader?.toLowerCase();
	const tellRefused = refusedLog(log);
	const refuse = (id: string, reason: string): Refusal => {
		tellRefused(id, reason);
		return invalidCredentials();
	};

	return {
		security: securityOf({
			hasTokens,
			hasJwt: jwt !== undefined,
			scopePrefix,
			apiKeyHeader,
			isOpen,
			closedDiscovery,
		}),
		apiKeyHeader,
		closedDiscovery,
		issuer: jwt && /^https?:\/\//.test(jwt.issuer) ? jwt.issuer : undefined,
		isOpen,
		identify: async ({ id, headers }) => {
			const token = credentials(headers, field);
			if (token === undefined) throw missingCredentials();
			const principal = known?.find(token);
			if (principal) return principal;
			if (!signed || !SIGNED.test(token)) throw refuse(id, "unknown token");
			const checked = await signed.check(token);
			if (checked === "unreachable") throw uncheckableCredentials();
			if ("refused" in checked) throw refuse(id, checked.refused);
			return checked;
		},
		permit: (principal, mill) => {
			if (isOpen(mill) || !principal.mills || principal.mills.has(mill)) return;
			throw insufficientScope(mill, scopePrefix === undefined ? undefined : `${scopePrefix}${mill}`);
		},
		reload: async () => {
			await Promise.all([known?.reload(), signed?.keys.reload()]);
		},
		close: () => {
			known?.close();
			signed?.keys.close();
		},
	};
}

/** Returns the token of a request. If Authorization uses Bearer, only that token counts. Another scheme is for a proxy. */
function credentials(headers: Readonly<IncomingHttpHeaders>, field: string | undefined): string | undefined {
	const { authorization = "" } = headers;
	if (/^bearer(?: |$)/i.test(authorization)) return authorization.slice(7).trim();
	const key = field === undefined ? undefined : headers[field];
	return typeof key === "string" ? key.trim() : undefined;
}
