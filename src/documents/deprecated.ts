import { isName, moment } from "../core/deprecation.js";
import type { Mill } from "../core/mill.js";

/** The header fields of a mill that is on its way out (RFC 9745, RFC 8594); none where it is not. */
export function deprecationFields({ deprecated }: Mill): Readonly<Record<string, string>> {
	if (!deprecated) return {};
	const { since, sunset } = deprecated;
	return {
		Deprecation: `@${Math.floor(moment(since) / 1_000)}`,
		...(sunset !== undefined && { Sunset: new Date(moment(sunset)).toUTCString() }),
	};
}

/** Where to read more, and what comes after it (RFC 5829), as link relations; `depth` as for other links. */
export function deprecationLinks({ deprecated }: Mill, depth: number): { href: string; rel: string }[] {
	const { more, instead } = deprecated ?? {};
	return [
		...(more !== undefined ? [{ href: more, rel: "deprecation" }] : []),
		...(instead !== undefined ? [{ href: successor(instead, depth), rel: "successor-version" }] : []),
	];
}

/** A mill of the same server lies beside this one. */
function successor(instead: string, depth: number): string {
	return isName(instead) ? `${"../".repeat(depth)}${instead}` : instead;
}

/** A sentence or two for people; undefined where nothing is to be said. */
export function deprecationText({ deprecated }: Mill): string | undefined {
	if (!deprecated) return undefined;
	const { since, sunset, instead, more } = deprecated;
	return [
		`**Deprecated** since ${since}${sunset !== undefined ? `, served until ${sunset}` : ""}.`,
		...(instead !== undefined
			? [`Use ${/^https?:/.test(instead) ? `<${instead}>` : `\`${instead}\``} instead.`]
			: []),
		...(more !== undefined ? [`More: <${more}>`] : []),
	].join(" ");
}
