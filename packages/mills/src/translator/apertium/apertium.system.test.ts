import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { promisify } from "node:util";
import { hostileText, random } from "../../testing/hostile-texts.js";
import type { Engine, Pair } from "../engine.js";
import { apertiumEngine, workingModes } from "./apertium.js";
import { installedModes } from "./modes.js";

/** Pairs from the languages of the sentences below. The first ones are known to keep state without precautions. */
const PREFERRED: readonly Pair[] = [
	{ from: "en", to: "es" },
	{ from: "es", to: "fr" },
	{ from: "es", to: "ca" },
];
const installed = installedModes();
const offered = PREFERRED.filter(({ from, to }) =>
	installed.some((mode) => mode.from === from && mode.to === to),
);
const skip =
	offered.length === 0 && "Apertium with a pair of English, Spanish, French or Catalan is not installed";
const never = new AbortController().signal;

/** Sentences with ambiguous words, from which the taggers learn. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
	en: [
		"She is very successful and scores a lot of goals.",
		"Qwrtps attempted to look more closely.",
		"Can Qwrtps become a top European club in the short term?",
		"Qwrtps seem totally dependent on the exploits of Xyzzy.",
		"Even the US does its best, and that is a lot of work.",
		"They saw her duck under the table.",
		"What does he do when he does nothing?",
		"Close the door, it is close to the fire.",
		"The old man the boats.",
		"That that is is.",
	],
	es: [
		"Bien está lo que bien acaba.",
		"Como no como nada, nada me sienta bien.",
		"El nada en el río y no dice nada.",
		"Sobre la mesa está el sobre.",
		"Bajo el puente bajo con el bajo.",
		"Para el coche para que baje.",
		"Vino con vino y no vino solo.",
	],
};

test("the engine offers pairs in BCP 47 and only those that work", { skip }, async () => {
	const engine = apertiumEngine(await workingModes());
	for (const { from, to } of engine.pairs)
		assert.match(`${from} ${to}`, /^[a-z]{2,3}(-\w+)? [a-z]{2,3}(-\w+)?$/);
	for (const pair of offered)
		assert.ok(engine.pairs.some(({ from, to }) => from === pair.from && to === pair.to));
	// In Debian 12, the tagger of this pair crashes on most texts, and `apertium` still exits with code 0.
	assert.ok(!engine.pairs.some(({ from, to }) => from === "ru" && to === "uk"));
});

test("a mode that loses its text is not offered", { skip }, async () => {
	const [mode] = installed;
	assert.ok(mode);
	const [first] = mode.stages;
	const broken = [
		{
			...mode,
			stages: mode.stages.slice(0, 1).map((stage) => ({ ...stage, arguments: ["-z", "/nowhere"] })),
		},
		{ ...mode, stages: [{ program: "/nowhere/lt-proc", arguments: first?.arguments ?? [] }] },
	];
	assert.deepEqual(await workingModes(broken), []);
});

for (const pair of offered)
	test(`${pair.from} to ${pair.to}: an answer depends only on its sentence`, { skip }, async () => {
		const engine = apertiumEngine(installed);
		const sentences = SENTENCES[pair.from] ?? [];
		const alone: string[] = [];
		for (const sentence of sentences) alone.push(...(await engine.translate([sentence], pair, never)));
		const next = random(7);
		for (let round = 0; round < 3; round++) {
			const order = Array.from({ length: 100 }, () => Math.floor(next() * sentences.length));
			const answers = await engine.translate(
				order.map((i) => sentences[i] ?? ""),
				pair,
				never,
			);
			assert.deepEqual(
				answers,
				order.map((i) => alone[i]),
			);
		}
	});

test("line breaks, white space around lines and control characters are kept", { skip }, async () => {
	const { engine, pair } = first();
	const text = "\n  1984\r\n\r\n\t2001 \0 1984\u200b\u00a0\r2001\n\n";
	assert.deepEqual(await engine.translate([text, "", " ", "2001"], pair, never), [text, "", " ", "2001"]);
});

test("unknown words get no marks, and marks in the text are kept", { skip }, async () => {
	const { engine, pair } = first();
	const [unknown = "", own = ""] = await engine.translate(
		["xyzzy Qwrtpsd 1984", "*1984* #2001 a@b.org"],
		pair,
		never,
	);
	assert.equal(unknown.toLowerCase(), "xyzzy qwrtpsd 1984");
	assert.equal(own, "*1984* #2001 a@b.org");
});

test("every text gets an answer with the same number of lines", { skip }, async () => {
	const { engine, pair } = first();
	const next = random(11);
	const texts = Array.from({ length: 150 }, () => hostileText(next));
	texts.push(
		"[".repeat(3_000),
		"]".repeat(3_000),
		"^a/b<n>$".repeat(500),
		"\\".repeat(3_001),
		"[[t:b:1]]x[[/]]",
		"a".repeat(100_000),
		"a ".repeat(20_000),
		".".repeat(5_000),
		"¿".repeat(150),
		"<STREAMCMD:SETVAR:x>",
		"[<STREAMCMD:FLUSH>]",
		"{^x<n>$}",
		"+#+#*~~",
		"\u0301".repeat(500),
		"😀".repeat(90),
	);
	const answers = await engine.translate(texts, pair, never);
	const lines = (text: string) => text.split(/[\r\n]/).length;
	assert.deepEqual(answers.map(lines), texts.map(lines));
});

test("an aborted call ends immediately and leaves no program running", { skip }, async () => {
	const { engine, pair } = first();
	const abort = new AbortController();
	const call = engine.translate(
		Array.from({ length: 50_000 }, (_, i) => `House ${i}.`),
		pair,
		abort.signal,
	);
	await programs((count) => count > 5);
	abort.abort();
	await assert.rejects(call, { name: "AbortError" });
	await programs((count) => count === 0);
	await assert.rejects(engine.translate(["1984"], pair, abort.signal), { name: "AbortError" });
});

test("if the process is killed, its programs end", { skip }, async () => {
	const { pair } = first();
	const module = new URL("./apertium.js", import.meta.url).href;
	const code = `import { apertiumEngine } from ${JSON.stringify(module)};
import { installedModes } from ${JSON.stringify(new URL("./modes.js", import.meta.url).href)};
await apertiumEngine(installedModes()).translate(Array.from({ length: 50000 }, (_, i) => "House " + i), ${JSON.stringify(pair)}, new AbortController().signal);`;
	const child = execFile(process.execPath, ["--input-type=module", "--eval", code]);
	const pid = child.pid ?? 0;
	await programs((count) => count > 5, pid);
	const group = await programsOf(pid);
	child.kill("SIGKILL");
	await once(child, "exit");
	while (group.some((pid) => existsSync(`/proc/${pid}`)))
		await new Promise((resolve) => setTimeout(resolve, 20));
});

test("the engine rejects a pair that it does not support", { skip }, async () => {
	const { engine } = first();
	await assert.rejects(engine.translate(["a"], { from: "xx", to: "yy" }, never), RangeError);
});

function first(): { engine: Engine; pair: Pair } {
	const [pair] = offered;
	assert.ok(pair);
	return { engine: apertiumEngine(installed), pair };
}

async function programs(enough: (count: number) => boolean, parent = process.pid): Promise<void> {
	while (!enough((await programsOf(parent)).length)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** The ids of Apertium's programs that a process has started. */
async function programsOf(parent: number): Promise<number[]> {
	const { stdout } = await promisify(execFile)("ps", ["-eo", "pid=,ppid=,comm="]);
	return stdout
		.split("\n")
		.map((line) => line.trim().split(/\s+/))
		.filter(
			([, ppid, name = ""]) => Number(ppid) === parent && /^(apertium|lt-proc|lrx-proc|cg-proc)/.test(name),
		)
		.map(([pid]) => Number(pid));
}
