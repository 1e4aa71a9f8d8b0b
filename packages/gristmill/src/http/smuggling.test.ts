import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { onRawSocket } from "../testing/raw-socket.js";
import { ask, refused, served } from "../testing/server.js";

// Its own: the last test looks at its log.
const site = served({}, {});

/** A call of the word counter, with these lines between its address and its body. */
const call = (lines: readonly string[], body = "hi", first = "POST /word-counter HTTP/1.1") =>
	`${[first, "Host: a", "Content-Type: text/plain", ...lines].join("\r\n")}\r\n\r\n${body}`;
const CHUNKED = "Transfer-Encoding: chunked";
/** What an attacker wants to have answered as a request of its own. */
const SMUGGLED = "GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n";

/** Each is refused once and the connection is closed: nothing behind it is ever read as a request. */
const REFUSED: Readonly<Record<string, string>> = {
	"Content-Length twice": call(["Content-Length: 2", "Content-Length: 2"]),
	"Content-Length as a list": call(["Content-Length: 2, 2"]),
	"Content-Length with a sign": call(["Content-Length: +2"]),
	"a negative Content-Length": call(["Content-Length: -2"]),
	"Content-Length in hexadecimal": call(["Content-Length: 0x2"]),
	"Content-Length with a space inside": call(["Content-Length: 2 2"]),
	"an empty Content-Length": call(["Content-Length: "]),
	"Content-Length beyond all numbers": call(["Content-Length: 99999999999999999999999"]),
	"Content-Length before Transfer-Encoding": call(["Content-Length: 2", CHUNKED], "2\r\nhi\r\n0\r\n\r\n"),
	"Content-Length after Transfer-Encoding": call([CHUNKED, "Content-Length: 2"], "2\r\nhi\r\n0\r\n\r\n"),
	"Transfer-Encoding: identity": call(["Transfer-Encoding: identity"]),
	"Transfer-Encoding: gzip, chunked": call(["Transfer-Encoding: gzip, chunked"], "2\r\nhi\r\n0\r\n\r\n"),
	"Transfer-Encoding: chunked, identity": call(["Transfer-Encoding: chunked, identity"]),
	"Transfer-Encoding: xchunked": call(["Transfer-Encoding: xchunked"], "2\r\nhi\r\n0\r\n\r\n"),
	"Transfer-Encoding twice": call([CHUNKED, CHUNKED], "2\r\nhi\r\n0\r\n\r\n"),
	"Transfer-Encoding behind a vertical tab": call(["Transfer-Encoding: \vchunked"], "2\r\nhi\r\n0\r\n\r\n"),
	"Transfer-Encoding in HTTP/1.0": call([CHUNKED], "2\r\nhi\r\n0\r\n\r\n", "POST /word-counter HTTP/1.0"),
	"a folded line": call(["X-A: b\r\n c", "Content-Length: 2"]),
	"a folded Transfer-Encoding": call(["Transfer-Encoding:\r\n chunked"], "2\r\nhi\r\n0\r\n\r\n"),
	"bare line feeds": call(["Content-Length: 2"]).replaceAll("\r\n", "\n"),
	"one bare line feed": call(["X-A: b\nContent-Length: 9", "Content-Length: 2"]),
	"a bare carriage return": call(["X-A: b\rContent-Length: 9", "Content-Length: 2"]),
	"a space before the colon": call(["Content-Length : 2"]),
	"a space before the first field": "POST /word-counter HTTP/1.1\r\n Host: a\r\nContent-Length: 2\r\n\r\nhi",
	"a field without a name": call([": x", "Content-Length: 2"]),
	"a line without a colon": call(["junk", "Content-Length: 2"]),
	"NUL in a value": call(["X-A: a\0b", "Content-Length: 2"]),
	"NUL in a name": call(["X-\0A: b", "Content-Length: 2"]),
	"a control character in a value": call(["X-A: a\u0001b", "Content-Length: 2"]),
	"a chunk size of nothing": call([CHUNKED], "\r\nhi\r\n0\r\n\r\n"),
	"a chunk size with a prefix": call([CHUNKED], "0x2\r\nhi\r\n0\r\n\r\n"),
	"a negative chunk size": call([CHUNKED], "-2\r\nhi\r\n0\r\n\r\n"),
	"a chunk size beyond all numbers": call([CHUNKED], "fffffffffffffffff\r\nhi\r\n0\r\n\r\n"),
	"a chunk size with a space": call([CHUNKED], "2 \r\nhi\r\n0\r\n\r\n"),
	"a line feed behind a chunk size": call([CHUNKED], "2\nhi\r\n0\r\n\r\n"),
	"a line feed in a chunk extension": call([CHUNKED], "2;a\nhi\r\n0\r\n\r\n"),
	"a chunk longer than its size": call([CHUNKED], "2\r\nhi!\r\n0\r\n\r\n"),
	"a chunk that ends with a line feed": call([CHUNKED], "2\r\nhi\n0\r\n\r\n"),
	"a chunk extension without end": call([CHUNKED], `2;${"a".repeat(40_000)}\r\nhi\r\n0\r\n\r\n`),
	"framing fields in the trailer": call([CHUNKED], "2\r\nhi\r\n0\r\nContent-Length: 9\r\n\r\n"),
	"Content-Type twice": call(["Content-Type: image/png", "Content-Length: 2"]),
	"Authorization twice": call(["Authorization: a", "Authorization: b", "Content-Length: 2"]),
	"a path in Host": call(["Content-Length: 2"]).replace("Host: a", "Host: a/b"),
	"an address without a slash": call(["Content-Length: 2"], "hi", "POST word-counter HTTP/1.1"),
	"a space in the address": call(["Content-Length: 2"], "hi", "POST /word-counter x HTTP/1.1"),
	"a control character in the address": call(
		["Content-Length: 2"],
		"hi",
		"POST /word-\u0001counter HTTP/1.1",
	),
	"the version 2.0": call(["Content-Length: 2"], "hi", "POST /word-counter HTTP/2.0"),
	"the version 1.9": call(["Content-Length: 2"], "hi", "POST /word-counter HTTP/1.9"),
	"the preface of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
};

for (const [what, bytes] of Object.entries(REFUSED))
	test(`smuggling: ${what} is refused, and nothing behind it is read`, () =>
		onRawSocket(site.url, async (raw) => {
			raw.send(Buffer.from(bytes + SMUGGLED, "latin1"));
			refused(await raw.answer(), 400, "bad-request");
			assert.equal((await raw.ended()).length, 0);
		}));

/** Each is one call and no more, with what comes behind it answered as the second request that it is. */
const TAKEN: Readonly<Record<string, string>> = {
	"a chunk extension": call([CHUNKED], '2;a="b"\r\nhi\r\n0\r\n\r\n'),
	"a trailer that names another type": call([CHUNKED], "2\r\nhi\r\n0\r\nContent-Type: image/png\r\n\r\n"),
	"Transfer-Encoding in capitals": call(["TRANSFER-ENCODING: CHUNKED"], "2\r\nhi\r\n0\r\n\r\n"),
	"zeros before Content-Length": call(["Content-Length: 0002"]),
	"empty lines before the request": `\r\n\r\n${call(["Content-Length: 2"])}`,
	"names of every object as fields": call(["__proto__: x", "constructor: y", "Content-Length: 2"]),
};

for (const [what, bytes] of Object.entries(TAKEN))
	test(`smuggling: ${what} changes neither the call nor the request behind it`, () =>
		onRawSocket(site.url, async (raw) => {
			raw.send(bytes + SMUGGLED);
			const { words, lines } = (await raw.answer()).json();
			assert.deepEqual([words, lines], [1, 1]);
			assert.deepEqual((await raw.answer()).json(), { live: true });
		}));

test("an upgrade that nobody offers is a call like any other, and the connection stays HTTP/1.1", () =>
	onRawSocket(site.url, async (raw) => {
		for (const protocol of ["h2c", "websocket"]) {
			raw.send(call(["Connection: Upgrade", `Upgrade: ${protocol}`, "Content-Length: 2"]));
			const answer = await raw.answer();
			assert.equal(answer.status, 200);
			assert.equal(answer.headers.get("upgrade"), null);
		}
	}));

test("smuggling: a request in the body of a GET is a body", () =>
	onRawSocket(site.url, async (raw) => {
		const inner = "GET /health/ready HTTP/1.1\r\nHost: a\r\n\r\n";
		raw.send(`GET /health/live HTTP/1.1\r\nHost: a\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`);
		raw.send("GET /$list HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
		assert.deepEqual((await raw.answer()).json(), { live: true });
		assert.ok("methods" in (await raw.answer()).json());
		assert.equal((await raw.ended()).length, 0);
	}));

test("more header fields than any caller has are refused with 431, whatever stands behind the last one seen", async () => {
	for (const count of [201, 990, 2_100])
		await onRawSocket(site.url, async (raw) => {
			raw.send(call([...Array.from({ length: count }, () => "a:"), "Content-Length: 2"]) + SMUGGLED);
			refused(await raw.answer(), 431, "headers-too-large");
			assert.equal((await raw.ended()).length, 0);
		});
});

test("a trailer larger than header fields may be is refused with 431", () =>
	onRawSocket(site.url, async (raw) => {
		raw.send(call([CHUNKED], `2\r\nhi\r\n0\r\nX: ${"a".repeat(40_000)}\r\n\r\n`));
		refused(await raw.answer(), 431, "headers-too-large");
		await raw.ended();
	}));

test("CONNECT is refused with 501, and no tunnel is opened", () =>
	onRawSocket(site.url, async (raw) => {
		raw.send(`CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n${SMUGGLED}`);
		refused(await raw.answer(), 501, "unknown-method");
		assert.equal((await raw.ended()).length, 0);
	}));

test("pipelined calls are answered in their order, however long each takes", () =>
	onRawSocket(site.url, async (raw) => {
		const texts = Array.from({ length: 40 }, (_, i) => "w ".repeat(i % 2 === 0 ? 9_000 + i : i));
		raw.send(texts.map((text) => call([`Content-Length: ${text.length}`], text)).join(""));
		for (const text of texts) assert.equal((await raw.answer()).json().characters, text.length);
	}));

/** Addresses with which other servers were made to read files, or to see a place behind a guard. */
const CLIMBING = [
	"/../../../etc/passwd",
	"/word-counter/../../etc/passwd",
	"/%2e%2e/%2e%2e/etc/passwd",
	"/..%2f..%2fetc%2fpasswd",
	"/..\\..\\etc\\passwd",
	"/..%5c..%5cetc%5cpasswd",
	"/%252e%252e%252fetc%252fpasswd",
	"/%c0%ae%c0%ae/etc/passwd",
	"//etc/passwd",
	"/./word-counter",
	"/word-counter/.",
	"/word-counter/../word-counter",
	"/word-counter/..;/word-counter",
	"/word-counter%00.json",
	"/word-counter%2f$schema",
	"/$problems/..%2f..%2fpackage.json",
	"/$problems/../$list",
	"/$problems/__proto__",
	"/$problems/constructor",
	"/health/../$list",
	"/health/ready/../../$list",
	"/.well-known/../$list",
	"/checksum-calculator/..%2f..%2fetc/$schema",
	"/__proto__/$schema",
	"/constructor",
	"/package.json",
	"/.git/config",
];

for (const target of CLIMBING)
	test(`no address leads out of the server's tree: ${target} is not found`, () =>
		onRawSocket(site.url, async (raw) => {
			for (const method of ["GET", "POST"]) {
				raw.sendHead(`${method} ${target} HTTP/1.1`, "Content-Length: 0");
				const answer = await raw.answer();
				assert.ok([404, 405].includes(answer.status), `${answer.status} ${answer.text}`);
				assert.doesNotMatch(answer.text, /root:|"name"/);
			}
		}));

test("line ends in an address, a parameter or an id never become header fields of an answer", async () => {
	const evil = "%0d%0aSet-Cookie:%20a=b%0d%0a%0d%0a";
	const targets = [`/${evil}`, `/word-counter?${evil}=${evil}`, `/$problems/${evil}`, `/${evil}/$schema`];
	for (const target of [...targets, `/checksum-calculator/${evil}`, `/word-counter?$schema=${evil}`])
		for (const method of ["GET", "POST", "OPTIONS"]) {
			const headers = { "Content-Type": "text/plain", "Request-Id": evil, Origin: `https://a${evil}` };
			const answer = await ask(site.url + target, { method, headers, body: Buffer.from("hi") });
			assert.equal(answer.headers.get("set-cookie"), null);
			assert.doesNotMatch([...answer.headers.values()].join(), /Set-Cookie/i);
		}
});

test("names that every object has are unknown parameters, and change no object", async () => {
	for (const name of [
		"__proto__",
		"constructor",
		"prototype",
		"toString",
		"__proto__.polluted",
		"__proto__[a]",
	]) {
		const body = Buffer.from("hi");
		const headers = { "Content-Type": "text/plain" };
		const answer = await ask(`${site.url}/word-counter?${name}=1`, { method: "POST", headers, body });
		refused(answer, 400, "bad-parameter");
		const document = await ask(`${site.url}/$list?${name}=1`);
		refused(document, 400, "bad-parameter");
		assert.match(String(document.json().detail), /Unknown parameter/);
	}
	assert.equal(({} as { polluted?: unknown }).polluted, undefined);
});

test("nothing above made the server fail", () => {
	assert.deepEqual(
		site.log.filter(({ level }) => level === "error"),
		[],
	);
});
