import type { Flags } from "./flags.js";

/** Who may call, and over what. */
export const PROTECTION = {
	"token-file": {
		kind: "text",
		value: "FILE",
		help: 'Demand a token of this file; "gristmill token NAME" writes its lines.',
		path: true,
	},
	"api-key-header": {
		kind: "text",
		value: "NAME",
		help: "Take the same tokens from this field too, such as X-API-Key.",
	},
	jwks: {
		kind: "text",
		value: "FILE|URL",
		help: "Demand a signed token (JWT) that one of these keys has signed.",
	},
	"jwt-issuer": { kind: "text", value: "URL", help: "Who must have made signed tokens." },
	"jwt-audience": { kind: "list", value: "NAME", help: "Whom they must be meant for; may be repeated." },
	"jwt-algorithms": { kind: "list", value: "A,B", help: "The only signature algorithms, such as ES256." },
	"jwt-skew": {
		kind: "number",
		value: "S",
		most: 600,
		help: "So many seconds the issuer's clock may differ.",
		fallback: 30,
	},
	"jwt-scope": {
		kind: "text",
		value: "PREFIX",
		help: 'Demand a scope for each mill: with "mill:", mill:tokeniser.',
	},
	open: { kind: "list", value: "A,B", help: "Demand no credentials for these mills." },
	"closed-discovery": { kind: "switch", help: "Demand credentials for documents too.", fallback: false },
	"no-auth": { kind: "switch", help: "Everybody may call, and no warning says so.", fallback: false },
	"tls-cert": {
		kind: "text",
		value: "FILE",
		help: "Serve https with this certificate and its chain (PEM).",
		path: true,
	},
	"tls-key": { kind: "text", value: "FILE", help: "The certificate's private key (PEM).", path: true },
	hsts: {
		kind: "number",
		value: "S",
		help: "Browsers shall ask by https alone for so many seconds.",
		fallback: 0,
	},
} as const satisfies Flags;
