import type { Requirements, Security } from "../../documents/server-info.js";

/** The facts about a guard that the documents need. */
interface GuardFacts {
	readonly hasTokens: boolean;
	readonly hasJwt: boolean;
	readonly scopePrefix: string | undefined;
	/** The name as the operator wrote it. */
	readonly apiKeyHeader: string | undefined;
	readonly isOpen: (mill: string) => boolean;
	readonly closedDiscovery: boolean;
}

/** Returns how callers authenticate, for schemas, OpenAPI and descriptions. */
export function securityOf(facts: GuardFacts): Security {
	const { hasTokens, hasJwt, scopePrefix, apiKeyHeader, isOpen, closedDiscovery } = facts;
	const schemes: Record<string, object> = {};
	if (hasTokens)
		schemes.token = {
			type: "http",
			scheme: "bearer",
			description: "A token from the operator, as `Authorization: Bearer TOKEN`.",
		};
	if (hasJwt)
		schemes.jwt = {
			type: "http",
			scheme: "bearer",
			bearerFormat: "JWT",
			description: "A signed token (JWT) from the issuer, as `Authorization: Bearer TOKEN`.",
		};
	if (apiKeyHeader !== undefined)
		schemes.apiKey = {
			type: "apiKey",
			in: "header",
			name: apiKeyHeader,
			description: `The same token, as \`${apiKeyHeader}: TOKEN\`.`,
		};
	const names = Object.keys(schemes);
	const demanded = (scope?: string): Requirements =>
		names.map((name) => ({ [name]: name === "jwt" && scope !== undefined ? [scope] : [] }));
	return {
		schemes,
		calls: (mill) => {
			if (isOpen(mill)) return [];
			return demanded(scopePrefix === undefined ? undefined : `${scopePrefix}${mill}`);
		},
		documents: (mill) => (!closedDiscovery || (mill !== undefined && isOpen(mill)) ? [] : demanded()),
	};
}
