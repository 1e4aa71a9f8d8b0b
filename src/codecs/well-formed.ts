import { Problem } from "../core/problem.js";
import { type Invalid, otherwise } from "./text.js";

/** In `u` mode a pair is one code point, so that only lone surrogates match. */
const LONE = /\p{Surrogate}/u;
const EVERY_LONE = /\p{Surrogate}/gu;

/** A JSON value without lone surrogates in its strings and keys: refused with their place, or replaced. */
export function wellFormed(value: unknown, invalid: Invalid, place = ""): unknown {
	if (typeof value === "string") {
		const offset = value.search(LONE);
		if (offset < 0) return value;
		if (invalid.replace) return value.replace(EVERY_LONE, "\ufffd");
		throw refusal(invalid, `stands at UTF-16 offset ${offset}${ofPlace(place)}`, { offset });
	}
	if (Array.isArray(value)) return value.map((member, i) => wellFormed(member, invalid, `${place}/${i}`));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, member]) => {
			if (!invalid.replace && LONE.test(key)) throw refusal(invalid, `stands in a key${ofPlace(place)}`);
			const step = key.replaceAll("~", "~0").replaceAll("/", "~1");
			return [key.replace(EVERY_LONE, "\ufffd"), wellFormed(member, invalid, `${place}/${step}`)];
		}),
	);
}

function refusal(invalid: Invalid, where: string, members = {}): Problem {
	return new Problem(
		"unreadable-input",
		`Send strings that are valid Unicode${otherwise(invalid)}: a lone surrogate ${where}.`,
		members,
	);
}

/** The place as a JSON Pointer (RFC 6901), cut: an answer must not grow with a caller's keys. */
function ofPlace(place: string): string {
	return place === "" ? "" : ` of ${place.length > 200 ? `${place.slice(0, 200)}…` : place}`;
}
