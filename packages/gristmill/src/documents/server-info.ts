import type { Example, Mill } from "../core/definition/mill.js";
import type { Offers } from "./offers.js";

/** Alternatives in OpenAPI's format: one of them is required, or nothing if the list is empty. */
export type Requirements = readonly Readonly<Record<string, readonly string[]>>[];

/** How callers authenticate, in OpenAPI's format. */
export interface Security {
	readonly schemes: Readonly<Record<string, object>>;
	/** The requirements for a call of this mill. */
	readonly calls: (mill: string) => Requirements;
	/** The requirements for reading a document of this mill, or of the server. */
	readonly documents: (mill?: string) => Requirements;
}

/** No credentials are required. */
export const NO_SECURITY: Security = { schemes: {}, calls: () => [], documents: () => [] };

/** The facts about the server that its documents need. */
export interface ServerInfo {
	readonly title: string;
	readonly version: string;
	/** The path above the mills: "" or "/v1". */
	readonly base: string;
	/** The public address of `base`, without a trailing slash. If it is undefined, addresses in documents are relative. */
	readonly publicUrl: string | undefined;
	/** The address in curl commands: the public URL, or the loopback address that the server listens on. */
	readonly address: () => string;
	readonly offers: Offers;
	/** Whether plain JSON results have `_links` too. */
	readonly linksInJson: boolean;
	readonly security: Security;
	/** The public keys of its receipts as a JWK Set (RFC 7517); undefined if it gives no receipts. */
	readonly keys?: object | undefined;
	/** Whether the input of an example has its own address. */
	readonly gives: (example: Example) => boolean;
	/** The versions below the base. Each has its own list. */
	readonly versions?: readonly string[];
	/** The algorithm digest of a mill. The same digest means the same answer. */
	readonly digest: (mill: Mill) => string;
}

/** Returns an address for a document: absolute if the public URL is known, otherwise relative to `{base}/`. */
export function located(info: ServerInfo, path: string): string {
	return info.publicUrl === undefined ? path : `${info.publicUrl}/${path}`;
}

/** Returns the address of a problem's page. It must be valid at any depth, so it begins with the base. */
export function problemType(info: ServerInfo, code: string): string {
	return `${info.publicUrl ?? info.base}/$problems/${code}`;
}
