import assert from "node:assert/strict";
import { test } from "node:test";
import { readSettings } from "./read-settings.js";

test("a flag wins over its environment variable, and that over the default", () => {
	const { settings } = readSettings(["--port", "9000"], {
		GRISTMILL_PORT: "7000",
		GRISTMILL_HOST: "0.0.0.0",
	});
	assert.equal(settings.port, 9000);
	assert.equal(settings.host, "0.0.0.0");
	assert.equal(settings.base, "");
	assert.equal(readSettings([], {}).settings.port, 8080);
});

test("an empty environment variable counts as not set", () => {
	assert.equal(readSettings([], { GRISTMILL_PORT: "" }).settings.port, 8080);
});

test("a value may follow its flag or an equals sign, and files stand anywhere", () => {
	const { settings, files } = readSettings(["a.ts", "--base=/v1", "b.ts", "--watch", "c.ts"], {});
	assert.equal(settings.base, "/v1");
	assert.equal(settings.watch, true);
	assert.deepEqual(files, ["a.ts", "b.ts", "c.ts"]);
});

test("a list is divided by commas or by repeating the flag", () => {
	const { settings } = readSettings(["--hide", "urls,links", "--hide", "word-counter:schema"], {});
	assert.deepEqual(settings.hide, ["urls", "links", "word-counter:schema"]);
});

test("a size is in bytes or has a unit, and a number that once meant MiB is refused", () => {
	assert.equal(readSettings(["--max-intake", "512m"], {}).settings.maxIntake, 512 * 2 ** 20);
	assert.equal(readSettings([], { GRISTMILL_MAX_INTAKE: "65536" }).settings.maxIntake, 65_536);
	assert.equal(readSettings(["--max-body", "64KiB"], {}).settings.maxBody, 65_536);
	assert.throws(() => readSettings(["--max-intake", "512"], {}), {
		message:
			'Give --max-intake as a size from 64k to 1024g, such as 64k or 2m (a number without a unit is in bytes): "512".',
	});
});

for (const [words, message] of [
	[["--maxBody", "1"], /unknown flag --maxBody. Did you mean --max-body\?/],
	[["--prot", "1"], /unknown flag --prot. Did you mean --port\?/],
	[["--port"], /Give --port a value/],
	[["--port", "70000"], /from 0 to 65535: "70000"/],
	[["--port", "http"], /"http"/],
	[["--watch=maybe"], /true or false: "maybe"/],
] as const)
	test(`${words.join(" ")} is refused with what to do`, () => {
		assert.throws(() => readSettings(words, {}), { name: "CommandError", message });
	});

test("a wrong environment variable is named", () => {
	assert.throws(() => readSettings([], { GRISTMILL_PORT: "x" }), /GRISTMILL_PORT/);
});
