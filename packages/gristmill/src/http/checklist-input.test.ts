import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { test } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { jpegOf, SUBJECTS, type Subject } from "../testing/mills/mills.js";
import { ask, call, each, refused, served } from "../testing/server.js";

// Its own: the last test looks at its log.
const site = served({}, {});

function subjectOf(mill: string): Subject {
	const found = SUBJECTS.find((subject) => subject.mill === mill);
	assert.ok(found);
	return found;
}

each("I2: a 415 names the input types in Accept, and in Accept-Post or Accept-Query", async (subject) => {
	const answer = await call(site, subject, { headers: { "Content-Type": "application/x-nonsense" } });
	assert.ok(answer.list("accept").includes(subject.mediaType));
	assert.equal(answer.list("accept-post").includes(subject.mediaType), subject.method === "POST");
	assert.equal(answer.list("accept-query").includes(subject.mediaType), subject.method === "QUERY");
});

each("I3: a missing or malformed Content-Type is refused with 415", async (subject) => {
	for (const type of [undefined, "", "text", "text/plain; charset", "/"])
		refused(await call(site, subject, { headers: { "Content-Type": type } }), 415, "unsupported-media-type");
});

each("I4: the media type in other case and with a harmless parameter is taken", async (subject) => {
	const answer = await call(site, subject, { headers: { "Content-Type": subject.otherwise } });
	assert.equal(answer.status, 200, answer.text);
	assert.deepEqual(answer.json(), subject.output);
});

test("a text may come in any charset of the Encoding standard", async () => {
	const subject = subjectOf("query-echoer");
	const send = (charset: string, hex: string) =>
		call(site, subject, {
			headers: { "Content-Type": `text/plain; charset=${charset}` },
			body: Buffer.from(hex, "hex"),
		});
	assert.equal((await send("windows-1251", "80e4")).json().text, "Ђд");
	assert.equal((await send("Shift_JIS", "90ce")).json().text, "石");
	assert.equal((await send("utf-16le", "ac20fc00")).json().text, "€ü");
	refused(await send("utf-16le", "00d8"), 400, "unreadable-input");
	const unknown = { "Content-Type": "text/plain; charset=klingon" };
	refused(await call(site, subject, { headers: unknown }), 415, "unsupported-media-type");
});

// Node 20's own decoder takes it for ISO 8859-1, and so does "iso-8859-1", which is the same to the standard.
test("windows-1252 is read as the Encoding standard says", async () => {
	const headers = { "Content-Type": "text/plain; charset=windows-1252" };
	const answer = await call(site, subjectOf("query-echoer"), { headers, body: Buffer.from("80fc", "hex") });
	assert.deepEqual(answer.json(), { text: "€ü", length: 2 });
});

each(
	"I5: an empty body is 400, but the empty text and no bytes at all are inputs like any other",
	async (subject) => {
		for (const body of [undefined, Buffer.alloc(0)]) {
			const answer = await call(site, subject, { body });
			if (subject.empty === 200) assert.equal(answer.status, 200, answer.text);
			else refused(answer, subject.empty, "empty-input");
		}
	},
);

test("there is no empty JSON", async () => {
	const headers = { "Content-Type": "application/json" };
	refused(
		await call(site, subjectOf("query-echoer"), { headers, body: Buffer.alloc(0) }),
		400,
		"empty-input",
	);
});

each("I6: random bytes are refused where they are not the input type", async (subject) => {
	const { body, status } = subject.garbage;
	const answer = await call(site, subject, { body });
	if (status === 200) assert.equal(answer.json().size, body.length);
	else refused(answer, status, status === 415 ? "unsupported-media-type" : "unreadable-input");
});

test("what is no JSON is 400, and JSON that does not match its schema is 422", async () => {
	const subject = subjectOf("query-echoer");
	const headers = { "Content-Type": "application/json" };
	const send = (text: string) => call(site, subject, { headers, body: Buffer.from(text) });
	assert.deepEqual((await send('{"text":"Mühle"}')).json(), { text: "Mühle", length: 5 });
	for (const broken of ['{"text":', "secret", "[1,]", "\u0000"]) {
		const { detail } = refused(await send(broken), 400, "unreadable-input");
		// The engine's own message would quote the input.
		assert.ok(!detail.includes("secret"));
	}
	for (const wrong of ['{"text":1}', "{}", "[]", "null", '"text"'])
		refused(await send(wrong), 422, "invalid-input");
});

each("I7: input without its end is never answered with 5xx", async (subject) => {
	const { body, status } = subject.cut;
	const answer = await call(site, subject, { body });
	if (status === 200) assert.notDeepEqual(answer.json(), subject.output);
	else refused(answer, status, "unreadable-input");
});

test("a JPEG cut at any byte is refused, and never answered with 5xx", async () => {
	const subject = subjectOf("picture-meter");
	for (let length = 3; length < subject.input.length; length++) {
		const answer = await call(site, subject, { body: subject.input.subarray(0, length) });
		refused(answer, 400, "unreadable-input");
	}
});

test("a caller that goes away in the middle of its body leaves the server as it was", async () => {
	for (const subject of SUBJECTS) {
		const headers = { "Content-Type": subject.mediaType, "Content-Length": 10_000 };
		const question = request(`${site.url}/${subject.path}`, {
			method: subject.method,
			headers,
			agent: false,
		});
		question.on("error", () => {}); // its own going away
		const arrived = once(site.server.http, "request");
		question.write(subject.input);
		const [, response] = await arrived;
		const lost = once(response, "close");
		question.destroy();
		await lost;
		assert.deepEqual((await call(site, subject)).json(), subject.output);
	}
});

test("a mill's own problem is answered with its status and a page", async () => {
	const subject = subjectOf("picture-meter");
	for (const body of [jpegOf(), jpegOf(640, 0)]) {
		const answer = await call(site, subject, { body });
		const problem = refused(answer, 422, "no-size");
		assert.equal(problem.title, "The picture has no size");
		const page = await ask(new URL(problem.type, answer.url));
		assert.equal(page.status, 200);
		assert.match(page.text, /frame header names its width/);
	}
});

each(
	"I8: one byte more than the mill takes is refused with 413, and as many as it takes are not",
	async (subject) => {
		// A picture may be followed by anything, a text may be all spaces.
		const body = Buffer.alloc(subject.maxBytes, " ");
		subject.input.copy(body);
		assert.equal((await call(site, subject, { body })).status, 200);
		const answer = await call(site, subject, { body: Buffer.concat([body, Buffer.from(" ")]) });
		assert.equal(refused(answer, 413, "content-too-large").maxBytes, subject.maxBytes);
		assert.equal(answer.headers.get("connection"), "close");
	},
);

each("I10: an unknown content coding is refused with 415 and Accept-Encoding", async (subject) => {
	for (const coding of ["x-unknown", "gzip, gzip", "zstd"]) {
		const answer = await call(site, subject, { headers: { "Content-Encoding": coding } });
		refused(answer, 415, "unsupported-encoding");
		assert.deepEqual(answer.list("accept-encoding").sort(), ["br", "deflate", "gzip"]);
	}
});

const ENCODERS = { gzip: gzipSync, "X-GZIP": gzipSync, deflate: deflateSync, br: brotliCompressSync };

each("a body in gzip, deflate or br gives the same result", async (subject) => {
	for (const [coding, encode] of Object.entries(ENCODERS)) {
		const headers = { "Content-Encoding": coding };
		const answer = await call(site, subject, { headers, body: encode(subject.input) });
		assert.equal(answer.status, 200, `${coding}: ${answer.text}`);
		assert.deepEqual(answer.json(), subject.output);
	}
	const plain = await call(site, subject, { headers: { "Content-Encoding": "identity" } });
	assert.deepEqual(plain.json(), subject.output);
});

each("a body that does not keep what its coding says is refused with 400", async (subject) => {
	for (const [coding, encode] of Object.entries(ENCODERS))
		for (const body of [subject.input, encode(subject.input).subarray(0, -1), Buffer.alloc(0)]) {
			const headers = { "Content-Encoding": coding };
			refused(await call(site, subject, { headers, body }), 400, "unreadable-input");
		}
});

/** 20 MiB in 20 KiB. */
const BOMB = gzipSync(Buffer.alloc(20 * 1024 * 1024));

each("a body that swells beyond the limit is refused with 413", async (subject) => {
	const headers = { "Content-Encoding": "gzip" };
	const answer = await call(site, subject, { headers, body: BOMB });
	assert.equal(refused(answer, 413, "content-too-large").maxBytes, subject.maxBytes);
});

test("nothing above made the server fail", async () => {
	assert.deepEqual(
		site.log.filter(({ level }) => level === "error"),
		[],
	);
});
