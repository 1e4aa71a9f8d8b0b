import assert from "node:assert/strict";
import { test } from "node:test";
import { redactUrl } from "../../core/http-words/redact-url.js";
import { keepPlace } from "./place.js";

const HINT = " In a password, write / as %2F, # as %23, ? as %3F and @ as %40.";

for (const [text, room] of [
	["256MiB", 268_435_456],
	["1m", 1_048_576],
	["1048576", 1_048_576],
	["2G", 2_147_483_648],
] as const)
	test(`${text} is memory`, () => assert.deepEqual(keepPlace(text), { room }));

for (const [text, expected] of [
	["redis://cache.internal", { host: "cache.internal" }],
	["redis://127.0.0.1:7000/3", { host: "127.0.0.1", port: 7_000, database: 3 }],
	["REDIS://[::1]:6380/", { host: "::1", port: 6_380 }],
	["redis://:p%40ss@cache", { host: "cache", password: "p@ss", address: "redis://[redacted]@cache" }],
	[
		"redis://me:x@cache/0",
		{ host: "cache", user: "me", password: "x", address: "redis://[redacted]@cache/0" },
	],
] as const)
	test(`${text} is a server`, () => {
		const rest = { port: 6_379, user: "", password: "", database: 0, address: text };
		assert.deepEqual(keepPlace(text), { redis: { ...rest, ...expected } });
	});

for (const text of [
	"",
	"0",
	"1023k",
	"true",
	"256 MB",
	"redis:",
	"redis://",
	"redis://host/name",
	"redis://host/0?tls=1",
	"redis://host:99999/0",
	"redis://%zz@host",
	"rediss://host",
	"https://host/0",
])
	test(`"${text}" is refused with what it can be`, () => {
		assert.throws(() => keepPlace(text), {
			name: "RangeError",
			message: `keep is ${JSON.stringify(redactUrl(text))}, and must be a size from 1 MiB, such as 256MiB, or the address of a Redis server, such as redis://127.0.0.1:6379/0.${text.includes("@") ? HINT : ""}`,
		});
	});

test("a refused address does not show its password", () => {
	assert.throws(
		() => keepPlace("redis://me:hunter2@host/name"),
		({ message }: Error) => !message.includes("hunter2"),
	);
	// It is not the host that the parser finds.
	assert.throws(
		() => keepPlace("redis://:12/hunter2@host"),
		({ message }: Error) => !message.includes("hunter2") && message.endsWith(HINT),
	);
});
