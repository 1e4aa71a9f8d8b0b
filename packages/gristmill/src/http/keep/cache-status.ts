import { hasLines, withLines } from "../wire/envelope.js";
import type { HeaderFields } from "../wire/message.js";

/** What Cache-Status (RFC 9211) says of a call. */
export const CACHE_STATUS = {
	hit: "gristmill; hit",
	miss: "gristmill; fwd=miss",
	stored: "gristmill; fwd=miss; stored",
	bypass: "gristmill; fwd=bypass",
} as const;

type Status = Exclude<keyof typeof CACHE_STATUS, "hit">;

const known = new WeakMap<HeaderFields, Map<Status, HeaderFields>>();

/** The fields with Cache-Status. Those of fields that many answers have are made once. */
export function withCacheStatus(fields: HeaderFields, status: Status): HeaderFields {
	if (!hasLines(fields)) return { ...fields, "Cache-Status": CACHE_STATUS[status] };
	let all = known.get(fields);
	if (!all) {
		all = new Map();
		known.set(fields, all);
	}
	let one = all.get(status);
	if (!one) {
		one = withLines({ ...fields, "Cache-Status": CACHE_STATUS[status] });
		all.set(status, one);
	}
	return one;
}

/** The fields of a kept answer. Its Age is 0 if the clock of the machine that kept it is ahead. */
export function withAge(fields: HeaderFields, since: number, now = Date.now() / 1_000): HeaderFields {
	const age = Math.max(0, Math.floor(now - since));
	return { ...fields, Age: `${age}`, "Cache-Status": CACHE_STATUS.hit };
}
