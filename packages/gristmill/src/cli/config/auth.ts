import type { AddressInfo } from "node:net";
import type { AuthSettings } from "../../http/auth/settings.js";
import type { Settings } from "../../http/service/settings.js";
import type { AUTH } from "../../settings/auth.js";
import { flagName, type Values } from "../../settings/setting.js";
import type { ServeValues } from "../../settings/table.js";
import { UsageError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";

/**
 * Makes `auth` and `tls` of the library from the flags. Secrets are read from the environment only, because every
 * user of the machine can read a command line.
 */
export function authAndTls(
	settings: ServeValues,
	host: Pick<Host, "env" | "cwd">,
): Pick<Settings, "auth" | "tls"> {
	const { GRISTMILL_TOKENS = "", GRISTMILL_TLS_PASSPHRASE: passphrase = "" } = host.env;
	const tokens = GRISTMILL_TOKENS.split(",").filter((word) => word.trim() !== "");
	const { tlsCert: cert, tlsKey: key, hsts } = settings;
	const auth = authSettings(settings, tokens, host);
	if ((cert === undefined) !== (key === undefined))
		throw new UsageError(
			`--tls-${cert ? "key" : "cert"} is missing. Give --tls-cert and --tls-key together.`,
		);
	if (hsts && cert === undefined)
		throw new UsageError("Browsers ignore HSTS over http. Give --tls-cert and --tls-key with --hsts.");
	return {
		...(auth && { auth }),
		...(cert !== undefined &&
			key !== undefined && {
				tls: {
					cert: pathOn(host, cert),
					key: pathOn(host, key),
					hsts,
					...(passphrase !== "" && { passphrase }),
				},
			}),
	};
}

/** Removes the secrets, so that mill files do not see them. Keep them for a process that is started to serve. */
export function removeSecrets(environment: NodeJS.ProcessEnv): void {
	delete environment.GRISTMILL_TOKENS;
	delete environment.GRISTMILL_TLS_PASSPHRASE;
	// It may have the password of a server.
	delete environment.GRISTMILL_KEEP;
}

function authSettings(
	settings: Values<typeof AUTH>,
	tokens: readonly string[],
	host: Pick<Host, "env" | "cwd">,
): AuthSettings | undefined {
	const {
		tlsCert,
		tlsKey,
		hsts,
		noAuth,
		tokenFile,
		jwks,
		jwtSkew: skew,
		closedDiscovery,
		...details
	} = settings;
	const { apiKeyHeader, jwtIssuer, jwtAudience, jwtAlgorithms, jwtScope, open, ...others } = details;
	// Does not compile if a setting of the table is not used here.
	others satisfies Record<string, never>;
	const hasCredentials = tokens.length > 0 || tokenFile !== undefined || jwks !== undefined;
	if (noAuth) {
		if (hasCredentials)
			throw new UsageError("Both --no-auth and tokens or keys were given. Leave out one of them.");
		return undefined;
	}
	if (!hasCredentials) {
		const useless = {
			...{ apiKeyHeader, jwtIssuer, jwtAudience, jwtAlgorithms, jwtScope, open },
			closedDiscovery: closedDiscovery || undefined,
		};
		const first = Object.entries(useless).find(([, value]) => value !== undefined)?.[0];
		// An operator who gives these believes that the server is protected.
		if (first)
			throw new UsageError(
				`--${flagName(first)} alone protects nothing. Say who may call with GRISTMILL_TOKENS, --token-file or --jwks.`,
			);
		return undefined;
	}
	return {
		tokens,
		tokenFile: tokenFile && pathOn(host, tokenFile),
		apiKeyHeader,
		open,
		closedDiscovery,
		...(jwks !== undefined && {
			jwt: {
				keys: jwks,
				issuer: jwtIssuer ?? "",
				audience: jwtAudience ?? [],
				skew,
				algorithms: jwtAlgorithms,
				scopePrefix: jwtScope,
			},
		}),
	};
}

/** Warns of a server that others can reach without credentials or without TLS. */
export function exposureWarning(
	address: AddressInfo | string | null,
	{
		noAuth,
		publicUrl,
		auth,
		tls,
	}: Pick<ServeValues, "noAuth" | "publicUrl"> & Pick<Settings, "auth" | "tls">,
): string | undefined {
	if (address === null || typeof address === "string" || isLoopback(address.address)) return undefined;
	const where = `other machines can reach ${address.address}`;
	if (!auth)
		return noAuth
			? undefined
			: `ANYONE WHO REACHES THIS SERVER MAY CALL IT. Require tokens with --token-file FILE (gristmill token NAME makes one), or confirm with --no-auth: ${where}.`;
	if (tls || publicUrl?.startsWith("https:")) return undefined;
	return `TOKENS ARE SENT WITHOUT ENCRYPTION. Give --tls-cert and --tls-key, or use a proxy with TLS and give --public-url https://…: ${where}.`;
}

function isLoopback(address: string): boolean {
	return address === "::1" || /^(?:::ffff:)?127\./.test(address);
}
