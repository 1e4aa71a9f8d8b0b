import { type Mill, pathParameters } from "../core/mill.js";
import { documentHref, resultTypes } from "./links.js";
import type { Site } from "./site.js";

/** An address seen from a list that lies `up` above the base. */
function reached(site: Site, up: string, path: string): string {
	return site.publicUrl === undefined ? `${up}${path}` : `${site.publicUrl}/${path}`;
}

/** One mill in `$list`; `up` leads from the list's address to the base: "" or "../". */
function entry(mill: Mill, site: Site, up: string): Record<string, unknown> {
	const at = (path: string) => reached(site, up, path);
	const schema = documentHref(mill, site, mill.name, "schema");
	const description = documentHref(mill, site, mill.name, "description");
	return {
		name: mill.name,
		version: mill.version,
		summary: mill.summary,
		method: mill.method,
		...(mill.deprecated && { deprecated: mill.deprecated }),
		digest: site.digest(mill),
		href: at(mill.path),
		...(pathParameters(mill.path).length > 0 && { templated: true }),
		accepts: Object.keys(mill.input),
		produces: resultTypes(mill, site),
		...(schema && { schema: { href: at(schema) } }),
		...(description && { description: { href: at(description) } }),
	};
}

/** The lists of the versions that are served below the base. */
function versionLinks(site: Site, up: string): { name: string; href: string }[] {
	return (site.versions ?? []).map((name) => ({ name, href: reached(site, up, `${name}/$list`) }));
}

/** `$list`: the mills of this server, or the one of a mill's own `$list`. */
export function listDocument(mills: readonly Mill[], site: Site, up: string): object {
	const versions = versionLinks(site, up);
	return {
		methods: mills.map((mill) => entry(mill, site, up)),
		...(versions.length > 0 && { versions }),
	};
}

/** `$list` as application/hal+json: each mill embedded with its own links. */
export function halListDocument(mills: readonly Mill[], site: Site, up: string): object {
	const versions = versionLinks(site, up);
	return {
		_links: {
			...(site.offers("schema") && {
				schema: { href: reached(site, up, "$schema"), type: "application/openapi+json" },
			}),
			...(site.offers("description") && {
				description: { href: reached(site, up, "$description"), type: "text/markdown" },
			}),
			// A list of link objects, told apart by `name` (HAL §5.5).
			...(versions.length > 0 && { version: versions }),
		},
		_embedded: {
			item: mills.map((mill) => {
				const { href, templated, schema, description, ...fields } = entry(mill, site, up);
				return { ...fields, _links: { self: { href, templated }, schema, description } };
			}),
		},
	};
}
