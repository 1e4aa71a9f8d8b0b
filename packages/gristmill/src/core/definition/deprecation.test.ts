import assert from "node:assert/strict";
import { test } from "node:test";
import { complainAboutDeprecation } from "./deprecation.js";

for (const good of [
	{ since: "2026-03-01" },
	{ since: "2026-03-01T10:00:00+02:00", sunset: "2026-03-01T08:00:00Z" },
	{ since: "2024-02-29", instead: "word-counter", more: "https://mills.example/why?a=b" },
	{ since: "2026-03-01", instead: "http://mills.example/v2/x" },
])
	test(`${JSON.stringify(good)} is a deprecation`, () => {
		assert.equal(complainAboutDeprecation(good), undefined);
	});

for (const [bad, message] of [
	[null, /must be an object/],
	[[], /must be an object/],
	["2026-03-01", /must be an object/],
	[{}, /deprecated\.since is missing, and must be a date/],
	[{ since: "2026-02-31" }, /"2026-02-31"/],
	[{ since: "1 March 2026" }, /"1 March 2026"/],
	[{ since: 5 }, /deprecated\.since is 5/],
	[{ since: "2026-03-01", sunset: "x" }, /deprecated\.sunset is .*, and must be a date/],
	[{ since: "2026-03-01", sunset: "2026-02-28" }, /must not be before/],
	[{ since: "2026-03-01", instead: "Word Counter" }, /deprecated\.instead/],
	[{ since: "2026-03-01", instead: "https://a.example/>; rel=x" }, /deprecated\.instead/],
	[{ since: "2026-03-01", more: "javascript:alert(1)" }, /deprecated\.more/],
	[{ since: "2026-03-01", more: "https://a.example/\r\nSet-Cookie: a" }, /deprecated\.more/],
	[{ since: "2026-03-01", until: "x" }, /Unknown key "until"/],
] as const)
	test(`${JSON.stringify(bad)} is refused as a deprecation`, () => {
		assert.match(complainAboutDeprecation(bad) ?? "", message);
	});
