import type { Reply } from "./exchange.js";

/** Milliseconds for a server that does not say when. */
const USUAL = 1_000;

/**
 * The milliseconds after which a server wants to be asked again: it says so with 429, or with 503 and Retry-After. A 503
 * alone may be a server that fails.
 */
export function laterBy({ status, fields }: Pick<Reply, "status" | "fields">): number | undefined {
	const value = fields.find(([name]) => name.toLowerCase() === "retry-after")?.[1];
	if (status !== 429 && !(status === 503 && value !== undefined)) return undefined;
	if (value === undefined) return USUAL;
	if (/^\d{1,9}$/.test(value)) return 1000 * Number(value);
	const date = Date.parse(value);
	return Number.isNaN(date) ? USUAL : Math.max(0, date - Date.now());
}
