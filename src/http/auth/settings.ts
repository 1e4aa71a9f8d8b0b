/** Who may call. Tokens, signed tokens and open mills may be combined. */
export interface AuthSettings {
	/** `TOKEN`, `NAME:TOKEN` or `NAME:TOKEN:MILL+MILL`. They are hashed at once and not kept. */
	readonly tokens?: readonly string[];
	/** A file with a line of JSON for each token: `{"name":"alice","sha256":"…","mills":["tokeniser"]}`. */
	readonly tokenFile?: string;
	/** The same tokens are taken from this field too, such as X-API-Key. */
	readonly apiKeyHeader?: string;
	readonly jwt?: JwtSettings;
	/** The mills that anybody may call. */
	readonly open?: readonly string[];
	/** Whether lists, schemas and descriptions demand credentials too. */
	readonly closedDiscovery?: boolean;
}

/** Which signed tokens (RFC 7519) are good. */
export interface JwtSettings {
	/** Where the public keys are: the path of a file, or an address of https (http on this machine alone). */
	readonly keys: string;
	readonly issuer: string;
	/** One of these must be in `aud`. */
	readonly audience: readonly string[];
	/** How many seconds the issuer's clock may differ; 30 where it is left out. */
	readonly skew?: number;
	/** The only signature algorithms; all that work with public keys where it is left out. */
	readonly algorithms?: readonly string[];
	/** What stands before a mill's name in `scope`: with "mill:", the mill tokeniser demands mill:tokeniser. */
	readonly scopePrefix?: string;
}
