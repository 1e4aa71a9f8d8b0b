import type { SettingTable } from "./setting.js";

/** Who may call, and TLS. Programs give these as `auth` and `tls`. */
export const AUTH = {
	tokenFile: {
		kind: "text",
		value: "FILE",
		help: 'File of accepted tokens; "gristmill token NAME" writes its lines.',
		path: true,
		commandOnly: true,
	},
	apiKeyHeader: {
		kind: "text",
		value: "NAME",
		help: "Another header field that may carry the token, such as X-API-Key.",
		commandOnly: true,
	},
	jwks: {
		kind: "text",
		value: "FILE|URL",
		help: "Public keys (JWKS) that verify JWTs.",
		path: "file or url",
		commandOnly: true,
	},
	jwtIssuer: {
		kind: "text",
		value: "URL",
		help: "Required issuer (iss) of JWTs.",
		commandOnly: true,
	},
	jwtAudience: {
		kind: "list",
		value: "NAME",
		help: "Accepted audience (aud) of JWTs; may be repeated.",
		commandOnly: true,
	},
	jwtAlgorithms: {
		kind: "list",
		value: "A,B",
		help: "Accepted signature algorithms of JWTs, such as ES256.",
		commandOnly: true,
	},
	jwtSkew: {
		kind: "number",
		value: "S",
		most: 600,
		help: "Allowed clock difference to the issuer, in seconds.",
		fallback: 30,
		commandOnly: true,
	},
	jwtScope: {
		kind: "text",
		value: "PREFIX",
		help: 'Require a scope per mill: with the prefix "mill:", tokeniser needs mill:tokeniser.',
		commandOnly: true,
	},
	open: {
		kind: "list",
		value: "A,B",
		help: "Mills that need no credentials.",
		commandOnly: true,
	},
	closedDiscovery: {
		kind: "switch",
		help: "Require credentials for documents too.",
		fallback: false,
		commandOnly: true,
	},
	noAuth: {
		kind: "switch",
		help: "Accept calls without credentials, and do not warn about it.",
		fallback: false,
		commandOnly: true,
	},
	tlsCert: {
		kind: "text",
		value: "FILE",
		help: "Serve https with this certificate and its chain (PEM).",
		path: true,
		commandOnly: true,
	},
	tlsKey: {
		kind: "text",
		value: "FILE",
		help: "Private key of the certificate (PEM).",
		path: true,
		commandOnly: true,
	},
	hsts: {
		kind: "number",
		value: "S",
		// Ten years. Browsers remember it for less.
		most: 315_360_000,
		help: "HSTS max-age, in seconds.",
		fallback: 0,
		commandOnly: true,
	},
} as const satisfies SettingTable;
