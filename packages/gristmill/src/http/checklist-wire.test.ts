import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { MiB } from "../index.js";
import { SUBJECTS, type Subject } from "../testing/mills/mills.js";
import { onRawSocket, type RawSocket } from "../testing/raw-socket.js";
import { call, each, refused, served } from "../testing/server.js";

// Its own: the last test looks at its log.
const site = served({}, {});
const EXPECT = "Expect: 100-continue";

/** Sends the head of a call that waits for 100 Continue. */
function announce(raw: RawSocket, subject: Subject, ...fields: readonly string[]): void {
	const type = fields.some((field) => /^content-type:/i.test(field))
		? []
		: [`Content-Type: ${subject.mediaType}`];
	raw.sendHead(`${subject.method} /${subject.path} HTTP/1.1`, EXPECT, ...type, ...fields);
}

each("I8: 2 GiB are refused with 413 before a byte of them is sent, without 100 Continue", (subject) =>
	onRawSocket(site.url, async (raw) => {
		announce(raw, subject, `Content-Length: ${2 ** 31}`);
		const answer = await raw.answer();
		refused(answer, 413, "content-too-large");
		assert.equal(answer.headers.get("connection"), "close");
		assert.equal((await raw.ended()).length, 0);
	}),
);

for (const [status, code, field] of [
	[415, "unsupported-media-type", "Content-Type: application/x-nonsense"],
	[415, "unsupported-encoding", "Content-Encoding: x-unknown"],
	[406, "not-acceptable", "Accept: text/csv"],
] as const)
	each(`I11: a caller that waits for 100 Continue gets ${status} ${code} instead`, (subject) =>
		onRawSocket(site.url, async (raw) => {
			announce(raw, subject, field, `Content-Length: ${subject.input.length}`);
			refused(await raw.answer(), status, code);
			assert.equal((await raw.ended()).length, 0);
		}),
	);

test("a caller that waits for 100 Continue at an address without a mill gets 404 or 405 instead", async () => {
	for (const [line, status, code] of [
		["POST /nothing HTTP/1.1", 404, "not-found"],
		["PUT /word-counter HTTP/1.1", 405, "method-not-allowed"],
		["POST /word-counter/$schema HTTP/1.1", 405, "method-not-allowed"],
	] as const)
		await onRawSocket(site.url, async (raw) => {
			raw.sendHead(line, EXPECT, "Content-Type: text/plain", "Content-Length: 5");
			refused(await raw.answer(), status, code);
			assert.equal((await raw.ended()).length, 0);
		});
});

each("I11: a caller that waits for 100 Continue with good input gets it, then 200", (subject) =>
	onRawSocket(site.url, async (raw) => {
		announce(raw, subject, `Content-Length: ${subject.input.length}`);
		assert.equal((await raw.answer()).status, 100);
		raw.send(subject.input);
		const answer = await raw.answer();
		assert.equal(answer.status, 200, answer.text);
		assert.deepEqual(answer.json(), subject.output);
	}),
);

each("I8: a chunked body that outgrows the limit is refused with 413 while it is being sent", (subject) =>
	onRawSocket(site.url, async (raw) => {
		const fields = [`Content-Type: ${subject.mediaType}`, "Transfer-Encoding: chunked"];
		raw.sendHead(`${subject.method} /${subject.path} HTTP/1.1`, ...fields);
		const piece = Buffer.alloc(MiB / 2, " ");
		for (let sent = 0; sent <= subject.maxBytes; sent += piece.length) raw.sendChunk(piece);
		// The body has no end yet: the answer must not wait for it.
		const answer = await raw.answer();
		assert.equal(refused(answer, 413, "content-too-large").maxBytes, subject.maxBytes);
		assert.equal(answer.headers.get("connection"), "close");
		raw.send("0\r\n\r\n");
		assert.equal((await raw.ended()).length, 0);
	}),
);

each(
	"I8: a caller that sends its whole oversized body before it reads still gets the 413",
	(subject) =>
		onRawSocket(site.url, async (raw) => {
			const length = subject.maxBytes + 4 * MiB;
			const fields = [`Content-Type: ${subject.mediaType}`, `Content-Length: ${length}`];
			raw.socket.pause();
			raw.sendHead(`${subject.method} /${subject.path} HTTP/1.1`, ...fields);
			await new Promise((resolve) => raw.socket.write(Buffer.alloc(length), resolve));
			raw.socket.resume();
			refused(await raw.answer(), 413, "content-too-large");
		}),
	// The server reads a few megabytes away and no more, so the body must be one of them.
	SUBJECTS.filter(({ maxBytes }) => maxBytes === MiB),
);

test("a caller that never stops sending is cut off", () =>
	onRawSocket(site.url, async (raw) => {
		raw.sendHead("POST /word-counter HTTP/1.1", "Content-Type: text/plain", `Content-Length: ${2 ** 40}`);
		refused(await raw.answer(), 413, "content-too-large");
		const more = () => {
			while (raw.socket.writable && raw.socket.write(Buffer.alloc(MiB / 4))) {}
		};
		raw.socket.on("drain", more);
		more();
		await raw.ended();
	}));

test("a small unwanted body is read away, and the connection goes on", () =>
	onRawSocket(site.url, async (raw) => {
		for (let i = 0; i < 3; i++) {
			raw.sendHead("POST /word-counter HTTP/1.1", "Content-Type: a/b", "Content-Length: 5");
			raw.send("words");
			refused(await raw.answer(), 415, "unsupported-media-type");
		}
		raw.sendHead("POST /word-counter HTTP/1.1", "Content-Type: text/plain", "Content-Length: 9");
		raw.send("two words");
		assert.equal((await raw.answer()).json().words, 2);
	}));

test("another expectation is refused with 417", () =>
	onRawSocket(site.url, async (raw) => {
		raw.sendHead("POST /word-counter HTTP/1.1", "Expect: a-miracle", "Content-Length: 5");
		refused(await raw.answer(), 417, "expectation-failed");
		assert.equal((await raw.ended()).length, 0);
	}));

each("R4: a request without Host, or with two, is refused with 400", async (subject) => {
	for (const hosts of ["", "Host: a.example\r\nHost: b.example\r\n"])
		await onRawSocket(site.url, async (raw) => {
			raw.send(
				`${subject.method} /${subject.path} HTTP/1.1\r\n${hosts}Content-Type: ${subject.mediaType}\r\n\r\n`,
			);
			refused(await raw.answer(), 400, "bad-request");
		});
});

test("HTTP/1.0 needs no Host", () =>
	onRawSocket(site.url, async (raw) => {
		raw.send("POST /word-counter HTTP/1.0\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\ntwo words");
		assert.equal((await raw.answer()).json().words, 2);
		await raw.ended();
	}));

test("what is no HTTP, and what is wrongly framed, is refused with 400", async () => {
	for (const bytes of [
		"\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n",
		"GET /word-counter\r\n\r\n",
		"POST /word-counter HTTP/1.1\r\nHost: a\r\nContent-Length: five\r\n\r\n",
		"POST /word-counter HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
		"POST /word-counter HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
	])
		await onRawSocket(site.url, async (raw) => {
			raw.send(bytes);
			const answer = await raw.answer();
			assert.ok(answer.status === 400 || answer.status === 501, bytes);
			refused(answer, answer.status, answer.status === 400 ? "bad-request" : "unknown-method");
			assert.equal((await raw.ended()).length, 0);
		});
});

test("huge header fields, and a huge address, are refused with 431", async () => {
	for (const head of [
		`POST /word-counter HTTP/1.1\r\nHost: a\r\nX-Huge: ${"x".repeat(100_000)}\r\n\r\n`,
		`GET /${"x".repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
	])
		await onRawSocket(site.url, async (raw) => {
			raw.send(head);
			refused(await raw.answer(), 431, "headers-too-large");
			assert.equal((await raw.ended()).length, 0);
		});
});

const impatient = served({}, {});
/** Lets every request time out soon that is not complete, until the returned function is called. */
function hurry(): () => void {
	const { http } = impatient.server;
	const { headersTimeout, requestTimeout } = http;
	Object.assign(http, { headersTimeout: 100, requestTimeout: 200 });
	return () => void Object.assign(http, { headersTimeout, requestTimeout });
}
const UNFINISHED = [
	"POST /word-counter HTTP/1.1\r\nHost: a\r\nContent-",
	"POST /word-counter HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nthe beginning",
	"QUERY /query-echoer HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n",
];

test("a request that never ends is answered with 408, in its head and in its body", async () => {
	const calm = hurry();
	const waits = UNFINISHED.map((bytes) =>
		onRawSocket(impatient.url, async (raw) => {
			raw.send(bytes);
			refused(await raw.answer(), 408, "request-timeout");
			assert.equal((await raw.ended()).length, 0);
		}),
	);
	await Promise.all(waits);
	calm();
	const [first] = SUBJECTS;
	assert.ok(first);
	assert.deepEqual((await call(impatient, first)).json(), first.output);
	assert.deepEqual(
		impatient.log.filter(({ level }) => level === "error"),
		[],
	);
});

test("a caller that keeps its side open after a 408 is cut off", async () => {
	const arrived = once(impatient.server.http, "connection");
	await onRawSocket(
		impatient.url,
		async (raw) => {
			const [socket] = await arrived;
			const calm = hurry();
			raw.send(UNFINISHED[0] ?? "");
			refused(await raw.answer(), 408, "request-timeout");
			calm();
			if (!socket.destroyed) await once(socket, "close");
		},
		{ halfOpen: true },
	);
});

test("nothing above made the server fail", () => {
	assert.deepEqual(
		site.log.filter(({ level }) => level === "error"),
		[],
	);
});
