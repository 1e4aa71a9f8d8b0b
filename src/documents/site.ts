import type { Example, Mill } from "../core/mill.js";
import type { Offers } from "./offers.js";

/** Alternatives in the words of OpenAPI: one of them is demanded, and nothing where there are none. */
export type Requirements = readonly Readonly<Record<string, readonly string[]>>[];

/** How callers prove who they are, in the words of OpenAPI. */
export interface Security {
	readonly schemes: Readonly<Record<string, object>>;
	/** What a call of this mill demands. */
	readonly calls: (mill: string) => Requirements;
	/** What reading a document demands: one of this mill, or one of the server. */
	readonly documents: (mill?: string) => Requirements;
}

/** Nothing is demanded anywhere. */
export const NO_SECURITY: Security = { schemes: {}, calls: () => [], documents: () => [] };

/** What documents have to know of the server that they stand on. */
export interface Site {
	readonly title: string;
	readonly version: string;
	/** The path under which the mills lie: "" or "/v1". */
	readonly base: string;
	/** Where the world reaches `base`, without a slash at the end; documents are relative without it. */
	readonly publicUrl: string | undefined;
	/** Where curl lines go: the public URL, or the loopback address that the server listens on. */
	readonly address: () => string;
	readonly offers: Offers;
	/** Whether plain JSON results carry `_links` too. */
	readonly linksInJson: boolean;
	readonly security: Security;
	/** Whether the input of an example can be had at an address of its own. */
	readonly gives: (example: Example) => boolean;
	/** The versions that lie below the base, each with a list of its own. */
	readonly versions?: readonly string[];
	/** The algorithm digest of a mill: same digest, same answer. */
	readonly digest: (mill: Mill) => string;
}

/** An address in a document: absolute where the public URL is known, else relative to `{base}/`. */
export function located(site: Site, path: string): string {
	return site.publicUrl === undefined ? path : `${site.publicUrl}/${path}`;
}

/** The address of a problem's page; it must hold at any depth, so it begins with the base. */
export function problemType(site: Site, code: string): string {
	return `${site.publicUrl ?? site.base}/$problems/${code}`;
}
