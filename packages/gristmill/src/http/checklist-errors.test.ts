import assert from "node:assert/strict";
import { test } from "node:test";
import { SUBJECTS, type Subject } from "../testing/mills/mills.js";
import { type Answer, ask, call, each, get, refused, served, start } from "../testing/server.js";

const site = served();

/** One request for each problem that a caller can meet at any mill. */
const MISTAKES: readonly (readonly [
	status: number,
	code: string,
	make: (subject: Subject) => Promise<Answer>,
])[] = [
	[400, "bad-parameter", (subject) => call(site, subject, { query: "?unknown=%3Cb%3E" })],
	[400, "bad-parameter", (subject) => call(site, subject, { query: "?%ff=1" })],
	[400, "unreadable-input", (subject) => call(site, subject, { headers: { "Content-Encoding": "gzip" } })],
	[404, "not-found", ({ path }) => get(`${site.url}/${path}/$nonsense`)],
	[404, "not-found", ({ path }) => get(`${site.url}/${path}/%ff`)],
	[404, "not-offered", ({ path }) => get(`${site.url}/${path}?$schema=text/csv`)],
	[405, "method-not-allowed", ({ path }) => ask(`${site.url}/${path}`, { method: "PUT" })],
	[405, "method-not-allowed", ({ path }) => ask(`${site.url}/${path}/$list`, { method: "DELETE" })],
	[406, "not-acceptable", (subject) => call(site, subject, { headers: { Accept: "text/csv" } })],
	[413, "content-too-large", (subject) => call(site, subject, { body: Buffer.alloc(subject.maxBytes + 1) })],
	[415, "unsupported-media-type", (subject) => call(site, subject, { headers: { "Content-Type": "a/b" } })],
	[415, "unsupported-encoding", (subject) => call(site, subject, { headers: { "Content-Encoding": "zz" } })],
	[417, "expectation-failed", (subject) => call(site, subject, { headers: { Expect: "the-unexpected" } })],
];

// E1, E2 and E3 are what `refused` demands: the media type, the status inside, nothing of the server's inside.
for (const [i, [status, code, make]] of MISTAKES.entries())
	each(`E1, E2, E3: mistake ${i + 1} is a problem document: ${status} ${code}`, async (subject) => {
		const answer = await make(subject);
		const { type, title } = refused(answer, status, code);
		const page = await get(new URL(type, answer.url));
		assert.equal(page.status, 200);
		assert.ok(page.text.startsWith(`# ${title}\n`));
	});

test("no answer says what the server is made of", async () => {
	for (const subject of SUBJECTS) {
		const answers = [
			await call(site, subject),
			await get(`${site.url}/nothing`),
			await get(`${site.url}/$list`),
		];
		for (const { headers } of answers)
			for (const field of ["server", "x-powered-by", "via"]) assert.equal(headers.get(field), null, field);
	}
});

test("a problem repeats no input", async () => {
	for (const subject of SUBJECTS) {
		const body = Buffer.concat([Buffer.from("canary-8f3a"), Buffer.of(0xff)]);
		const answer = await call(site, subject, { body });
		if (answer.status !== 200) assert.doesNotMatch(answer.text, /canary/);
	}
	const long = "x".repeat(2000);
	const { detail } = refused(
		await ask(`${site.url}/word-counter?${long}`, {
			method: "POST",
			headers: { "Content-Type": "text/plain" },
		}),
		400,
		"bad-parameter",
	);
	assert.ok(detail.length < 200);
});

// E4 speaks of credentials, which no server of ours can demand yet.

test("nothing above made the server fail", () => {
	assert.deepEqual(
		site.log.filter(({ level }) => level === "error"),
		[],
	);
});

each("Request-Id: the caller's own id comes back, on a result, a problem and a document", async (subject) => {
	const headers = { "Request-Id": "order-66.a~B_c" };
	const result = await call(site, subject, { headers });
	const problem = await call(site, subject, { headers: { ...headers, Accept: "text/csv" } });
	const document = await ask(`${site.url}/${subject.path}/$schema`, { headers });
	for (const answer of [result, problem, document])
		assert.equal(answer.headers.get("request-id"), "order-66.a~B_c");
	assert.equal(refused(problem, 406, "not-acceptable").instance, "order-66.a~B_c");
});

test("Request-Id: an id that is not fit for a log is replaced by a fresh one", async () => {
	const seen = new Set<string | null>();
	for (const own of [undefined, "", "two words", "a,b", "x".repeat(129), '"quoted"', "tab\tinside", "é"]) {
		const answer = await ask(`${site.url}/$list`, { headers: { "Request-Id": own } });
		const id = answer.headers.get("request-id");
		assert.notEqual(id, own);
		assert.match(id ?? "", /^[A-Za-z0-9_-]{12}-[0-9a-z]+$/);
		seen.add(id);
	}
	assert.equal(seen.size, 8);
});

for (const way of ["error", "rejection", "string", "output", "problem"])
	test(`a crash by ${way} is 500 with an id, and the log alone has the rest`, async () => {
		const own = await start();
		const headers = { "Content-Type": "text/plain" };
		const answer = await ask(`${own.url}/crasher`, { method: "POST", headers, body: Buffer.from(way) });
		const problem = refused(answer, 500, "crashed");
		assert.doesNotMatch(answer.text, /secret|crasher/);
		assert.deepEqual(Object.keys(problem).sort(), ["code", "detail", "instance", "status", "title", "type"]);
		const entries = own.log.filter(({ level }) => level === "error");
		assert.equal(entries.length, 1);
		assert.equal(entries[0]?.fields.id, problem.instance);
		assert.equal(entries[0]?.fields.mill, "crasher");
		// What was thrown is there for the operator by its kind and its place; its text, which may quote the input, is not.
		const written = JSON.stringify(entries);
		assert.doesNotMatch(written, /secret/);
		if (way === "error" || way === "rejection") assert.match(written, /run threw.* ← \w*Error\\n +at /);
		if (way === "problem") assert.match(written, /undeclared/);
		if (way === "output") assert.match(written, /output schema: \/extra is not declared/);
		const [first] = SUBJECTS;
		assert.ok(first);
		assert.deepEqual((await call(own, first)).json(), first.output);
	});

test("a crash is answered as a problem whatever the caller accepts", async () => {
	for (const accept of ["application/xml", "application/hal+json", "*/*"]) {
		const headers = { "Content-Type": "text/plain", Accept: accept, "Request-Id": "crash-1" };
		const answer = await ask(`${site.url}/crasher`, { method: "POST", headers, body: Buffer.from("error") });
		assert.equal(refused(answer, 500, "crashed").instance, "crash-1");
	}
});
