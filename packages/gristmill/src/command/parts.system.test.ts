import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { binary, command, defineMill, type Mill, Type, text } from "../index.js";
import { open } from "../library/index.js";
import { folderWith } from "../testing/command.js";

const ABOUT = {
	name: "part-teller",
	version: "1.0.0",
	summary: "Tells what a shell says.",
	input: { "text/plain": text({ maxBytes: 4096 }) },
} as const;
const TOLD = Type.Object({ told: Type.String() });
const DATA = Type.Object({ data: binary("application/octet-stream") });
/** The input is a script. */
const SHELL = ["/bin/sh", "-s"] as const;
const teller = (options = {}) =>
	defineMill({ ...ABOUT, output: TOLD, parts: "told", run: command(SHELL, options) });

async function partsOf(mill: Mill, input: string): Promise<unknown[]> {
	await using opened = await open(mill);
	const parts: unknown[] = [];
	for await (const part of opened.stream(input)) parts.push(part);
	return parts;
}

test("what a program writes comes as it writes it", async (t) => {
	await using told = await open(teller());
	const file = join(await folderWith(t, {}), "go");
	// It writes on when the first part has been read.
	const stream = told.stream(`echo first; until [ -e '${file}' ]; do sleep 0.02; done; echo last`);
	assert.equal((await stream.next()).value, "first\n");
	await writeFile(file, "");
	let rest = "";
	for await (const part of stream) rest += part;
	assert.equal(rest, "last\n");
	assert.deepEqual(await told("printf 'a\\303'; sleep 0.1; printf '\\251b'"), { told: "aéb" });
});

test("the parts are the whole, also if a character is cut and a byte is none", async () => {
	const script = "i=0; while [ $i -lt 3000 ]; do printf '€\\303😀\\n'; i=$((i+1)); done; printf '\\360\\237'";
	await using told = await open(teller());
	const whole = (await told(script)) as { told: string };
	assert.equal((await partsOf(teller(), script)).join(""), whole.told);
	assert.match(whole.told, /^€�😀\n/);
	const bytes = defineMill({ ...ABOUT, output: DATA, parts: "data", run: command(SHELL) });
	await using data = await open(bytes);
	const pieces = (await partsOf(bytes, script)) as Uint8Array[];
	assert.deepEqual(Buffer.concat(pieces), Buffer.from(((await data(script)) as { data: Uint8Array }).data));
});

test("a program that fails, writes too much or outlives its reader ends", async () => {
	await assert.rejects(partsOf(teller(), "echo part; exit 3"), { code: "crashed" });
	const problems = defineMill({
		...ABOUT,
		output: TOLD,
		parts: "told",
		problems: { "no-text": { status: 422, title: "No text", todo: "Send text." } },
		run: command(SHELL, { problems: { 3: "no-text" } }),
	});
	await assert.rejects(partsOf(problems, "echo part; exit 3"), { code: "no-text" });
	await assert.rejects(partsOf(teller({ maxOutput: 1000 }), "yes"), { code: "crashed" });
	await using told = await open(teller());
	// Without an end: closing waits for it.
	for await (const part of told.stream("yes")) {
		assert.match(String(part), /^y\n/);
		break;
	}
});

test("a reader who is slow loses nothing of what an ended program wrote", async () => {
	await using told = await open(teller());
	let size = 0;
	for await (const part of told.stream("head -c 600000 /dev/zero | tr '\\0' x")) {
		size += String(part).length;
		// Longer than a leftover process may hold the pipe open.
		if (size < 100_000) await new Promise((later) => setTimeout(later, 300));
	}
	assert.equal(size, 600_000);
});

test("parts of a program that are not its standard output are refused", () => {
	const wrong = (make: () => unknown, message: RegExp) => assert.throws(make, { name: "TypeError", message });
	const run = command(SHELL, { result: "json" });
	wrong(
		() => defineMill({ ...ABOUT, output: TOLD, parts: "told", run }),
		/The parts of a program are what it writes .* Remove parts\./,
	);
	wrong(
		() => defineMill({ ...ABOUT, output: TOLD, parts: "told", run: command(["cp", "/bin/sh", "{output}"]) }),
		/Remove parts/,
	);
	wrong(
		() =>
			defineMill({
				...ABOUT,
				output: Type.Object({ told: Type.String(), more: Type.Integer() }),
				parts: "told",
				run: command(SHELL),
			}),
		/Keep "told" alone/,
	);
	wrong(
		() =>
			defineMill({
				...ABOUT,
				output: Type.Object({ lines: Type.Array(Type.String()) }),
				parts: "lines",
				run: command(SHELL),
			}),
		/Remove parts/,
	);
});
