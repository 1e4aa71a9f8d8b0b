import assert from "node:assert/strict";
import { test } from "node:test";
import { redactUrl } from "./redact-url.js";

for (const [text, redacted] of [
	["http://127.0.0.1:4318", "http://127.0.0.1:4318"],
	["https://me:secret@host:1/v1", "https://[redacted]@host:1/v1"],
	["https://secret@host/", "https://[redacted]@host/"],
	["https:me:secret@host/", "https://[redacted]@host/"],
	["https://host/keys?sig=secret#a", "https://host/keys?[redacted]#a"],
	["https://me:secret@no host/", "https://[redacted]@no host/"],
	["https://me:sec@ret@no host/", "https://[redacted]@no host/"],
	["redis://127.0.0.1:6379/0", "redis://127.0.0.1:6379/0"],
	["redis://:secret@host/0", "redis://[redacted]@host/0"],
	["redis://:s/ec#r?et@host/0", "redis://[redacted]@host/0"],
	["redis://:12/ret@host/0", "redis://[redacted]@host/0"],
	["redis://:s@e/ret@host/0?key=secret", "redis://[redacted]@host/0?[redacted]"],
	["https://host/@scope/keys", "https://host/@scope/keys"],
	["./keys.json", "./keys.json"],
	["mills@example.org", "mills@example.org"],
] as const)
	test(`${text} is printed as ${redacted}`, () => assert.equal(redactUrl(text), redacted));
