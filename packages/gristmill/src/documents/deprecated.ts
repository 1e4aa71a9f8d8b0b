import { isName, moment } from "../core/definition/deprecation.js";
import type { Mill } from "../core/definition/mill.js";

/** Returns the header fields of a deprecated mill (RFC 9745, RFC 8594), or none if the mill is not deprecated. */
export function deprecationFields({ deprecated }: Mill): Readonly<Record<string, string>> {
	if (!deprecated) return {};
	const { since, sunset } = deprecated;
	return {
		Deprecation: `@${Math.floor(moment(since) / 1_000)}`,
		...(sunset !== undefined && { Sunset: new Date(moment(sunset)).toUTCString() }),
	};
}

/** Returns link relations to more information and to the successor (RFC 5829). `depth` is the same as for other links. */
export function deprecationLinks({ deprecated }: Mill, depth: number): { href: string; rel: string }[] {
	const { more, instead } = deprecated ?? {};
	return [
		...(more !== undefined ? [{ href: more, rel: "deprecation" }] : []),
		...(instead !== undefined ? [{ href: successor(instead, depth), rel: "successor-version" }] : []),
	];
}

/** A mill of the same server is a sibling of this one. */
function successor(instead: string, depth: number): string {
	return isName(instead) ? `${"../".repeat(depth)}${instead}` : instead;
}

/** Returns a sentence or two for people, or undefined if the mill is not deprecated. */
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
