/** A call, to show as code that repeats it. */
export interface Call {
	readonly method: string;
	/** Absolute, with the query. */
	readonly url: string;
	readonly mediaType: string;
	readonly body: CallBody;
	/** The header field of the credential. Its value has `$TOKEN` instead of the secret, because others may read the code. */
	readonly credential?: { readonly field: string; readonly value: string } | undefined;
}

/** The body: a text, a file of the visitor (or one that the page made), or an example on the server. */
export type CallBody =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "file"; readonly name: string; readonly isMade?: boolean }
	| { readonly kind: "address"; readonly url: string };
