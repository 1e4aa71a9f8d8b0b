import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { isInnerList, parseDictionary } from "../http-words/structured-field.js";
import { newPrivateKey, type PublicKey, readPublicKeys, readSigner } from "./keys.js";
import { NoReceipt, RECEIPT_FIELDS, readReceipt } from "./receipt.js";
import { type ReceiptFacts, type SignatureWish, signatureBase, signedFields } from "./signed-fields.js";

const PEM = newPrivateKey();
const SIGNER = readSigner(PEM, "key.pem");
const [KEY] = readPublicKeys(PEM, "key.pem") as [PublicKey];
const FACTS: ReceiptFacts = {
	mill: "text-shouter",
	version: "1.0.0-rc.1+5",
	digest: "x9FiljIFXcMe9oXmpj5n1S",
	parameters: { scheme: "wörd & more", ids: [1, -0], strict: true },
	input: Buffer.alloc(32, 1),
	inputType: "text/plain; charset=latin1",
	status: 200,
	answer: Buffer.alloc(32, 2),
	answerType: "application/json",
	created: 1_700_000_000,
};

function made(facts: Partial<ReceiptFacts> = {}, wish?: SignatureWish) {
	const fields = signedFields({ ...FACTS, ...facts }, SIGNER, wish);
	assert.ok(fields);
	const { digest, answerType, status } = { ...FACTS, ...facts };
	const lower = Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]);
	return {
		status,
		fields: { ...Object.fromEntries(lower), "mill-digest": digest, "content-type": answerType } as Record<
			string,
			string
		>,
	};
}

/** Whether a receipt is right. */
function isTrue(receipt: { status: unknown; fields: unknown }, key = KEY): boolean {
	try {
		return readReceipt(receipt).isSignedBy(key);
	} catch (error) {
		assert.ok(error instanceof NoReceipt, String(error));
		assert.doesNotMatch(error.message, /\n/);
		return false;
	}
}

test("a receipt says what it was made of", () => {
	const receipt = readReceipt(made());
	assert.ok(receipt.isSignedBy(KEY));
	const { mill, version, digest, inputType, answerType, created, keyId, parameters } = receipt;
	assert.deepEqual(
		{ mill, version, digest, inputType, answerType, created, keyId },
		{
			mill: FACTS.mill,
			version: FACTS.version,
			digest: FACTS.digest,
			inputType: FACTS.inputType,
			answerType: FACTS.answerType,
			created: 1_700_000_000_000,
			keyId: SIGNER.id,
		},
	);
	assert.deepEqual(parameters, { scheme: ["wörd & more"], ids: ["1", "-0"], strict: ["true"] });
	assert.deepEqual([receipt.input, receipt.answer], [FACTS.input, FACTS.answer]);
});

test("equal parameters in another order are the same receipt", () => {
	const { scheme, ids, strict } = FACTS.parameters;
	assert.deepEqual(made({ parameters: { strict, ids, scheme } }), made());
});

test("parameters that do not fit into header fields have no receipt", () => {
	assert.equal(signedFields({ ...FACTS, parameters: { text: "x".repeat(5000) } }, SIGNER), undefined);
});

test("the signature is that of RFC 9421: its example for Ed25519 is verified", () => {
	const [key] = readPublicKeys(
		"-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=\n-----END PUBLIC KEY-----\n",
		"RFC 9421, B.1.4",
	);
	const input =
		'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"';
	const signature =
		"wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==";
	const list = parseDictionary(input)?.get("sig-b26");
	assert.ok(isInnerList(list));
	const message: Readonly<Record<string, string>> = {
		date: "Tue, 20 Apr 2021 02:07:55 GMT",
		"@method": "POST",
		"@path": "/foo",
		"@authority": "example.com",
		"content-type": "application/json",
		"content-length": "18",
	};
	const base = signatureBase(list, (name) => message[name]);
	assert.ok(base !== undefined && key?.verifies(base, Buffer.from(signature, "base64")));
	assert.equal(key?.verifies(`${base} `, Buffer.from(signature, "base64")), false);
});

test("the id of a key is its thumbprint of RFC 7638: the example of RFC 8037", () => {
	const [key] = readPublicKeys(
		'{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","kid":"mine"}',
		"RFC 8037, A.3",
	);
	assert.deepEqual([key?.id, key?.name], ["kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k", "mine"]);
});

test("the order of members does not matter", () => {
	const { status, fields } = made();
	const reversed = Object.fromEntries(Object.entries(fields).reverse());
	assert.ok(isTrue({ fields: reversed, status }));
});

/** A text with one character replaced, left out or doubled. */
const changedText = (text: string) =>
	fc
		.tuple(
			fc.nat(text.length - 1),
			fc.constantFrom("replace", "remove", "double"),
			fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 1 }),
		)
		.map(([at, how, other]) => {
			const own = text[at] ?? "";
			const fresh = how === "replace" ? other : how === "remove" ? "" : own + own;
			return text.slice(0, at) + fresh + text.slice(at + 1);
		});

for (const name of RECEIPT_FIELDS)
	test(`a change of the field ${name} is found`, () => {
		const receipt = made({}, { label: "sig1", nonce: "once", tag: "app" });
		const value = receipt.fields[name] as string;
		fc.assert(
			fc.property(changedText(value), (text) => {
				// Spaces around a value, and more of them between members, mean nothing (RFC 9421 §2.1).
				const plain = (one: string) => one.trim().replace(/\( | {2,}| \)/g, (spaces) => spaces.trim() || " ");
				fc.pre(plain(text) !== plain(value));
				assert.equal(isTrue({ ...receipt, fields: { ...receipt.fields, [name]: text } }), false, text);
			}),
		);
		const { [name]: _, ...others } = receipt.fields;
		assert.equal(isTrue({ ...receipt, fields: others }), false);
		assert.equal(isTrue({ ...receipt, fields: { ...others, [name]: 7 } }), false);
	});

test("a change of the status is found", () => {
	for (const status of [201, "200", undefined, 200.5, -200])
		assert.equal(isTrue({ ...made(), status }), false, String(status));
});

test("the fields of two receipts do not mix", () => {
	const [one, other] = [
		made(),
		made({
			input: Buffer.alloc(32, 3),
			answer: Buffer.alloc(32, 4),
			mill: "b",
			digest: "c",
			answerType: "d/e",
			created: 1,
		}),
	];
	assert.ok(isTrue(one) && isTrue(other));
	for (const name of RECEIPT_FIELDS)
		assert.equal(isTrue({ ...one, fields: { ...one.fields, [name]: other.fields[name] } }), false, name);
});

test("another key does not verify it, and a key of another algorithm is refused", () => {
	const [other] = readPublicKeys(newPrivateKey(), "other.pem") as [PublicKey];
	assert.equal(isTrue(made(), other), false);
	const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
	const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
	const spki = publicKey.export({ type: "spki", format: "pem" }).toString();
	assert.throws(
		() => readSigner(pem, "rsa.pem"),
		/^RangeError: rsa.pem has a key of the type rsa, and receipts are signed with Ed25519/,
	);
	assert.throws(() => readPublicKeys(spki, "rsa.pem"), /must have Ed25519/);
	const jwk = JSON.stringify({ keys: [publicKey.export({ format: "jwk" })] });
	assert.throws(() => readPublicKeys(jwk, "keys.json"), /keys.json has no public key of Ed25519/);
	assert.throws(() => readSigner("nonsense", "x"), /x has no private key in PEM/);
	assert.throws(() => readPublicKeys('{"a":', "x"), /x is no valid JSON/);
});

test("a set may have keys of other algorithms beside ours", () => {
	const set = { keys: [null, { kty: "EC" }, { kty: "OKP", crv: "Ed25519", x: "short" }, SIGNER.jwk] };
	assert.deepEqual(
		readPublicKeys(JSON.stringify(set), "x").map(({ id }) => id),
		[SIGNER.id],
	);
});

for (const [change, message] of [
	[
		{ "signature-input": 'receipt=();created=1;keyid="a";alg="ed25519"' },
		'its signature does not cover "@status"',
	],
	[{ signature: "other=:AA==:" }, "its signature and what it covers do not belong together"],
	[{ signature: "receipt=:AA==:, b=:AA==:" }, "its signature and what it covers do not belong together"],
	[{ signature: "receipt=1" }, "its signature and what it covers do not belong together"],
	[{ "mill-receipt": "a" }, 'its field "mill-receipt" has no text "mill"'],
	[{ "content-digest": "sha-256=:AA==:" }, 'its field "content-digest" has no SHA-256 "sha-256"'],
	[{ "content-digest": "sha-512=:AA==:" }, 'its field "content-digest" has no SHA-256 "sha-256"'],
	[{ "mill-digest": "x\ny" }, "its signature covers more than a receipt has"],
] as const)
	test(`a receipt with ${JSON.stringify(change).slice(0, 60)} is told: ${message}`, () => {
		const receipt = made();
		assert.throws(() => readReceipt({ ...receipt, fields: { ...receipt.fields, ...change } }), { message });
	});

for (const [what, from, to, message] of [
	["algorithm", '"ed25519"', '"rsa-pss-sha512"', "its algorithm is not ed25519"],
	["time", "created=1700000000", "created=999999999999999", "its signature has no time"],
	["key", `;keyid="${SIGNER.id}"`, "", "its signature names no key"],
	["component", '("@status"', '("@method" "@status"', 'it has no field "@method"'],
	[
		"component of the request",
		'("@status"',
		'("@status";req "@status"',
		"its signature covers more than a receipt has",
	],
	["component twice", '("@status"', '("@status" "@status"', "its signature covers more than a receipt has"],
] as const)
	test(`a signature of another ${what} is told`, () => {
		const receipt = made();
		const input = (receipt.fields["signature-input"] as string).replace(from, to);
		assert.throws(
			() => readReceipt({ ...receipt, fields: { ...receipt.fields, "signature-input": input } }),
			{ message },
		);
	});

test("whatever JSON it is, it is read or refused in a sentence", () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.jsonValue(), (status, fields) => {
			isTrue({ status, fields });
		}),
	);
	const hostile = JSON.parse('{"status":200,"fields":{"__proto__":{"content-type":"a"},"constructor":"b"}}');
	assert.equal(isTrue(hostile), false);
});
