import { didYouMean } from "../closest.js";
import { isObject } from "../schema/is-object.js";
/** A deprecation: since when, until when, and what to use instead. */
export interface Deprecation {
	/** A date or time in ISO 8601, such as "2026-03-01". */
	readonly since: string;
	/** When the mill will be removed; not before `since`. */
	readonly sunset?: string;
	/** The name of another mill of the same server, its path such as "/v2/tokeniser", or an http(s) URL. */
	readonly instead?: string;
	/** The http(s) URL of a page with details. */
	readonly more?: string;
}

const KEYS = ["since", "sunset", "instead", "more"];
const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Says in one sentence what to change in a deprecation; undefined if it is valid. */
export function complainAboutDeprecation(value: unknown): string | undefined {
	if (!isObject(value)) return 'deprecated must be an object, such as { since: "2026-03-01" }.';
	const stray = Object.keys(value).find((key) => !KEYS.includes(key));
	if (stray !== undefined)
		return `Unknown key "${stray}" of deprecated.${didYouMean(stray, KEYS, ` Known keys: ${KEYS.join(", ")}.`)}`;
	const { since, sunset, instead, more } = value as Record<string, unknown>;
	if (!isMoment(since)) return `deprecated.since is ${shown(since)}, and must be a date such as 2026-03-01.`;
	if (sunset !== undefined && !isMoment(sunset))
		return `deprecated.sunset is ${shown(sunset)}, and must be a date such as 2027-03-01.`;
	// RFC 9745 §4: the sunset is not before the deprecation.
	if (sunset !== undefined && moment(sunset) < moment(since))
		return `deprecated.sunset is ${shown(sunset)}, and must not be before deprecated.since.`;
	if (instead !== undefined && !isName(instead) && !isPath(instead) && !isAddress(instead))
		return `deprecated.instead is ${shown(instead)}, and must be the name of a mill, a path or an http(s) address.`;
	if (more !== undefined && !isAddress(more))
		return `deprecated.more is ${shown(more)}, and must be an http(s) address.`;
	return undefined;
}

/** A date in milliseconds. A date without a time means midnight UTC. */
export function moment(text: string): number {
	return Date.parse(text);
}

/** Whether `instead` is the name of a mill, not a URL. */
export function isName(value: unknown): value is string {
	return typeof value === "string" && /^[a-z][a-z0-9-]*$/.test(value);
}

function isPath(value: unknown): value is string {
	return typeof value === "string" && /^(?:\/[A-Za-z0-9._~-]+)+$/.test(value);
}

/** Strict, because the URL is written into a header field in angle brackets. */
function isAddress(value: unknown): value is string {
	return (
		typeof value === "string" &&
		/^https?:\/\/[\x21\x23-\x3b\x3d\x3f-\x7e]+$/.test(value) &&
		URL.canParse(value)
	);
}

/** `Date.parse` reads February 31 as a day in March. */
function isMoment(value: unknown): value is string {
	if (typeof value !== "string" || !MOMENT.test(value) || Number.isNaN(moment(value))) return false;
	const day = value.slice(0, 10);
	return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

function shown(value: unknown): string {
	return JSON.stringify(value) ?? "missing";
}
