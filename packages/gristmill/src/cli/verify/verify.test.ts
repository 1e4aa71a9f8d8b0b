import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import fc from "fast-check";
import { newPrivateKey } from "../../core/receipt/keys.js";
import { NoReceipt } from "../../core/receipt/receipt.js";
import { createServer, defineMill, type Server, Type, text } from "../../index.js";
import { run } from "../../testing/run-command.js";
import { isDigestOf, keptReceipt } from "../client/receipt-file.js";
import { VerdictTally } from "./verdict.js";

const ABOUT = { version: "1.0.0", summary: "For a test." } as const;
const repeater = defineMill({
	...ABOUT,
	name: "text-repeater",
	path: "text-repeater/{times}",
	input: { "text/plain": text() },
	parameters: Type.Object({ times: Type.Integer(), between: Type.String({ default: "-" }) }),
	output: Type.Object({ text: Type.String() }),
	run: (input, { parameters: { times, between } }) => ({ text: Array(times).fill(input).join(between) }),
});
let server: Server;
let url = "";
let cwd = "";
before(async () => {
	cwd = await mkdtemp(join(tmpdir(), "gristmill test "));
	await writeFile(join(cwd, "key.pem"), newPrivateKey(), { mode: 0o600 });
	await writeFile(join(cwd, "other.pem"), newPrivateKey());
	await writeFile(join(cwd, "text.txt"), "grist");
	server = await createServer([repeater], { sign: join(cwd, "key.pem"), log: () => {} });
	url = await server.listen(0);
});
after(async () => {
	await server.close();
	await rm(cwd, { recursive: true, force: true });
});

const gristmill = (...words: string[]) => run(words, { cwd, env: { GRISTMILL_URL: url } });
const MILL = "text-repeater";

/** A receipt of text.txt in a file of its own. */
async function received(name: string): Promise<Record<string, unknown>> {
	const { code, err } = await gristmill("call", MILL, "text.txt", "--param", "times=2", "--receipt", name);
	assert.equal(code, 0, err);
	return JSON.parse(await readFile(join(cwd, name), "utf8"));
}

async function changed(name: string, change: object): Promise<string> {
	const receipt = await received(name);
	await writeFile(join(cwd, name), JSON.stringify({ ...receipt, ...change }));
	return name;
}

test("a call gives its answer and a receipt, which is verified with the key of the server", async () => {
	const call = await gristmill("call", MILL, "text.txt", "--param", "times=2", "--receipt", "one.json");
	assert.deepEqual([call.code, call.out], [0, '{"text":"grist-grist"}\n']);
	const { code, out, err } = await gristmill("verify", "one.json");
	assert.equal(code, 0, err);
	assert.match(out, /^one\.json: same: text-repeater 1\.0\.0, signed 20\d\d-\S+Z with the key [\w-]{43}\n$/);
	const json = await gristmill("verify", "one.json", "--key", "key.pem", "--json");
	const { verdict, mill, file } = JSON.parse(json.out);
	assert.deepEqual([verdict, mill, file], ["same", MILL, "one.json"]);
});

test("a reformatted receipt with its members in another order is the same", async () => {
	const receipt = await received("order.json");
	const reversed = Object.fromEntries(Object.entries(receipt).reverse());
	await writeFile(join(cwd, "order.json"), JSON.stringify(reversed, null, 2));
	assert.equal((await gristmill("verify", "order.json")).code, 0);
});

test("the keys may be a file, a set in a file or an address; another key does not verify", async () => {
	await received("keys.json");
	const shown = await gristmill("key", "show", "key.pem");
	await writeFile(join(cwd, "public.json"), shown.out);
	for (const key of ["key.pem", "public.json", `${url}/$keys`])
		assert.equal((await gristmill("verify", "keys.json", "--key", key)).code, 0, key);
	const { code, out } = await gristmill("verify", "keys.json", "--key", "other.pem");
	assert.equal(code, 4);
	assert.match(out, /^keys\.json: invalid: it names the key [\w-]{43}, which other\.pem does not have\n$/);
	// A set that gives its key the name of another.
	const { kid } = JSON.parse(shown.out);
	const other = JSON.parse((await gristmill("key", "show", "other.pem")).out);
	await writeFile(join(cwd, "named.json"), JSON.stringify({ keys: [{ ...other, kid }] }));
	const named = await gristmill("verify", "keys.json", "--key", "named.json");
	assert.equal(named.code, 4);
	assert.match(named.out, /its fields are not those that were signed/);
});

for (const [change, message] of [
	[{ answer: '{"text":"grist-gris"}' }, "its answer is not the one that was signed"],
	[{ answer: undefined, base64: "AAAA" }, "its answer is not the one that was signed"],
	[{ status: 201 }, "its fields are not those that were signed"],
	[{ file: "key.pem" }, "key.pem is not the input that was signed"],
	[{ base64: "AA==" }, "it is no receipt: it has two answers"],
	[{ line: 1 }, "it is no receipt: it names two inputs"],
	[{ fields: undefined }, 'it is no receipt: it has no object "fields"'],
] as const)
	test(`a receipt that was changed is invalid: ${JSON.stringify(change)}`, async () => {
		const name = await changed("changed.json", change);
		const { code, out, err } = await gristmill("verify", name);
		assert.deepEqual([code, out, err], [4, `changed.json: invalid: ${message}\n`, ""]);
	});

test("another input is found, and the input of --input takes the place of the file", async () => {
	await received("input.json");
	await writeFile(join(cwd, "same.txt"), "grist");
	await writeFile(join(cwd, "wrong.txt"), "grisT");
	assert.equal((await gristmill("verify", "input.json", "--input", "same.txt")).code, 0);
	const wrong = await gristmill("verify", "input.json", "--input", "wrong.txt");
	assert.deepEqual(
		[wrong.code, wrong.out],
		[4, "input.json: invalid: wrong.txt is not the input that was signed\n"],
	);
});

/** A server that answers every call with this text, as the mill of this digest. */
async function liar(
	t: TestContext,
	digest: string,
	answer: string,
	called: () => void = () => {},
	fields: Readonly<Record<string, string>> = {},
): Promise<string> {
	const http = createHttpServer((request, response) => {
		called();
		request.resume();
		const own = { "Content-Type": "application/json", "Mill-Digest": digest };
		response.writeHead(200, { ...own, ...fields }).end(answer);
	});
	await new Promise<void>((listening) => http.listen(0, "127.0.0.1", listening));
	t.after(() => http.close());
	return `http://127.0.0.1:${(http.address() as AddressInfo).port}/text-repeater/{times}`;
}

test("nothing is sent of an input that is not the signed one, nor for a receipt that is not true", async (t) => {
	const receipt = await received("unsent.json");
	let calls = 0;
	const mill = await liar(t, "any", "{}", () => calls++);
	const words = ["--key", "key.pem", "--mill", mill];
	await gristmill("verify", "unsent.json", ...words, "--input", "key.pem");
	await writeFile(join(cwd, "unsent.json"), JSON.stringify({ ...receipt, file: "key.pem" }));
	await gristmill("verify", "unsent.json", ...words);
	await writeFile(join(cwd, "unsent.json"), JSON.stringify({ ...receipt, status: 201 }));
	await gristmill("verify", "unsent.json", ...words);
	assert.equal(calls, 0);
	await writeFile(join(cwd, "unsent.json"), JSON.stringify(receipt));
	await gristmill("verify", "unsent.json", ...words);
	assert.equal(calls, 1);
});

test("a mill that computes another answer is told, with the first difference", async (t) => {
	const receipt = await received("different.json");
	const digest = (receipt.fields as Record<string, string>)["mill-digest"] ?? "";
	const words = ["verify", "different.json", "--key", "key.pem", "--mill"];
	const other = await gristmill(...words, await liar(t, digest, '{"text":"flour"}'));
	assert.equal(other.code, 4);
	assert.equal(other.out, 'different.json: different: /text: expected "grist-grist", got "flour"\n');
	const spaced = await gristmill(...words, await liar(t, digest, '{"text": "grist-grist"}'));
	assert.match(spaced.out, /different: they differ first at byte 8\n/);
	const { answer: _, ...bare } = receipt;
	await writeFile(join(cwd, "different.json"), JSON.stringify(bare));
	const unkept = await gristmill(...words, await liar(t, digest, '{"text":"flour"}'));
	assert.match(unkept.out, /different: the mill computes an answer with another digest/);
});

test("an answer is computed again where answers are kept, and a kept one proves nothing", async (t) => {
	let computed = 0;
	const counter = defineMill({
		...ABOUT,
		name: "call-counter",
		input: { "text/plain": text() },
		output: Type.Object({ text: Type.String() }),
		run: (input) => {
			computed++;
			return { text: input };
		},
	});
	const keeping = await createServer([counter], { sign: join(cwd, "key.pem"), keep: "4MiB", log: () => {} });
	t.after(() => keeping.close());
	const mill = `${await keeping.listen(0)}/call-counter`;
	for (const more of [[], ["--receipt", "kept.json"]])
		assert.equal((await gristmill("call", mill, "text.txt", ...more)).code, 0);
	assert.equal(computed, 2);
	const words = ["verify", "kept.json", "--key", "key.pem", "--mill"];
	assert.match((await gristmill(...words, mill)).out, /: same: /);
	assert.equal(computed, 3);
	const { fields } = JSON.parse(await readFile(join(cwd, "kept.json"), "utf8"));
	for (const [name, value] of [
		["Cache-Status", "edge; hit"],
		["Age", "1"],
	] as const) {
		const cache = await liar(t, fields["mill-digest"], '{"text":"grist"}', undefined, { [name]: value });
		const { code, out } = await gristmill(...words, cache.replace("text-repeater/{times}", "call-counter"));
		assert.match(
			out,
			/cannot be redone here: a cache gave an answer that it had kept, and nothing was computed/,
		);
		assert.equal(code, 1);
	}
	const fresh = { Age: "0", "Cache-Status": "edge; fwd=miss; stored" };
	const passed = await liar(t, fields["mill-digest"], '{"text":"grist"}', undefined, fresh);
	assert.match(
		(await gristmill(...words, passed.replace(/text-repeater.*/, "call-counter"))).out,
		/: same: /,
	);
});

test("what cannot be redone here says why", async (t) => {
	await received("undone.json");
	const undone = async (code: number, message: RegExp, ...words: string[]) => {
		const ended = await gristmill("verify", "undone.json", "--key", "key.pem", "--retries", "0", ...words);
		assert.equal(ended.code, code, ended.out + ended.err);
		assert.match(ended.out, /^undone\.json: cannot be redone here: /);
		assert.match(ended.out, message);
	};
	await undone(
		1,
		/the mill has the digest other, and the receipt is of \S+\. Name the right version with --mill/,
		"--mill",
		await liar(t, "other", "{}"),
	);
	const named = await readFile(join(cwd, "undone.json"), "utf8");
	await writeFile(join(cwd, "undone.json"), named.replace("text.txt", "/dev/zero"));
	await undone(1, /its input \/dev\/zero is no regular file/);
	await writeFile(join(cwd, "undone.json"), named);
	await undone(1, /its input none\.txt does not exist\. Name it with --input/, "--input", "none.txt");
	await undone(1, /has no mill "none"/, "--mill", "none");
	await undone(1, /broken\.ts does not exist/, "--mill", "./broken.ts");
	await undone(3, /127\.0\.0\.1:1/, "--mill", "http://127.0.0.1:1/text-repeater/{times}");
	const { file: _, ...nameless } = JSON.parse(await readFile(join(cwd, "undone.json"), "utf8"));
	await writeFile(join(cwd, "undone.json"), JSON.stringify(nameless));
	await undone(1, /it does not say which file its input is\. Name it with --input/);
	await writeFile(join(cwd, "undone.json"), JSON.stringify({ ...nameless, line: 3 }));
	await undone(1, /its input is line 3 of a file\. Name the file with --lines/);
	await undone(1, /the file of --lines has no line 3/, "--lines", "text.txt");
});

test("map writes a receipt of each answer, continues them, and verify continues, too", async () => {
	for (const n of [1, 2, 3]) await writeFile(join(cwd, `n${n}.txt`), `grist ${n}`);
	await writeFile(join(cwd, "n4.txt"), Buffer.from([255]));
	const map = [
		"map",
		MILL,
		"n*.txt",
		"--param",
		"times=1",
		"--quiet",
		"--out",
		"out.ndjson",
		"--receipts",
		"many.ndjson",
	];
	assert.equal((await gristmill(...map, "--limit", "2")).code, 0);
	assert.match((await gristmill(...map)).err, /exists\. Continue with --resume/);
	// As a kill leaves it.
	await writeFile(join(cwd, "many.ndjson"), '{"file":"n3', { flag: "a" });
	const rest = await gristmill(...map, "--resume");
	assert.equal(rest.code, 1, "the last input is no text");
	const receipts = (await readFile(join(cwd, "many.ndjson"), "utf8")).trim().split("\n");
	assert.deepEqual(
		receipts.map((line) => JSON.parse(line).file),
		["n1.txt", "n2.txt", "n3.txt"],
	);

	await rm(join(cwd, "n2.txt"));
	const verify = ["verify", "many.ndjson", "--quiet", "--out", "verdicts.ndjson"];
	const first = await gristmill(...verify);
	assert.equal(first.code, 1);
	assert.equal(
		first.out,
		"many.ndjson:2: cannot be redone here: its input n2.txt does not exist. Name it with --input\n3 receipts: 2 same, 1 cannot be redone here\n",
	);
	assert.match((await gristmill(...verify)).err, /verdicts\.ndjson exists\. Continue with --resume/);
	await writeFile(join(cwd, "n2.txt"), "grist 2");
	await writeFile(join(cwd, "verdicts.ndjson"), '{"file":"many', { flag: "a" });
	const again = await gristmill(...verify, "--resume", "--json");
	assert.equal(again.code, 0, again.err);
	assert.deepEqual(
		again.out
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line).file),
		["many.ndjson:2"],
	);
	const verdicts = (await readFile(join(cwd, "verdicts.ndjson"), "utf8")).trim().split("\n");
	assert.deepEqual(
		verdicts.map((line) => [JSON.parse(line).file, JSON.parse(line).verdict]),
		[1, 2, 3].map((n) => [`many.ndjson:${n}`, "same"]),
	);
	assert.match((await gristmill(...verify, "--resume")).out, /^3 receipts: 3 same\n$/);
});

test("each line has a receipt, which is verified with the file of the lines", async () => {
	await writeFile(join(cwd, "lines.txt"), "\ufeffone\r\n\ntwo\nthree");
	const map = [
		"map",
		MILL,
		"--lines",
		"lines.txt",
		"--param",
		"times=1",
		"--quiet",
		"--receipts",
		"lines.ndjson",
	];
	assert.equal((await gristmill(...map)).code, 0);
	const { code, out } = await gristmill(
		"verify",
		"lines.ndjson",
		"--lines",
		"lines.txt",
		"--concurrency",
		"2",
	);
	assert.deepEqual([code, out], [0, "4 receipts: 4 same\n"]);
	await writeFile(join(cwd, "lines.txt"), "one\n\ntwO\nthree");
	const changed = await gristmill("verify", "lines.ndjson", "--lines", "lines.txt", "--quiet");
	assert.equal(changed.code, 4);
	assert.match(
		changed.out,
		/^lines\.ndjson:3: invalid: line 3 is not the input that was signed\n4 receipts: 3 same, 1 invalid\n$/,
	);
});

test("many receipts are verified at the same time, and nothing is taken for a leak", async (t) => {
	const warnings: string[] = [];
	const note = ({ name }: Error) => warnings.push(name);
	process.on("warning", note);
	t.after(() => process.off("warning", note));
	await writeFile(join(cwd, "forty.txt"), Array.from({ length: 40 }, (_, i) => `line ${i}\n`).join(""));
	const map = [
		"map",
		MILL,
		"--lines",
		"forty.txt",
		"--param",
		"times=1",
		"--quiet",
		"--receipts",
		"forty.ndjson",
	];
	assert.equal((await gristmill(...map)).code, 0);
	const { code, out } = await gristmill(
		"verify",
		"forty.ndjson",
		"--lines",
		"forty.txt",
		"--concurrency",
		"40",
	);
	assert.deepEqual([code, out], [0, "40 receipts: 40 same\n"]);
	await new Promise(setImmediate);
	assert.deepEqual(
		warnings.filter((name) => name === "MaxListenersExceededWarning"),
		[],
	);
});

test("a receipt that names another mill does not end the work on the others", async () => {
	const receipt = await received("right.json");
	const fields = receipt.fields as Record<string, string>;
	const named = fields["mill-receipt"]?.replace(MILL, "text-repeatr");
	await changed("named.json", { fields: { ...fields, "mill-receipt": named } });
	const { code, out, err } = await gristmill("verify", "named.json", "right.json");
	assert.deepEqual([code, err], [1, ""]);
	assert.match(
		out,
		/^named\.json: cannot be redone here: \S+ has no mill "text-repeatr"\. Did you mean "text-repeater"\? .*\n2 receipts: 1 same, 1 cannot be redone here\n$/,
	);
});

test("one receipt is counted as one", () => {
	const tally = new VerdictTally();
	tally.keep("same");
	assert.equal(tally.summary(), "1 receipt: 1 same\n");
});

test("hostile receipts get a sentence each, and no stack", async () => {
	const deep = "[".repeat(100_000);
	const rows = [
		"",
		"null",
		"{}",
		'{"__proto__":{"status":200}}',
		`{"status":200,"fields":${deep}`,
		`{"a":"${"x".repeat(1_200_000)}"}`,
		'{"status":200,"fields":{"__proto__":{}}}',
	];
	await writeFile(join(cwd, "hostile.ndjson"), `${rows.join("\n")}\n`);
	const { code, out, err } = await gristmill("verify", "hostile.ndjson", "--quiet");
	assert.deepEqual([code, err], [4, ""]);
	const lines = out.trim().split("\n");
	assert.equal(lines.length, rows.length);
	for (const line of lines.slice(0, -1))
		assert.match(
			line,
			/^hostile\.ndjson:\d: invalid: it is (?:no receipt: [\w "]+|longer than 1 MiB, and no receipt is)$/,
		);
	assert.equal(lines.at(-1), "6 receipts: 6 invalid");
});

test("a change of any member of the file is found without a server, but for the input's name", async () => {
	const receipt = await received("property.json");
	const own = JSON.stringify(receipt);
	const isTrue = (made: object): boolean => {
		try {
			const { receipt: read, answer } = keptReceipt(JSON.stringify(made));
			return answer === undefined || isDigestOf(read.answer, answer);
		} catch (error) {
			assert.ok(error instanceof NoReceipt, String(error));
			return false;
		}
	};
	assert.ok(isTrue(receipt));
	fc.assert(
		fc.property(fc.constantFrom("answer", "status", "fields"), fc.jsonValue(), (name, value) => {
			const made = { ...receipt, [name]: value };
			// The status is of the signature, which this test does not verify.
			fc.pre(JSON.stringify(made) !== own && !(name === "status" && Number.isInteger(value)));
			assert.equal(isTrue(made), false);
		}),
	);
});

test("a server without a key, or an answer in parts, makes a call for a receipt fail with what to do", async (t) => {
	const bare = await createServer([repeater], { log: () => {} });
	t.after(() => bare.close());
	const mill = `${await bare.listen(0)}/text-repeater/1`;
	const { code, err } = await gristmill("call", mill, "text.txt", "--receipt", "no.json");
	assert.equal(code, 1);
	assert.match(err, /has no receipt\. A server gives receipts with gristmill serve --sign KEY/);
	const mapped = await gristmill("map", mill, "text.txt", "--quiet", "--receipts", "no.ndjson");
	assert.equal(mapped.code, 1);
	assert.match(mapped.err, /has no receipt/);
	await received("unkeyed.json");
	const unkeyed = await gristmill("verify", "unkeyed.json", "--mill", mill.replace(/1$/, "{times}"));
	assert.equal(unkeyed.code, 2);
	const nowhere = await gristmill("verify", "unkeyed.json", "--mill", "http://");
	assert.equal(nowhere.code, 2);
	assert.match(nowhere.err, /http:\/\/ is not a full URL/);
	assert.match(
		unkeyed.err,
		/There are no keys at http:\S+\/\$keys \(404\)\. Give the key of the signer with --key FILE/,
	);
});

for (const [words, message] of [
	[["verify"], /The receipt is missing/],
	[["verify", "none.json"], /none\.json does not exist\. Name a file of receipts\./],
	[["verify", "."], /\. is a folder\. Name a file of receipts\./],
	[["verify", "text.txt", "--resume"], /--resume has no file to continue\. Give --out FILE\./],
	[["verify", "text.txt", "--input", "a", "--lines", "b"], /Both --input and --lines were given/],
	[["verify", "text.txt", "--lines", "none"], /none does not exist\. Give --lines a readable file\./],
	[["verify", "text.txt", "--key", "none"], /none does not exist\. Give --key a readable file\./],
	[["verify", "text.txt", "--key", "text.txt"], /text\.txt has no key in PEM/],
	[
		["verify", "text.txt", "--key", "http://mills.example/$keys"],
		/is no address of keys\. Give --key a file, or a URL with https:\/\//,
	],
	[["call", MILL, "text.txt", "--sign", "key.pem"], /--sign is for receipts/],
	[["call", "./mill.ts", "text.txt", "--receipt", "a"], /signs with your own key\. Give --sign KEY/],
	[["call", "http://127.0.0.1:1/a", "text.txt", "--receipt", "a", "--sign", "key.pem"], /Leave out --sign\./],
	[["call", MILL, "text.txt", "--receipt", "a", "--stream"], /--receipt is for whole results/],
	[["map", MILL, "text.txt", "--out", "a", "--receipts", "./a"], /Name a file of its own\./],
] as const)
	test(`gristmill ${words.join(" ")} is refused with what to do`, async () => {
		const { code, err, out } = await gristmill(...words);
		assert.deepEqual([code, out], [2, ""]);
		assert.match(err, message);
	});

test("one input is not that of many receipts", async () => {
	const receipt = JSON.stringify(await received("a.json"));
	await writeFile(join(cwd, "two.ndjson"), `${receipt}\n${receipt}\n`);
	const { code, err } = await gristmill("verify", "two.ndjson", "--input", "text.txt", "--quiet");
	assert.equal(code, 2);
	assert.match(err, /--input is the input of one receipt, and there are more/);
});
