import { type Mill, pathParameters } from "../core/definition/mill.js";
import { lineKind } from "./lines.js";
import { documentHref, resultTypes } from "./links.js";
import type { ServerInfo } from "./server-info.js";

/** Returns an address relative to a list. `up` leads from the list to the base. */
function reached(info: ServerInfo, up: string, path: string): string {
	return info.publicUrl === undefined ? `${up}${path}` : `${info.publicUrl}/${path}`;
}

/** Returns the entry of one mill in `$list`. `up` leads from the list's address to the base: "" or "../". */
function entry(mill: Mill, info: ServerInfo, up: string): Record<string, unknown> {
	const at = (path: string) => reached(info, up, path);
	const schema = documentHref(mill, info, mill.name, "schema");
	const description = documentHref(mill, info, mill.name, "description");
	const lines = lineKind(mill);
	return {
		name: mill.name,
		version: mill.version,
		summary: mill.summary,
		method: mill.method,
		...(mill.deprecated && { deprecated: mill.deprecated }),
		digest: info.digest(mill),
		href: at(mill.path),
		...(pathParameters(mill.path).length > 0 && { templated: true }),
		accepts: Object.keys(mill.input),
		produces: resultTypes(mill, info),
		...(mill.parts !== undefined && { parts: mill.parts }),
		...(lines !== undefined && { lines }),
		...(schema && { schema: { href: at(schema) } }),
		...(description && { description: { href: at(description) } }),
	};
}

/** Returns links to the lists of the versions below the base. */
function versionLinks(info: ServerInfo, up: string): { name: string; href: string }[] {
	return (info.versions ?? []).map((name) => ({ name, href: reached(info, up, `${name}/$list`) }));
}

/** Returns `$list`: all mills of this server, or the one mill of a mill's own `$list`. */
export function listDocument(mills: readonly Mill[], info: ServerInfo, up: string): object {
	const versions = versionLinks(info, up);
	return {
		methods: mills.map((mill) => entry(mill, info, up)),
		...(info.keys && { keys: { href: reached(info, up, "$keys") } }),
		...(versions.length > 0 && { versions }),
	};
}

/** Returns `$list` as application/hal+json. Each mill is embedded with its own links. */
export function halListDocument(mills: readonly Mill[], info: ServerInfo, up: string): object {
	const versions = versionLinks(info, up);
	return {
		_links: {
			...(info.offers("schema") && {
				schema: { href: reached(info, up, "$schema"), type: "application/openapi+json" },
			}),
			...(info.offers("description") && {
				description: { href: reached(info, up, "$description"), type: "text/markdown" },
			}),
			...(info.keys && { keys: { href: reached(info, up, "$keys"), type: "application/jwk-set+json" } }),
			// This is a list of link objects. `name` distinguishes them (HAL §5.5).
			...(versions.length > 0 && { version: versions }),
		},
		_embedded: {
			item: mills.map((mill) => {
				const { href, templated, schema, description, ...fields } = entry(mill, info, up);
				return { ...fields, _links: { self: { href, templated }, schema, description } };
			}),
		},
	};
}
