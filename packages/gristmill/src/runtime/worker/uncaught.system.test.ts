import assert from "node:assert/strict";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { test } from "node:test";
import { folderWith, gristmill, post, serving } from "../../testing/command.js";
import { NO_PYTHON } from "../../testing/python.js";

const SECRET = "hunter2 4111";

/** A mill whose input is the way in which it fails, and the secret. */
const LEAKER = `import { defineMill, Type, text } from "gristmill";
const never = new Promise(() => {});
const trap = (text) => () => { throw new Error(text); };
const proxy = (text) => new Proxy({}, { getPrototypeOf: trap(text), has: trap(text), get: trap(text) });
const ways = {
	timer: (text) => { setTimeout(() => JSON.parse(text), 1); return never; },
	promise: (text) => { (async () => JSON.parse(text))(); return never; },
	"rejected-text": (text) => { Promise.reject(text); return never; },
	"rejected-proxy": (text) => { Promise.reject(proxy(text)); return never; },
	"thrown-proxy": (text) => { throw proxy(text); },
	"thrown-problem": (text) => { throw { [Symbol.for("gristmill.problem")]: true, get code() { throw new Error(text); } }; },
};
export default defineMill({
	name: "secret-leaker", version: "1.0.0", summary: "Leaks its input.",
	input: { "text/plain": text() }, output: Type.Object({ text: Type.String() }),
	examples: [{ input: "good text", output: { text: "text" } }],
	run: (input) => {
		const way = input.split(" ", 1)[0], rest = input.slice(way.length + 1);
		return ways[way] ? ways[way](rest) : { text: rest };
	},
});
`;

const WAYS = ["timer", "promise", "rejected-text", "rejected-proxy", "thrown-proxy", "thrown-problem"];

test("nothing that a mill throws brings its input to standard error, wherever it throws", async (t) => {
	const cwd = await folderWith(t, { "secret-leaker.mjs": LEAKER });
	const server = await serving(t, ["secret-leaker.mjs", "--log-format", "json"], { cwd });
	for (const way of WAYS) {
		const answer = await post(`${server.url}/secret-leaker`, `${way} ${SECRET}`);
		assert.equal((answer as { code: string }).code, "crashed", JSON.stringify(answer));
	}
	server.child.kill("SIGTERM");
	await server.ended;
	assert.doesNotMatch(server.stderr(), /hunter2|4111/);
	const entries = server
		.stderr()
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	const gone = entries.filter(({ message }) => message === "a worker is gone");
	assert.equal(gone.length, 8);
	for (const { mill, error } of gone) {
		assert.equal(mill, "secret-leaker");
		assert.match(error, /^outside of a call ← /);
	}
	assert.match(gone[0].error, /SyntaxError\n +at JSON\.parse[\s\S]*secret-leaker\.mjs/);
	const failed = entries.filter(({ message }) => message === "a call failed");
	assert.equal(failed.length, WAYS.length);
	assert.match(failed[0].error, /two workers died under this call: .*outside of a call ← SyntaxError/);
	for (const { id, mill } of failed) assert.deepEqual([typeof id, mill], ["string", "secret-leaker"]);
});

test("`gristmill test` shows its author the message", async (t) => {
	const source = LEAKER.replace("good text", `timer ${SECRET}`);
	const cwd = await folderWith(t, { "secret-leaker.mjs": source });
	const { ended, stdout, stderr } = gristmill(t, ["test", "secret-leaker.mjs"], { cwd });
	assert.equal(await ended, 1);
	assert.match(stdout() + stderr(), /SyntaxError: Unexpected token .*hunter2/);
});

test("what a mill in Python does not catch is printed without its message", {
	skip: NO_PYTHON,
}, async (t) => {
	const cwd = await folderWith(t, {
		"secret_leaker.py": `import asyncio, multiprocessing, threading
from dataclasses import dataclass
from gristmill import mill

@dataclass
class Echo:
    text: str

class Dropped:
    def __init__(self, text): self.text = text
    def __del__(self): raise ValueError(self.text)

def fail(text): raise ValueError(text)

async def late(text):
    asyncio.ensure_future(later(text))
    await asyncio.sleep(0)
    await asyncio.sleep(0)

async def later(text): fail(text)

@mill(version="1.0.0", needs=["spawn"])
def secret_leaker(text: str) -> Echo:
    """Leaks its input."""
    thread = threading.Thread(target=fail, args=(text,))
    thread.start()
    thread.join()
    Dropped(text)
    asyncio.run(late(text))
    for way in ("fork", "spawn"):
        process = multiprocessing.get_context(way).Process(target=fail, args=(text,), name=way)
        process.start()
        process.join()
    return Echo(text)
`,
	});
	const server = await serving(t, ["secret_leaker.py"], { cwd });
	const answer = await post(`${server.url}/secret-leaker`, SECRET);
	assert.deepEqual(answer, { text: SECRET });
	for (const place of [
		/thrown in a thread: ValueError\\n/,
		/nothing can catch it: ValueError\\n/,
		/never retrieved: ValueError\\n/,
		/Process fork:[\s\S]*thrown in a process: ValueError\\n/,
		/Process spawn:[\s\S]*thrown in a process: ValueError\\n/,
	])
		while (!place.test(server.stderr())) await once(server.child.stderr as Readable, "data");
	assert.doesNotMatch(server.stderr(), /hunter2|4111/);
});
