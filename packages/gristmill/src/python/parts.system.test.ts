import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { binary, defineMill, Type, text } from "../index.js";
import { open } from "../library/index.js";
import { folderWith, gristmill, serving } from "../testing/command.js";
import { killProcesses } from "../testing/processes.js";
import { NO_PYTHON } from "../testing/python.js";
import { python } from "./python-function.js";

const skip = NO_PYTHON;

/** Tells the words of a text one by one. Some words do something else. */
const TELLER = `
import os, sys, time
from pathlib import Path
from typing import Any, Callable, Iterator, List, TypedDict
from gristmill import Problem, mill

class Told(TypedDict):
    words: List[str]
    count: int

HERE = Path(__file__).parent

@mill(version="1.0.0", output=Told, parts="words", deadline=60_000,
      problems={"no-words": {"status": 422, "title": "No words", "todo": "Send words."}},
      examples=[{"input": "one two", "output": {"words": ["one", "two"], "count": 2}}])
def part_teller(text: str, progress: Callable[[float], None]) -> Iterator[str]:
    """Tells the words of a text one by one."""
    words = text.split(" ")
    try:
        for n, word in enumerate(words):
            if word == "PROBLEM":
                raise Problem("no-words", "Send words.")
            if word == "THROW":
                raise ValueError("4111 " * 2)
            if word == "WRONG":
                yield 7
            if word == "HANG":
                while True: pass
            if word == "EXIT":
                os._exit(3)
            if word == "MANY":
                for i in range(100_000):
                    yield f"word {i} of very many"
            if word == "COUNT":
                for i in range(1_000_000):
                    (HERE / "count").write_text(str(i))
                    yield "x" * 1000
            if word == "FOREVER":
                while True:
                    time.sleep(0.01)
                    yield "tick"
            yield word
            progress((n + 1) / len(words))
        return {"count": len(words)}
    finally:
        (HERE / f"ended {text}").touch()
`;

const JSONL = "application/jsonl";

test("a Python generator gives its parts", { skip, timeout: 1_200_000 }, async (t) => {
	const cwd = await folderWith(t, { "part_teller.py": TELLER });
	const server = await serving(t, ["part_teller.py", "--deadline", "20000"], { cwd });
	const call = (body: string, accept = JSONL, signal?: AbortSignal) =>
		fetch(`${server.url}/part-teller`, {
			method: "POST",
			headers: { "Content-Type": "text/plain", Accept: accept },
			body,
			...(signal && { signal }),
		});
	const lines = async (body: string) => (await (await call(body)).text()).trimEnd().split("\n");
	const hasEnded = (body: string) => existsSync(join(cwd, `ended ${body}`));

	await t.test("a generator's parts come as lines, as events with progress, and as one result", async () => {
		assert.deepEqual(await lines("one two"), ['"one"', '"two"', '{"$end":{"parts":2,"count":2}}']);
		assert.match(
			await (await call("one", "text/event-stream")).text(),
			/event: part\nid: 0\ndata: "one"\n\n(event: progress\ndata: {"done":1}\n\n)?event: end/,
		);
		assert.deepEqual(await (await call("one two", "application/json")).json(), {
			words: ["one", "two"],
			count: 2,
		});
	});

	await t.test("many parts are those of the whole", async () => {
		const whole = (await (await call("one MANY", "application/json")).json()) as { words: string[] };
		const told = await lines("one MANY");
		assert.equal(told.pop(), '{"$end":{"parts":100002,"count":2}}');
		assert.deepEqual(
			told.map((line) => JSON.parse(line)),
			whole.words,
		);
	});

	await t.test("an exception or a wrong part of a generator ends the stream with a problem", async () => {
		assert.match((await lines("one PROBLEM")).join("\n"), /^"one"\n{"\$problem":{.*"no-words"/);
		assert.match((await lines("one THROW")).join("\n"), /^"one"\n{"\$problem":{.*"crashed"/);
		assert.match((await lines("one WRONG")).join("\n"), /^"one"\n{"\$problem":{.*"crashed"/);
		assert.equal((await call("PROBLEM")).status, 422);
		while (!/a part of \/words does not match/.test(server.stderr()))
			await once(server.child.stderr as Readable, "data");
		assert.doesNotMatch(server.stderr(), /4111 4111/);
	});

	await t.test("a deadline in the middle ends the stream with its problem", async () => {
		const told = await lines("one HANG");
		assert.equal(told[0], '"one"');
		assert.match(told[1] ?? "", /deadline-exceeded/);
	});

	await t.test("a process that dies under two tries ends the stream with a problem", async () => {
		assert.match((await lines("one EXIT")).join("\n"), /^"one"\n{"\$problem":{.*"crashed"/);
		assert.deepEqual(await lines("again"), ['"again"', '{"$end":{"parts":1,"count":1}}']);
	});

	await t.test("a generator pauses while its reader does not read", async () => {
		const response = await call("one COUNT");
		const reader = (response.body as ReadableStream<Uint8Array>).getReader();
		await reader.read();
		let before = "";
		// It stands still when all that may be ahead is computed.
		for (let now = "-"; now !== before; ) {
			before = now;
			await setTimeout(200);
			if (existsSync(join(cwd, "count"))) now = readFileSync(join(cwd, "count"), "utf8");
		}
		assert.ok(Number(before) < 100_000, before);
		await reader.cancel();
	});

	await t.test("a killed Python process costs time, and no part comes twice or not at all", async () => {
		const response = await call("one MANY last");
		const reader = (response.body as ReadableStream<Uint8Array>)
			.pipeThrough(new TextDecoderStream())
			.getReader();
		let text = (await reader.read()).value ?? "";
		killProcesses(join(cwd, "part_teller.py"));
		for (let step = await reader.read(); !step.done; step = await reader.read()) text += step.value;
		assert.equal(text, await (await call("one MANY last")).text());
		assert.match(text, /\$end/);
	});

	await t.test("a caller who leaves ends the generator with its finally", async () => {
		const controller = new AbortController();
		const text = "one FOREVER";
		const response = await call(text, JSONL, controller.signal);
		const reader = (response.body as ReadableStream<Uint8Array>).getReader();
		await reader.read();
		assert.ok(!hasEnded(text));
		controller.abort();
		await reader.read().catch(() => {});
		while (!hasEnded(text)) await setTimeout(20);
		assert.equal((await lines("again")).length, 2);
	});
});

test("a function in Python gives the parts of a mill in TypeScript", {
	skip,
	timeout: 1_200_000,
}, async (t) => {
	const cwd = await folderWith(t, {
		"cutter.py": `
def cut(text):
    for i in range(0, len(text), 3):
        yield text[i:i + 3].encode()
    return {"size": len(text)}

def whole(text):
    return {"bytes": b"", "size": 0}
`,
	});
	const cutter = (name: string) =>
		defineMill({
			name: "text-cutter",
			version: "1.0.0",
			summary: "Cuts a text.",
			input: { "text/plain": text() },
			output: Type.Object({ bytes: binary("application/octet-stream"), size: Type.Integer() }),
			parts: "bytes",
			run: python(pathToFileURL(join(cwd, "cutter.py")), name),
		});
	await using cut = await open(cutter("cut"));
	const parts: string[] = [];
	const stream = cut.stream("abcdefgh");
	for (;;) {
		const { done, value } = await stream.next();
		if (done) {
			assert.deepEqual(value, { size: 8 });
			break;
		}
		parts.push(Buffer.from(value).toString());
	}
	assert.deepEqual(parts, ["abc", "def", "gh"]);
	assert.equal(Buffer.from((await cut("abcdefgh")).bytes).toString(), "abcdefgh");
	await assert.rejects(open(cutter("whole")), /whole yields nothing/);
});

test("a mill whose parts do not fit is refused with what to change", {
	skip,
	timeout: 1_200_000,
}, async (t) => {
	const head = `from typing import List, TypedDict\nfrom gristmill import mill\nclass Out(TypedDict):\n    words: List[str]\n`;
	for (const [name, code, complaint] of [
		[
			"a",
			`@mill(version="1.0.0")\ndef word_teller(text: str) -> Out:\n    yield "x"\n`,
			/Add parts="MEMBER"/,
		],
		[
			"b",
			`@mill(version="1.0.0", parts="words")\ndef word_teller(text: str) -> Out:\n    return {"words": []}\n`,
			/yields nothing/,
		],
		[
			"c",
			`@mill(version="1.0.0", parts="words")\ndef word_teller(text: str):\n    yield "x"\n`,
			/Add output=/,
		],
		[
			"d",
			`@mill(version="1.0.0", parts="word", output=Out)\ndef word_teller(text: str):\n    """Tells."""\n    yield "x"\n`,
			/parts is "word", and must be a member of the output/,
		],
		["e", `@mill(version="1.0.0")\nasync def word_teller(text: str) -> Out:\n    return {}\n`, /is async/],
	] as const) {
		const cwd = await folderWith(t, { [`${name}.py`]: head + code });
		const running = gristmill(t, ["test", `${name}.py`], { cwd });
		for await (const _ of running.child.stderr as Readable);
		assert.notEqual(await running.ended, 0);
		assert.match(running.stderr() + running.stdout(), complaint);
	}
});
