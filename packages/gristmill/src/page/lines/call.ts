/** A call, to show as code that repeats it. */
export interface Call {
	readonly method: string;
	/** Absolute, with the query. */
	readonly url: string;
	readonly mediaType: string;
	readonly body: CallBody;
	/** The media type of the bytes to ask for, and the file to write them to, if the result is a file. */
	readonly saves?: { readonly type: string; readonly file: string } | undefined;
	/** The header field of the credential. Its value has `$TOKEN` instead of the secret, because others may read the code. */
	readonly credential?: { readonly field: string; readonly value: string } | undefined;
}

/** A part of a form: a text, or a file of the visitor. */
export type CallPart =
	| { readonly name: string; readonly text: string }
	| { readonly name: string; readonly file: string; readonly mediaType: string };

/** The body: several parts, a text, a file of the visitor (or one that the page made), or an example on the server. */
export type CallBody =
	| { readonly kind: "form"; readonly parts: readonly CallPart[] }
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "file"; readonly name: string; readonly isMade?: boolean }
	| { readonly kind: "address"; readonly url: string };
