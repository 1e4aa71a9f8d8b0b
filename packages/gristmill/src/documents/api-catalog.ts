import { type Mill, pathParameters } from "../core/definition/mill.js";
import { documentHref, offersReference } from "./links.js";
import type { ServerInfo } from "./server-info.js";

/** Returns the api-catalog (RFC 9727) as a link set (RFC 9264). `url` is the absolute address of the base. */
export function apiCatalog(
	mills: readonly Mill[],
	info: ServerInfo,
	url: string,
): { readonly linkset: readonly object[] } {
	const item = (path: string, type?: string) => [{ href: `${url}/${path}`, ...(type && { type }) }];
	const concrete = mills.filter((mill) => pathParameters(mill.path).length === 0);
	const { offers } = info;
	return {
		linkset: [
			{
				anchor: `${url}/`,
				item: concrete.map((mill) => ({ href: `${url}/${mill.path}` })),
				...(offers("urls") &&
					offers("schema") && { "service-desc": item("$schema", "application/openapi+json") }),
				...(offers("urls") &&
					offers("description") && {
						"service-doc": [
							...item("$description", "text/markdown"),
							...(offersReference(info) ? item("docs", "text/html") : []),
						],
					}),
			},
			...mills.map((mill) => {
				const schema = documentHref(mill, info, mill.name, "schema");
				const description = documentHref(mill, info, mill.name, "description");
				return {
					anchor: `${url}/${mill.name}`,
					...(schema && { describedby: item(schema, "application/schema+json") }),
					...(description && { "service-doc": item(description, "text/markdown") }),
				};
			}),
		],
	};
}
