import assert from "node:assert/strict";
import { test } from "node:test";
import { parseTraceParent } from "./trace-parent.js";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";

test("a traceparent is read, and one of a later version with more behind it", () => {
	const expected = { traceId: TRACE, spanId: SPAN, flags: 1 };
	assert.deepEqual(parseTraceParent(`00-${TRACE}-${SPAN}-01`), expected);
	assert.deepEqual(parseTraceParent(`cc-${TRACE}-${SPAN}-01-what-the-future-brings`), expected);
	assert.equal(parseTraceParent(`00-${TRACE}-${SPAN}-00`)?.flags, 0);
});

for (const [what, field] of [
	["none", undefined],
	["two of them", `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
	["the forbidden version", `ff-${TRACE}-${SPAN}-01`],
	["more behind version 00", `00-${TRACE}-${SPAN}-01-more`],
	["capitals", `00-${TRACE.toUpperCase()}-${SPAN}-01`],
	["a trace id of zeros", `00-${"0".repeat(32)}-${SPAN}-01`],
	["a span id of zeros", `00-${TRACE}-${"0".repeat(16)}-01`],
	["a field without end", `cc-${TRACE}-${SPAN}-01-${"x".repeat(1_000)}`],
	["a text", "select * from spans"],
] as const)
	test(`a traceparent that is broken counts as none: ${what}`, () => {
		assert.equal(parseTraceParent(field), undefined);
	});
