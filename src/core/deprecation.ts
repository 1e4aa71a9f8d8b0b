import { isObject } from "./is-object.js";
/** That a mill is on its way out: since when, until when, and what to use then. */
export interface Deprecation {
	/** A date or a moment of ISO 8601: "2026-03-01". */
	readonly since: string;
	/** When it will no longer answer; not before `since`. */
	readonly sunset?: string;
	/** The name of another mill of the same server, its path such as "/v2/tokeniser", or an http(s) address. */
	readonly instead?: string;
	/** The http(s) address of a page that says more. */
	readonly more?: string;
}

const KEYS = ["since", "sunset", "instead", "more"];
const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Says what to change in a deprecation, as one sentence; undefined where it is good. */
export function complainAboutDeprecation(value: unknown): string | undefined {
	if (!isObject(value)) return 'Write deprecated as an object, such as { since: "2026-03-01" }.';
	const stray = Object.keys(value).find((key) => !KEYS.includes(key));
	if (stray !== undefined)
		return `Leave out the unknown key "${stray}" of deprecated; known are ${KEYS.join(", ")}.`;
	const { since, sunset, instead, more } = value as Record<string, unknown>;
	if (!isMoment(since)) return `Give deprecated.since as a date such as 2026-03-01: ${shown(since)}.`;
	if (sunset !== undefined && !isMoment(sunset))
		return `Give deprecated.sunset as a date such as 2027-03-01: ${shown(sunset)}.`;
	// RFC 9745 §4: nothing ends before it is deprecated.
	if (sunset !== undefined && moment(sunset) < moment(since))
		return `Give deprecated.sunset not before deprecated.since: ${shown(sunset)}.`;
	if (instead !== undefined && !isName(instead) && !isPath(instead) && !isAddress(instead))
		return `Give deprecated.instead as the name of a mill, a path or an http(s) address: ${shown(instead)}.`;
	if (more !== undefined && !isAddress(more))
		return `Give deprecated.more as an http(s) address: ${shown(more)}.`;
	return undefined;
}

/** A date of a deprecation in milliseconds; a date alone begins at midnight UTC. */
export function moment(text: string): number {
	return Date.parse(text);
}

/** Whether `instead` is a mill of the same server, and no address. */
export function isName(value: unknown): value is string {
	return typeof value === "string" && /^[a-z][a-z0-9-]*$/.test(value);
}

function isPath(value: unknown): value is string {
	return typeof value === "string" && /^(?:\/[A-Za-z0-9._~-]+)+$/.test(value);
}

/** Strict, because it goes into a header field between angle brackets. */
function isAddress(value: unknown): value is string {
	return (
		typeof value === "string" &&
		/^https?:\/\/[\x21\x23-\x3b\x3d\x3f-\x7e]+$/.test(value) &&
		URL.canParse(value)
	);
}

/** `Date.parse` takes the 31st of February for a day in March. */
function isMoment(value: unknown): value is string {
	if (typeof value !== "string" || !MOMENT.test(value) || Number.isNaN(moment(value))) return false;
	const day = value.slice(0, 10);
	return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

function shown(value: unknown): string {
	return JSON.stringify(value) ?? "nothing";
}
