import assert from "node:assert/strict";
import { test } from "node:test";
import { createServer } from "../index.js";
import { type Answer, ask, call, each, get, refused, served } from "../testing/server.js";
import { normalOrigins } from "./flow/cors.js";

const PAGE = "https://page.example";
const off = served();
const anybody = served({ cors: "*" });
const listed = served({ cors: [PAGE, "http://localhost:3000"] });

const PREFLIGHT = {
	Origin: PAGE,
	"Access-Control-Request-Method": "POST",
	"Access-Control-Request-Headers": "content-type",
};

function corsFields({ headers }: Answer): string[] {
	return [...headers.keys()].filter((name) => name.startsWith("access-control-"));
}

each(
	"D4: a preflight is answered with 2xx without credentials, whether CORS is on or off",
	async ({ path }) => {
		for (const { url } of [off, anybody, listed]) {
			const answer = await ask(`${url}/${path}`, { method: "OPTIONS", headers: PREFLIGHT });
			assert.equal(answer.status, 204);
			assert.equal(answer.headers.get("www-authenticate"), null);
		}
	},
);

each("D5: without CORS no answer carries its fields", async (subject) => {
	const { url } = off;
	const answers = [
		await ask(`${url}/${subject.path}`, { method: "OPTIONS", headers: PREFLIGHT }),
		await call(off, subject, { headers: { Origin: PAGE } }),
		await call(off, subject, { headers: { Origin: PAGE, "Content-Type": "application/x-nonsense" } }),
		await ask(`${url}/${subject.path}/$schema`, { headers: { Origin: PAGE } }),
	];
	for (const answer of answers) {
		assert.deepEqual(corsFields(answer), []);
		assert.ok(!answer.list("vary").includes("Origin"));
	}
});

each(
	"D5: a preflight of an allowed origin learns the method, the fields and for how long",
	async (subject) => {
		for (const [{ url }, allowed] of [
			[anybody, "*"],
			[listed, PAGE],
		] as const) {
			const headers = { ...PREFLIGHT, "Access-Control-Request-Method": subject.method };
			const answer = await ask(`${url}/${subject.path}`, { method: "OPTIONS", headers });
			assert.equal(answer.headers.get("access-control-allow-origin"), allowed);
			assert.ok(answer.list("access-control-allow-methods").includes(subject.method));
			const fields = answer.list("access-control-allow-headers").map((field) => field.toLowerCase());
			for (const field of ["content-type", "accept", "content-encoding", "if-none-match", "request-id"])
				assert.ok(fields.includes(field), field);
			assert.ok(Number(answer.headers.get("access-control-max-age")) > 0);
			// Credentials stay out: no cookie of a page belongs to a mill.
			assert.equal(answer.headers.get("access-control-allow-credentials"), null);
		}
	},
);

each(
	"D5: a page of an allowed origin can read results, problems and documents with their fields",
	async (subject) => {
		for (const [site, allowed] of [
			[anybody, "*"],
			[listed, PAGE],
		] as const) {
			const result = await call(site, subject, { headers: { Origin: PAGE } });
			const problem = await call(site, subject, {
				headers: { Origin: PAGE, "Content-Type": "application/x-nonsense" },
			});
			refused(problem, 415, "unsupported-media-type");
			const document = await ask(`${site.url}/${subject.path}/$schema`, { headers: { Origin: PAGE } });
			const missing = await ask(`${site.url}/nothing`, { headers: { Origin: PAGE } });
			for (const answer of [result, problem, document, missing]) {
				assert.equal(answer.headers.get("access-control-allow-origin"), allowed);
				const exposed = answer.list("access-control-expose-headers").map((field) => field.toLowerCase());
				for (const field of ["etag", "link", "request-id", "retry-after"])
					assert.ok(exposed.includes(field), field);
				assert.equal(answer.list("vary").includes("Origin"), allowed !== "*");
				assert.equal(answer.headers.get("access-control-allow-methods"), null);
			}
		}
	},
);

each(
	"D5: a page of another origin is allowed nothing, and caches keep the answers apart",
	async (subject) => {
		for (const origin of [
			"https://evil.example",
			"null",
			`${PAGE}.evil.example`,
			PAGE.toUpperCase(),
			undefined,
		]) {
			const preflight = await ask(`${listed.url}/${subject.path}`, {
				method: "OPTIONS",
				headers: { ...PREFLIGHT, Origin: origin },
			});
			const result = await call(listed, subject, { headers: { Origin: origin } });
			assert.deepEqual(result.json(), subject.output);
			for (const answer of [preflight, result]) {
				assert.deepEqual(corsFields(answer), [], origin);
				assert.ok(answer.list("vary").includes("Origin"));
			}
		}
	},
);

test("the answer that a document is still the same, 304, can be read by the page too", async () => {
	const address = `${listed.url}/word-counter/$schema`;
	const etag = (await get(address)).headers.get("etag") ?? "";
	const answer = await ask(address, { headers: { Origin: PAGE, "If-None-Match": etag } });
	assert.equal(answer.status, 304);
	assert.equal(answer.headers.get("access-control-allow-origin"), PAGE);
});

test("an origin is met however the operator has written it", () => {
	const written = ["https://Page.example/", "http://localhost:80", "chrome-extension://abc", "null"];
	assert.deepEqual(normalOrigins(written), [PAGE, "http://localhost", "chrome-extension://abc", "null"]);
	assert.equal(normalOrigins([PAGE, "*"]), "*");
});

for (const text of [
	"page.example",
	"https://page.example/app",
	"https://a@page.example",
	"localhost:3000",
	"",
])
	test(`"${text}" is no origin, and a server that allows it does not start`, async () => {
		await assert.rejects(
			createServer([], { cors: [text], log: () => {} }),
			/is not an origin such as https:\/\/host/,
		);
	});
