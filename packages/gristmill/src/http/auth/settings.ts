/** Who may call. Tokens, signed tokens and open mills can be combined. */
export interface AuthSettings {
	/** `TOKEN`, `NAME:TOKEN` or `NAME:TOKEN:MILL+MILL`. Tokens are hashed at once and not kept. */
	readonly tokens?: readonly string[];
	/** A file with a line of JSON for each token: `{"name":"alice","sha256":"…","mills":["tokeniser"]}`. */
	readonly tokenFile?: string;
	/** A header field that may also hold these tokens, such as X-API-Key. */
	readonly apiKeyHeader?: string;
	readonly jwt?: JwtSettings;
	/** The mills that anyone may call. */
	readonly open?: readonly string[];
	/** Whether lists, schemas and descriptions require credentials too. */
	readonly closedDiscovery?: boolean;
}

/** Which signed tokens (RFC 7519) are valid. */
export interface JwtSettings {
	/** The public keys: the path of a file, or an https address (http only for this machine). */
	readonly keys: string;
	readonly issuer: string;
	/** One of these values must be in `aud`. */
	readonly audience: readonly string[];
	/** How many seconds the issuer's clock may differ. The default is 30. */
	readonly skew?: number;
	/** The allowed signature algorithms. The default is all algorithms with public keys. */
	readonly algorithms?: readonly string[];
	/** The prefix of a mill's name in `scope`: with "mill:", the mill tokeniser requires mill:tokeniser. */
	readonly scopePrefix?: string;
}
