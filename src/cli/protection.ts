import type { AddressInfo } from "node:net";
import type { AuthSettings } from "../http/auth/settings.js";
import type { Settings } from "../http/settings.js";
import { UsageError } from "./command-error.js";
import type { Chosen } from "./settings-table.js";

/**
 * Who may call, and over what: the flags in the words of the library. Secrets come from the environment alone,
 * because the words of a command can be read by everybody on the machine; they are taken out of it.
 */
export function protection(settings: Chosen, environment: NodeJS.ProcessEnv): Pick<Settings, "auth" | "tls"> {
	const { GRISTMILL_TOKENS: tokens = "", GRISTMILL_TLS_PASSPHRASE: passphrase = "" } = environment;
	const auth = authSettings(
		settings,
		tokens.split(",").filter((word) => word.trim() !== ""),
	);
	const { "tls-cert": cert, "tls-key": key, hsts } = settings;
	if ((cert === undefined) !== (key === undefined))
		throw new UsageError(
			`Give --tls-cert and --tls-key together: --tls-${cert ? "key" : "cert"} is missing.`,
		);
	if (hsts && cert === undefined)
		throw new UsageError("Give --tls-cert and --tls-key beside --hsts: browsers heed it over https alone.");
	// --watch hands the environment on to the process that serves.
	if (!settings.watch) {
		delete environment.GRISTMILL_TOKENS;
		delete environment.GRISTMILL_TLS_PASSPHRASE;
	}
	return {
		...(auth && { auth }),
		...(cert !== undefined &&
			key !== undefined && { tls: { cert, key, hsts, ...(passphrase !== "" && { passphrase }) } }),
	};
}

function authSettings(settings: Chosen, tokens: readonly string[]): AuthSettings | undefined {
	const { "token-file": tokenFile, jwks, open, "closed-discovery": closedDiscovery } = settings;
	const demands = tokens.length > 0 || tokenFile !== undefined || jwks !== undefined;
	if (settings["no-auth"]) {
		if (demands) throw new UsageError("Give tokens and keys, or --no-auth: both were given.");
		return undefined;
	}
	if (!demands) {
		const idle = (
			["api-key-header", "jwt-issuer", "jwt-audience", "jwt-algorithms", "jwt-scope", "open"] as const
		).find((name) => settings[name] !== undefined);
		const vain = idle ?? (closedDiscovery ? "closed-discovery" : undefined);
		// Whoever gives these believes that something is protected.
		if (vain)
			throw new UsageError(
				`Say who may call with GRISTMILL_TOKENS, --token-file or --jwks: --${vain} protects nothing.`,
			);
		return undefined;
	}
	return {
		tokens,
		tokenFile,
		apiKeyHeader: settings["api-key-header"],
		open,
		closedDiscovery,
		...(jwks !== undefined && {
			jwt: {
				keys: jwks,
				issuer: settings["jwt-issuer"] ?? "",
				audience: settings["jwt-audience"] ?? [],
				skew: settings["jwt-skew"],
				algorithms: settings["jwt-algorithms"],
				scopePrefix: settings["jwt-scope"],
			},
		}),
	};
}

/** What an operator should know who listens where others are; undefined where nothing is amiss. */
export function exposure(
	address: AddressInfo | string | null,
	settings: Chosen,
	{ auth, tls }: Pick<Settings, "auth" | "tls">,
): string | undefined {
	if (address === null || typeof address === "string" || isLoopback(address.address)) return undefined;
	const where = `${address.address} is not this machine alone`;
	if (!auth)
		return settings["no-auth"]
			? undefined
			: `ANYBODY WHO REACHES THIS SERVER MAY CALL IT. Demand tokens with --token-file FILE (gristmill token NAME makes one), or say with --no-auth that this is meant: ${where}.`;
	if (tls || settings["public-url"]?.startsWith("https:")) return undefined;
	return `TOKENS TRAVEL IN THE CLEAR. Give --tls-cert and --tls-key, or put a proxy with TLS before it and say so with --public-url https://…: ${where}.`;
}

function isLoopback(address: string): boolean {
	return address === "::1" || /^(?:::ffff:)?127\./.test(address);
}
