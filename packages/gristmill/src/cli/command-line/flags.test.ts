import assert from "node:assert/strict";
import { test } from "node:test";
import { SETTINGS } from "../../settings/table.js";
import { readFlags } from "./flags.js";

const read = (words: readonly string[], environment: NodeJS.ProcessEnv) =>
	readFlags(SETTINGS, words, environment);

test("a flag wins over its environment variable, and that over the default", () => {
	const { chosen } = read(["--port", "9000"], {
		GRISTMILL_PORT: "7000",
		GRISTMILL_HOST: "0.0.0.0",
	});
	assert.equal(chosen.port, 9000);
	assert.equal(chosen.host, "0.0.0.0");
	assert.equal(chosen.base, "");
	assert.equal(read([], {}).chosen.port, 8080);
});

test("an empty environment variable counts as not set", () => {
	assert.equal(read([], { GRISTMILL_PORT: "" }).chosen.port, 8080);
});

test("a value may follow its flag or an equals sign, and files stand anywhere", () => {
	const { chosen, rest } = read(["a.ts", "--base=/v1", "b.ts", "--inspect", "c.ts"], {});
	assert.equal(chosen.base, "/v1");
	assert.equal(chosen.inspect, true);
	assert.deepEqual(rest, ["a.ts", "b.ts", "c.ts"]);
});

test("a list is divided by commas or by repeating the flag", () => {
	const { chosen } = read(["--hide", "urls,links", "--hide", "word-counter:schema"], {});
	assert.deepEqual(chosen.hide, ["urls", "links", "word-counter:schema"]);
});

test("a size is in bytes or has a unit, and a number that once meant MiB is refused", () => {
	assert.equal(read(["--max-buffered", "512m"], {}).chosen.maxBuffered, 512 * 2 ** 20);
	assert.equal(read([], { GRISTMILL_MAX_BUFFERED: "65536" }).chosen.maxBuffered, 65_536);
	assert.equal(read(["--max-body", "64KiB"], {}).chosen.maxBody, 65_536);
	assert.throws(() => read(["--max-buffered", "512"], {}), {
		message:
			'--max-buffered is "512", and must be a size from 64k to 1024g, such as 64k or 2m (a number without a unit is in bytes).',
	});
});

for (const [words, message] of [
	[["--maxBody", "1"], /Unknown flag --maxBody. Did you mean --max-body\?/],
	[["--prot", "1"], /Unknown flag --prot. Did you mean --port\?/],
	[["-p", "1"], /Unknown flag -p\. Did you mean --port\? For a file of this name, write \.\/-p/],
	[["-x.txt"], /Unknown flag -x\.txt\. For a file of this name, write \.\/-x\.txt/],
	[["--port"], /--port has no value/],
	[["--port", "70000"], /is "70000", and must be .* from 0 to 65535/],
	[["--port", "http"], /"http"/],
	[["--inspect=maybe"], /is "maybe", and must be true or false/],
] as const)
	test(`${words.join(" ")} is refused with what to do`, () => {
		assert.throws(() => read(words, {}), { name: "CommandError", message });
	});

test("a wrong environment variable is named", () => {
	assert.throws(() => read([], { GRISTMILL_PORT: "x" }), /GRISTMILL_PORT/);
});
