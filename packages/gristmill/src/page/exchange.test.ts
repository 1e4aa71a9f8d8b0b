import assert from "node:assert/strict";
import { test } from "node:test";
import { retryAfterOf } from "./exchange.js";

const after = (headers: Readonly<Record<string, string>>) => retryAfterOf(new Response(null, { headers }));

test("Retry-After is seconds or a date, which the server's own clock is compared with", () => {
	const date = "Sun, 06 Nov 1994 08:49:37 GMT";
	assert.equal(after({ "Retry-After": "7" }), 7);
	assert.equal(after({ "Retry-After": "Sun, 06 Nov 1994 08:51:37 GMT", Date: date }), 120);
	assert.equal(after({ "Retry-After": "Sunday, 06-Nov-94 08:50:00 GMT", Date: date }), 23);
	assert.equal(after({ "Retry-After": date, Date: "Sun, 06 Nov 1994 08:50:00 GMT" }), 0);
});

test("without a Date, a date in Retry-After is compared with the clock of the visitor", () => {
	const soon = after({ "Retry-After": new Date(Date.now() + 60_000).toUTCString() }) ?? 0;
	assert.ok(soon > 50 && soon <= 60, String(soon));
});

test("a date in another century is no longer than what a timer can wait for", () => {
	const seconds = after({ "Retry-After": "Fri, 06 Nov 2394 08:49:37 GMT" }) ?? 0;
	assert.ok(seconds > 86_400 && seconds * 1_000 < 2 ** 31, String(seconds));
});

for (const field of ["", "soon", "-1", "1.5", "12345678", "2094-11-06"])
	test(`Retry-After: "${field}" says nothing`, () => {
		assert.equal(after({ "Retry-After": field }), undefined);
	});
