import assert from "node:assert/strict";
import { createHash, createPublicKey, verify } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { newPrivateKey, readPublicKeys } from "../core/receipt/keys.js";
import { RECEIPT_FIELDS, readReceipt } from "../core/receipt/receipt.js";
import { createServer, defineMill, form, Type, text } from "../index.js";
import teller from "../testing/mills/part-teller.js";
import { served, start } from "../testing/server.js";

const ABOUT = { version: "1.2.3", summary: "For a test." } as const;
const repeater = defineMill({
	...ABOUT,
	name: "text-repeater",
	path: "text-repeater/{times}",
	input: { "text/plain": text() },
	parameters: Type.Object({ times: Type.Integer(), between: Type.String({ default: "" }) }),
	output: Type.Object({ text: Type.String() }),
	run: (input, { parameters: { times, between } }) => ({ text: Array(times).fill(input).join(between) }),
});
const asker = defineMill({
	...ABOUT,
	name: "text-asker",
	method: "QUERY",
	input: { "text/plain": text() },
	output: Type.Object({ text: Type.String() }),
	run: (input) => ({ text: input }),
});
const joiner = defineMill({
	...ABOUT,
	name: "text-joiner",
	input: { "multipart/form-data": form({ a: text(), b: text() }) },
	output: Type.Object({ text: Type.String() }),
	run: ({ a, b }) => ({ text: a + b }),
});
const MILLS = [repeater, asker, joiner, teller];

const PEM = newPrivateKey();
const [KEY] = readPublicKeys(PEM, "key");
let folder = "";
const keyFile = async () => {
	folder = await mkdtemp(join(tmpdir(), "gristmill test "));
	await writeFile(join(folder, "key.pem"), PEM);
	return join(folder, "key.pem");
};
after(() => rm(folder, { recursive: true, force: true }));
const signing = served(async () => ({ sign: await keyFile(), log: () => {} }), { mills: MILLS });
const plain = served({ log: () => {} }, { mills: MILLS });

const ASKED = { Prefer: "receipt" };
const call = (base: string, path: string, headers: Record<string, string>, body = "hällo", method = "POST") =>
	fetch(`${base}/${path}`, { method, headers: { "Content-Type": "text/plain", ...headers }, body });
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();
const receiptOf = ({ status, headers }: Response) =>
	readReceipt({
		status,
		fields: Object.fromEntries(RECEIPT_FIELDS.map((name) => [name, headers.get(name)])),
	});

test("a caller that prefers a receipt gets one, with the parameters that the mill was given", async () => {
	const answer = await call(signing.url, "text-repeater/2?between=-%26", ASKED);
	const bytes = Buffer.from(await answer.arrayBuffer());
	assert.equal(bytes.toString(), '{"text":"hällo-&hällo"}');
	assert.equal(answer.headers.get("preference-applied"), "receipt");
	const receipt = receiptOf(answer);
	assert.ok(KEY && receipt.isSignedBy(KEY));
	assert.deepEqual(receipt.parameters, { between: ["-&"], times: ["2"] });
	assert.deepEqual([receipt.mill, receipt.version], ["text-repeater", "1.2.3"]);
	assert.equal(receipt.digest, answer.headers.get("mill-digest"));
	assert.deepEqual([receipt.input, receipt.answer], [sha256("hällo"), sha256(bytes)]);
	assert.deepEqual([receipt.inputType, receipt.answerType], ["text/plain", "application/json"]);
	assert.ok(Math.abs(receipt.created - Date.now()) < 3_600_000);
	const defaults = receiptOf(await call(signing.url, "text-repeater/1", ASKED));
	assert.deepEqual(defaults.parameters, { between: [""], times: ["1"] });
});

test("a verifier that knows only RFC 9421, RFC 9530 and the key of $keys verifies it", async () => {
	const answer = await call(signing.url, "text-repeater/1", ASKED);
	const field = (name: string) => answer.headers.get(name) ?? "";
	const digest = `sha-256=:${sha256(Buffer.from(await answer.arrayBuffer())).toString("base64")}:`;
	assert.deepEqual([field("content-digest"), field("repr-digest")], [digest, digest]);
	const parameters = field("signature-input").replace(/^receipt=/, "");
	const [, list = ""] = /^\(([^)]*)\)/.exec(parameters) ?? [];
	const lines = list.split(" ").map((name) => {
		const bare = name.replaceAll('"', "");
		return `${name}: ${bare === "@status" ? answer.status : field(bare)}`;
	});
	const base = [...lines, `"@signature-params": ${parameters}`].join("\n");
	const keys = await fetch(`${signing.url}/$keys`);
	assert.equal(keys.headers.get("content-type"), "application/jwk-set+json");
	const [jwk] = ((await keys.json()) as { keys: { kid: string }[] }).keys;
	assert.ok(jwk && parameters.includes(`keyid="${jwk.kid}"`));
	const [, signature = ""] = /^receipt=:(.*):$/.exec(field("signature")) ?? [];
	const key = createPublicKey({ key: jwk as never, format: "jwk" });
	assert.ok(verify(null, Buffer.from(base), key, Buffer.from(signature, "base64")));
});

for (const [accepted, label] of [
	['sig1=("@status" "content-digest");created;keyid="KEY";alg="ed25519";nonce="n1";tag="app"', "sig1"],
	["sig1=()", "sig1"],
	// The first that the server can make.
	['a=("@method";req), b=("date"), c=("content-type")', "c"],
] as const)
	test(`Accept-Signature: ${accepted} is met`, async () => {
		const wish = accepted.replace("KEY", KEY?.id ?? "");
		const answer = await call(signing.url, "text-repeater/1", { "Accept-Signature": wish });
		const input = answer.headers.get("signature-input") ?? "";
		assert.ok(input.startsWith(`${label}=(`), input);
		assert.equal(input.includes('nonce="n1";tag="app"'), wish.includes("nonce"));
		assert.equal(answer.headers.get("preference-applied"), null);
		assert.ok(KEY && receiptOf(answer).isSignedBy(KEY));
	});

for (const accepted of [
	'sig1=("@status");alg="rsa-pss-sha512"',
	'sig1=("@status");keyid="other"',
	'sig1=("date")',
	'sig1=("@method";req)',
	"sig1=1",
	"sig1=();expires=5",
	`sig1=();nonce="${"n".repeat(300)}"`,
	"nonsense=(",
])
	test(`Accept-Signature: ${accepted.slice(0, 40)} cannot be met, and gets an answer without a receipt`, async () => {
		const answer = await call(signing.url, "text-repeater/1", { "Accept-Signature": accepted });
		assert.equal(answer.status, 200);
		assert.equal(answer.headers.get("signature"), null);
		const both = await call(signing.url, "text-repeater/1", { "Accept-Signature": accepted, ...ASKED });
		assert.ok(both.headers.get("signature-input")?.startsWith("receipt=("));
	});

const withoutReceipt = (answer: Response) => {
	for (const name of ["signature", "signature-input", "content-digest", "mill-receipt", "preference-applied"])
		assert.equal(answer.headers.get(name), null, name);
};

test("who does not ask gets no receipt, and what caches go by says that it may be there", async () => {
	for (const headers of [{}, { Prefer: "wait=5" }, { Prefer: 'x="receipt"' }]) {
		const answer = await call(signing.url, "text-repeater/1", headers as Record<string, string>);
		assert.equal(answer.status, 200);
		withoutReceipt(answer);
		assert.equal(answer.headers.get("vary"), "Accept, Accept-Encoding, Prefer, Accept-Signature");
	}
	for (const Prefer of ["wait=5, Receipt", "receipt; a=1"])
		assert.equal(
			(await call(signing.url, "text-repeater/1", { Prefer })).headers.get("preference-applied"),
			"receipt",
		);
});

test("no cache may keep an answer with a receipt, also to QUERY", async () => {
	for (const headers of [ASKED, { "Accept-Signature": 'mine=();nonce="n"' }]) {
		const answer = await call(signing.url, "text-asker", headers, "a", "QUERY");
		assert.ok(answer.headers.has("signature"));
		assert.equal(answer.headers.get("cache-control"), "no-store");
	}
	const bare = await call(signing.url, "text-asker", {}, "a", "QUERY");
	assert.equal(bare.headers.get("cache-control"), "no-cache");
});

test("a server without a key answers without a receipt, and has no keys", async () => {
	const answer = await call(plain.url, "text-repeater/1", { ...ASKED, "Accept-Signature": "sig1=()" });
	assert.equal(answer.status, 200);
	withoutReceipt(answer);
	assert.equal(answer.headers.get("vary"), "Accept, Accept-Encoding");
	const keys = await fetch(`${plain.url}/$keys`);
	assert.equal(keys.status, 404);
	assert.match(((await keys.json()) as { detail: string }).detail, /This server gives no receipts/);
	const list = (await (await fetch(`${plain.url}/$list`)).json()) as object;
	assert.ok(!("keys" in list));
});

test("the list links to the keys, and OpenAPI has them", async () => {
	const get = async (path: string, Accept: string) =>
		(await (await fetch(`${signing.url}/${path}`, { headers: { Accept } })).json()) as Record<
			string,
			Record<string, unknown>
		>;
	assert.deepEqual((await get("$list", "application/json")).keys, { href: "$keys" });
	assert.deepEqual((await get("$list", "application/hal+json"))._links?.keys, {
		href: "$keys",
		type: "application/jwk-set+json",
	});
	assert.ok((await get("$schema", "application/openapi+json")).paths?.["/$keys"]);
});

test("an answer with a receipt is not compressed, so that its digests are of what the mill has computed", async () => {
	const long = "x".repeat(50_000);
	const bare = await call(signing.url, "text-repeater/1", {}, long);
	assert.equal(bare.headers.get("content-encoding"), "gzip");
	const answer = await call(signing.url, "text-repeater/20", ASKED, long);
	assert.equal(answer.headers.get("content-encoding"), null);
	const bytes = Buffer.from(await answer.arrayBuffer());
	assert.ok(bytes.length > 1_000_000);
	assert.deepEqual(receiptOf(answer).answer, sha256(bytes));
});

test("the receipt names the charset of the input, and is of its bytes", async () => {
	const answer = await call(signing.url, "text-repeater/1", {
		...ASKED,
		"Content-Type": "text/plain; charset=latin1",
	});
	const receipt = receiptOf(answer);
	assert.deepEqual([receipt.inputType, receipt.input], ["text/plain; charset=latin1", sha256("hällo")]);
});

test("304, problems, forms, lines and results in parts have no receipt", async () => {
	const first = await call(signing.url, "text-asker", ASKED, "a", "QUERY");
	assert.ok(KEY && receiptOf(first).isSignedBy(KEY));
	const tag = first.headers.get("etag") ?? "";
	const known = await call(signing.url, "text-asker", { ...ASKED, "If-None-Match": tag }, "a", "QUERY");
	assert.equal(known.status, 304);
	withoutReceipt(known);
	const problem = await call(signing.url, "text-repeater/1", { ...ASKED, "Content-Type": "image/png" });
	assert.equal(problem.status, 415);
	withoutReceipt(problem);
	const parts = new FormData();
	parts.append("a", "1");
	parts.append("b", "2");
	const joined = await fetch(`${signing.url}/text-joiner`, { method: "POST", headers: ASKED, body: parts });
	assert.equal(joined.status, 200);
	withoutReceipt(joined);
	const lines = await call(
		signing.url,
		"text-repeater/1",
		{ ...ASKED, "Content-Type": "application/jsonl" },
		'"a"\n"b"\n',
	);
	assert.equal(lines.status, 200);
	withoutReceipt(lines);
	const streamed = await call(signing.url, "part-teller", { ...ASKED, Accept: "application/jsonl" }, "a b");
	assert.equal(streamed.status, 200);
	withoutReceipt(streamed);
	await streamed.text();
});

test("pages of other origins may ask for receipts and read them", async () => {
	const { url } = await start({ sign: join(folder, "key.pem"), cors: "*" }, { mills: [asker] });
	const answer = await call(url, "text-asker", { ...ASKED, Origin: "https://app.example" }, "a", "QUERY");
	const exposed = answer.headers.get("access-control-expose-headers")?.split(", ") ?? [];
	for (const name of [
		"Signature",
		"Signature-Input",
		"Content-Digest",
		"Repr-Digest",
		"Mill-Receipt",
		"Preference-Applied",
	])
		assert.ok(exposed.includes(name), name);
});

for (const [name, content, message] of [
	[
		"none.pem",
		undefined,
		/The key of --sign cannot be used: .*none\.pem does not exist\. "gristmill key new" makes one\./,
	],
	["wrong.pem", "nonsense", /wrong\.pem has no private key in PEM\. Make one with "gristmill key new"\./],
] as const)
	test(`a server does not start with the key ${name}`, async () => {
		if (content !== undefined) await writeFile(join(folder, name), content);
		await assert.rejects(
			createServer([asker], { sign: join(folder, name), log: () => {} }),
			(error: Error) => {
				assert.ok(error instanceof RangeError);
				assert.match(error.message, message);
				return true;
			},
		);
	});
