/** The id of a new trace (W3C Trace Context). */
export function newTraceId(): string {
	return randomHex(16);
}

/** The `traceparent` of one request: requests of the same trace differ in their span. It asks servers to record them. */
export function traceParent(traceId: string): string {
	return `00-${traceId}-${randomHex(8)}-01`;
}

function randomHex(bytes: number): string {
	const values = crypto.getRandomValues(new Uint8Array(bytes));
	// An id of zeros only is invalid.
	values[0] ||= 1;
	return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}
