import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { after, type TestContext, test } from "node:test";
import { programOf } from "../core/definition/program.js";
import type { ParameterValues } from "../core/parameters.js";
import { Problem } from "../core/problem.js";
import { killProcesses, untilProcesses } from "../testing/processes.js";
import { command } from "./command.js";
import { locate } from "./locate.js";
import type { CommandOptions, CommandRun } from "./options.js";
import { ProgramFailure } from "./program-failure.js";
import type { Word } from "./words.js";
import { makeWorkplace } from "./workplace.js";

const workplace = makeWorkplace(0);
after(() => workplace.remove());

/** Runs a program once, and demands that its folder is gone, whatever the result. */
async function run(
	words: readonly [string, ...Word[]],
	options: CommandOptions = {},
	{ input = "" as unknown, parameters = {} as ParameterValues, signal = new AbortController().signal } = {},
): Promise<unknown> {
	const made = command(words, options as object) as CommandRun<unknown>;
	const program = programOf(made);
	assert.ok(program);
	const { found } = await locate(program, workplace.path);
	assert.ok(!("missing" in found), JSON.stringify(found));
	program.use(found);
	try {
		return await made(input, { parameters, signal });
	} finally {
		assert.deepEqual(readdirSync(workplace.path), []);
	}
}

/** A shell script as the program. Its words are `$1` and so on. */
const script = (text: string, ...words: Word[]): [string, ...Word[]] => [
	"sh",
	"-c",
	text,
	"script",
	...words,
];

function failure(pattern: RegExp): (error: unknown) => boolean {
	return (error) => {
		assert.ok(error instanceof ProgramFailure, String(error));
		assert.match(error.message, pattern);
		return true;
	};
}

/** A text that finds the processes of one test. */
function nameFor(t: TestContext): string {
	const name = String(randomInt(2 ** 40, 2 ** 41));
	t.after(() => killProcesses(`300.${name}`));
	return name;
}

const linux = { skip: !existsSync("/proc/self/cmdline") && "there is no /proc" };

test("the input goes to standard input, and standard output is the text", async () => {
	assert.deepEqual(await run(["tr", "a-z", "A-Z"], {}, { input: "grist ü" }), { text: "GRIST ü" });
	assert.deepEqual(await run(["cat"], {}, { input: new Uint8Array([65, 255]) }), { text: "A\ufffd" });
});

test("JSON goes in and comes out", async () => {
	const input = { words: ["a", "b"] };
	assert.deepEqual(await run(["cat"], { result: "json" }, { input }), input);
	await assert.rejects(run(["cat"], { result: "json" }, { input: "{" }), failure(/its result is not JSON/));
});

test("input and output may be files in a folder of the call, and a function makes the output", async () => {
	const result = (bytes: Uint8Array, { exitCode, stderr }: { exitCode: number; stderr: string }) => ({
		bytes: [...bytes],
		exitCode,
		stderr,
	});
	const words = script('cp "$1" "$2"; echo done >&2; exit 3', "{input.bin}", "{output.bin}");
	const input = new Uint8Array([0, 1, 255]);
	assert.deepEqual(await run(words, { result, success: [3] }, { input }), {
		bytes: [0, 1, 255],
		exitCode: 3,
		stderr: "done\n",
	});
});

test("the working folder is the folder of the call, where temporary files go too, or an empty one", async () => {
	const tell = script("pwd; echo $HOME; echo $TMPDIR; ls -A");
	const { text: asked } = (await run(tell, { folder: true })) as { text: string };
	const [folder = "", ...rest] = asked.trim().split("\n");
	assert.ok(folder.startsWith(`${workplace.path}/`));
	assert.deepEqual(rest, [folder, folder]);
	const { text: other } = (await run(tell)) as { text: string };
	assert.match(other, /^\/\S+\n\n\n$/);
	assert.notEqual(other.split("\n")[0], folder);
});

test("the environment is empty but for a path, a locale, a time zone and what the author names", async () => {
	process.env.TEST_SECRET = "hunter2";
	const bare = ["LC_ALL=C.UTF-8", "PATH=/usr/bin:/usr/local/bin:/bin", "TZ=UTC"];
	const told = async (env: CommandOptions["env"]) => {
		const { text } = (await run(["/usr/bin/env"], env && { env })) as { text: string };
		return text.trim().split("\n").sort();
	};
	assert.deepEqual(await told(undefined), bare);
	assert.deepEqual(await told({ HOME: "/", TZ: "CET" }), ["HOME=/", ...bare.slice(0, 2), "TZ=CET"]);
	assert.deepEqual(await told(["TEST_SECRET"]), [...bare.slice(0, 2), "TEST_SECRET=hunter2", "TZ=UTC"]);
});

test("an exit code becomes the problem that the author chose", async () => {
	const words = script("cat >/dev/null; echo because >&2; exit 65");
	await assert.rejects(run(words, { problems: { 65: "not-a-picture" } }), { code: "not-a-picture" });
	const problems = ({ exitCode, stderr }: { exitCode: number | undefined; stderr: string }) =>
		new Problem("not-a-picture", `${exitCode} ${stderr.trim()}`);
	await assert.rejects(run(words, { problems }), { detail: "65 because" });
	await assert.rejects(run(words, { problems: { 1: "other" } }), failure(/ended with exit code 65/));
	await assert.rejects(run(words, { problems: () => undefined }), failure(/ended with exit code 65/));
});

test("a crash shows the end of standard error to the author, but only the exit code in the log", async () => {
	const words = script("yes hunter1 | head -c 3000000 >&2; echo hunter2 >&2; kill -SEGV $$");
	await assert.rejects(run(words), (error) => {
		failure(/sh was ended by SIGSEGV\. The end of its standard error:\n[\s\S]*hunter2$/)(error);
		const { name, message } = error as Error;
		assert.ok(message.length < 2_200);
		assert.equal(name, "ProgramFailure (sh was ended by SIGSEGV)");
		return true;
	});
});

test("a program need not read its input", async () => {
	const input = "x".repeat(10_000_000);
	assert.deepEqual(await run(["echo", "hi"], {}, { input }), { text: "hi\n" });
	assert.deepEqual(await run(["head", "-c", "2"], {}, { input }), { text: "xx" });
	assert.deepEqual(await run(script("exec <&-; sleep 0.1; echo hi"), {}, { input }), { text: "hi\n" });
});

test("endless output ends the program at its limit", linux, async (t) => {
	const name = nameFor(t);
	const words = script('sleep "$1" & yes', `300.${name}`);
	await assert.rejects(
		run(words, { maxOutput: 100_000 }),
		failure(/more than maxOutput allows, 100000 bytes/),
	);
	await untilProcesses(`300.${name}`, 0);
	const exceeded = ({ exceeded }: { exceeded: unknown }) =>
		exceeded === "output" ? "content-too-large" : undefined;
	await assert.rejects(run(words, { maxOutput: 100_000, problems: exceeded }), { code: "content-too-large" });
	const much = script('head -c 2000 /dev/zero >"$1"', "{output}");
	await assert.rejects(
		run(much, { maxOutput: 1_000 }),
		failure(/wrote more to output than maxOutput allows/),
	);
});

test(
	"a caller that leaves ends the program with its children, even those that ignore SIGTERM",
	linux,
	async (t) => {
		const name = nameFor(t);
		const caller = new AbortController();
		const words = script('trap \'\' TERM; sleep "$1" & sleep "$1"; :', `300.${name}`, "{input}");
		const call = assert.rejects(run(words, {}, { signal: caller.signal }), failure(/its caller is gone/));
		// The script, and both of its children.
		await untilProcesses(`300.${name}`, 3);
		caller.abort();
		await call;
		await untilProcesses(`300.${name}`, 0);
		await assert.rejects(run(words, {}, { signal: AbortSignal.abort() }), failure(/its caller is gone/));
	},
);

test("processes that a program leaves behind are killed when it ends", linux, async (t) => {
	const name = nameFor(t);
	const words = script('sleep "$1" & echo hi', `300.${name}`);
	assert.deepEqual(await run(words), { text: "hi\n" });
	await untilProcesses(`300.${name}`, 0);
});

/** Starts a process that leaves the program's group, and waits until it has. */
const escaping = (text: string) =>
	`setsid sh -c ': >started; ${text}' & until [ -e started ]; do sleep 0.01; done; echo hi`;

test("a process that left the program's group delays no result", linux, async (t) => {
	const name = nameFor(t);
	const words = script(escaping(`exec sleep 300.${name}`));
	assert.deepEqual(await run(words, { folder: true }), { text: "hi\n" });
});

test("a process that left the program's group is bounded by maxOutput, too", linux, async () => {
	const words = script(escaping("exec yes"));
	await assert.rejects(
		run(words, { folder: true, maxOutput: 1_000_000 }),
		failure(/more than maxOutput allows, 1000000 bytes/),
	);
});

for (const [what, text] of [
	["one large file", "head -c 20000000 /dev/zero >big; sleep 300"],
	["many files", 'i=0; while :; do i=$((i+1)); head -c 100000 /dev/zero >"$i"; done'],
	["many folders in each other", "while :; do mkdir x; cd x; done"],
	["deep folders of a program that ends at once", "mkdir -p $(printf 'x/%.0s' $(seq 40))"],
	["a file of a program that ends at once", "truncate -s 2000000 a; cp a b; cp a c"],
] as const)
	test(`a folder that fills up ends the program: ${what}`, linux, async () => {
		const words = script(`${text}; :`);
		await assert.rejects(
			run(words, { folder: true, maxFolder: 4_000_000 }),
			failure(/filled its folder: maxFolder is 4000000 bytes/),
		);
	});

for (const [what, text, message] of [
	["not written", ":", /wrote no file output\.txt$/],
	["a link", 'ln -s /etc/passwd "$1"', /wrote no file output\.txt that can be read \(ELOOP\)/],
	["a folder", 'mkdir "$1"', /it is not a file/],
	["a pipe", 'mkfifo "$1"', /it is not a file/],
] as const)
	test(`a result file that is ${what} is told`, async () => {
		await assert.rejects(run(script(text, "{output.txt}")), failure(message));
	});

test("a file that the program names itself can be the result", async () => {
	assert.deepEqual(await run(script("cat >page.txt"), { file: "page.txt" }, { input: "hi" }), { text: "hi" });
	const words = script('cat >"$1.txt"', "{output}");
	assert.deepEqual(await run(words, { file: "output.txt" }, { input: "hi" }), { text: "hi" });
});

test("a folder is removed even if the program closes folders in it", async () => {
	await run(script("mkdir -p a/b; touch a/b/c; chmod 000 a/b a"), { folder: true });
});

test("a program is limited in memory", linux, async () => {
	const words = script("head -c 200000000 /dev/zero | tail -c 200000000 | wc -c; test $? = 0");
	assert.deepEqual(await run(words), { text: "200000000\n" });
	assert.deepEqual(await run(words, { maxMemory: 100_000_000 }), { text: "0\n" });
});
