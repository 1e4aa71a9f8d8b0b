/** The position of a request in a trace that began elsewhere (W3C Trace Context). */
interface TraceParent {
	readonly traceId: string;
	readonly spanId: string;
	readonly flags: number;
}

const FORM = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Parses a `traceparent` field. Returns undefined if it is absent or broken; a new trace then begins here (§4.3). */
export function parseTraceParent(field: unknown): TraceParent | undefined {
	if (typeof field !== "string" || field.length > 512) return undefined;
	const [, version, traceId, spanId, flags = "", more] = FORM.exec(field.trim()) ?? [];
	if (traceId === undefined || spanId === undefined) return undefined;
	// Later versions may add fields after the flags. Version 00 has none, and ff is forbidden.
	if (version === "ff" || (version === "00" && more !== undefined)) return undefined;
	if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
	return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}
