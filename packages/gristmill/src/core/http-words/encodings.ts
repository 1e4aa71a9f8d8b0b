import { splitOutsideQuotes } from "./header-list.js";

/** The weight of a content coding in an Accept-Encoding header (RFC 9110 §12.5.3); 0 if it is not listed. */
export function codingWeight(header: string | undefined, coding: string): number {
	if (header === undefined) return 0;
	let wildcard = 0;
	for (const member of splitOutsideQuotes(header, ",")) {
		const [name = "", parameter = ""] = member.split(";", 2);
		const q = /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(parameter)?.[1];
		const weight = q === undefined ? 1 : Number(q);
		const asked = name.trim().toLowerCase();
		if (asked === coding) return weight;
		if (asked === "*") wildcard = weight;
	}
	return wildcard;
}
