import type { Place } from "./route.js";

/** The documents that have addresses; whatever else stands behind a `$` was made up by a caller. */
const DOCUMENTS = ["", "$list", "$schema", "$description", "$example"];

/** The address of a place as a pattern, for logs and traces: nothing in it is a caller's own. */
export function routeName(base: string, place: Place): string {
	switch (place.kind) {
		case "mill":
			return `${base}/${place.callable ? place.served.mill.path : place.served.mill.name}`;
		case "mill-document":
			return DOCUMENTS.includes(place.name) ? `${base}/${place.served.mill.path}/${place.name}` : "";
		case "server-document":
			return DOCUMENTS.includes(place.name) ? `${base}/${place.name}` : "";
		case "problem":
			return place.code === undefined ? `${base}/$problems` : `${base}/$problems/{code}`;
		case "api-catalog":
			return "/.well-known/api-catalog";
		case "health":
			return typeof place.of === "string" ? `/health/${place.of}` : `/health/ready/${place.of.mill}`;
		case "page-file":
			return `${base}/$page/{file}`;
		case "mcp":
			return `${base}/mcp`;
		case "metrics":
			return `${base}/metrics`;
		case "everything":
			return "*";
		case "redirect":
			return base;
	}
}
