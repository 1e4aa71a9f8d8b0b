import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { type TestContext, test } from "node:test";
import { bytes, defineMill, type Mill, Type } from "../../packages/gristmill/dist/index.js";
import { type Answer, ask, start } from "../../packages/gristmill/dist/testing/server.js";
import { nginx, noNginx } from "../../packages/gristmill/dist/testing/servers/nginx.js";
import { oddServer } from "../../packages/gristmill/dist/testing/servers/odd-server.js";
import { noVarnish, varnish } from "../../packages/gristmill/dist/testing/servers/varnish.js";

const portOf = (url: string) => Number(new URL(url).port);
const hashOf = (body: Uint8Array) => createHash("sha256").update(body).digest("base64");
const contentDigest = (body: Uint8Array) => `sha-256=:${hashOf(body)}:`;

/** A cache of ours: what it needs, and with which methods it keeps answers. */
interface Cache {
	readonly skip: string | false;
	readonly methods: readonly ("QUERY" | "POST")[];
	/** Whether it keeps the answers to callers that send no Content-Digest. */
	readonly hashes: boolean;
	inFrontOf(t: TestContext, port: number): Promise<string>;
}

const CACHES: Readonly<Record<string, Cache>> = {
	varnish: { skip: noVarnish, methods: ["QUERY", "POST"], hashes: true, inFrontOf: varnish },
	nginx: {
		skip: noNginx,
		methods: ["POST"],
		hashes: false,
		inFrontOf: async (t, port) => (await nginx(t, [port], undefined, true)).url,
	},
};

/** Says the hash and the version of what it gets. Counts what it computes. */
function hasher(version: string): { mill: Mill; computed: () => number } {
	let count = 0;
	const mill = defineMill({
		name: "hash-teller",
		version,
		summary: "Tells the hash of bytes.",
		input: { "application/octet-stream": bytes({ maxBytes: 20_000_000 }) },
		parameters: Type.Object({ loud: Type.Boolean({ default: false }) }),
		output: Type.Object({ hash: Type.String(), version: Type.String(), loud: Type.Boolean() }),
		run: (input, { parameters }) => {
			count++;
			return { hash: hashOf(input), version, loud: parameters.loud };
		},
	});
	return { mill, computed: () => count };
}

/** A body that only this number has. */
function bodyOf(n: number, size: number): Buffer {
	const body = Buffer.alloc(size, `${n} `);
	return body.length > 0 ? body : Buffer.alloc(0);
}

async function serve(version: string, method: "QUERY" | "POST") {
	const { mill, computed } = hasher(version);
	const { url } = await start({ mills: { [mill.name]: { method } } }, { mills: [mill] });
	const { methods } = (await ask(`${url}/$list`)).json<{ methods: { digest: string }[] }>();
	return { port: portOf(url), computed, digest: String(methods[0]?.digest) };
}

function sender(url: string, method: string, hashes: boolean) {
	return (
		query: string,
		body: Uint8Array,
		headers: Record<string, string | string[] | undefined> = {},
	): Promise<Answer> =>
		ask(`${url}/hash-teller?${query}`, {
			method,
			headers: {
				"Content-Type": "application/octet-stream",
				"Content-Digest": hashes ? undefined : contentDigest(body),
				...headers,
			},
			body,
		});
}

const right = (answer: Answer, body: Uint8Array, version = "1.0.0") => {
	assert.equal(answer.status, 200, answer.text);
	const { hash, version: told } = answer.json();
	assert.deepEqual([hash, told], [hashOf(body), version]);
};

for (const [name, { skip, methods, hashes, inFrontOf }] of Object.entries(CACHES))
	for (const method of methods) {
		const title = (what: string) => `${name} in front, ${method}: ${what}`;

		test(title("a second equal call is a hit, and what differs in anything is not"), { skip }, async (t) => {
			const { port, computed, digest } = await serve("1.0.0", method);
			const send = sender(await inFrontOf(t, port), method, hashes);
			const pin = `$digest=${digest}`;
			const [one, other] = [Buffer.from("one"), Buffer.from("two")];
			const first = await send(pin, one);
			right(first, one);
			assert.equal(first.headers.get("request-id"), null);
			right(await send(pin, one), one);
			assert.equal(computed(), 1);
			right(await send(pin, other), other);
			assert.equal((await send(`${pin}&loud=true`, one)).json().loud, true);
			assert.equal((await send(pin, one, { Accept: "application/xml" })).type, "application/xml");
			assert.equal((await send(pin, one, { "Content-Type": "application/octet-stream; a=b" })).status, 200);
			assert.equal(computed(), 5);
			// Both are kept for the other form, too.
			assert.equal((await send(pin, one, { Accept: "application/xml" })).type, "application/xml");
			right(await send(pin, one), one);
			assert.equal(computed(), 5);
		});

		test(title("bodies from a byte to megabytes get their own answers, from the cache the second time"), {
			skip,
		}, async (t) => {
			const { port, computed, digest } = await serve("1.0.0", method);
			const send = sender(await inFrontOf(t, port), method, hashes);
			const sizes = [0, 1, 2, 4095, 16_384, 65_536, 262_144, 1_048_576, 10_000_000];
			const bodies = Array.from({ length: 200 }, (_, n) =>
				bodyOf(n, n < sizes.length ? (sizes[n] as number) : 1 + ((n * n * 37) % 70_000)),
			);
			// Two that differ in the last byte alone.
			const twin = Buffer.from(bodies[8] as Buffer);
			twin[twin.length - 1] = 1;
			bodies.push(twin);
			for (const body of [...bodies, ...bodies.toReversed()])
				right(await send(`$digest=${digest}`, body), body);
			assert.equal(computed(), new Set(bodies.map(hashOf)).size);
		});

		test(title("after an upgrade the new address has new answers, and the old one no wrong ones"), {
			skip,
		}, async (t) => {
			const [old, next] = [await serve("1.0.0", method), await serve("2.0.0", method)];
			let port = old.port;
			const switching = await oddServer(async (request, response) => {
				const chunks: Buffer[] = [];
				for await (const chunk of request) chunks.push(chunk);
				const headers = Object.fromEntries(
					Object.entries(request.headers).map(([key, value]) => [key, String(value)]),
				);
				const answer = await ask(`http://127.0.0.1:${port}${request.url}`, {
					method: request.method ?? "",
					headers,
					body: Buffer.concat(chunks),
				});
				response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(answer.bytes);
			});
			const send = sender(await inFrontOf(t, portOf(switching.url)), method, hashes);
			const bodies = Array.from({ length: 10 }, (_, n) => bodyOf(n, 100 + n));
			for (const body of bodies) right(await send(`$digest=${old.digest}`, body), body);
			port = next.port;
			for (const body of [...bodies, ...bodies])
				right(await send(`$digest=${next.digest}`, body), body, "2.0.0");
			assert.equal(next.computed(), bodies.length);
			for (const body of bodies) right(await send(`$digest=${old.digest}`, body), body);
			const fresh = await send(`$digest=${old.digest}`, Buffer.from("never seen"));
			assert.deepEqual([fresh.status, fresh.json().digest], [412, next.digest]);
			// The refusal is not kept.
			port = old.port;
			right(await send(`$digest=${old.digest}`, Buffer.from("never seen")), Buffer.from("never seen"));
		});

		test(title("a wrong Content-Digest is refused, and does not get into the way of the right body"), {
			skip,
		}, async (t) => {
			const { port, computed, digest } = await serve("1.0.0", method);
			const send = sender(await inFrontOf(t, port), method, hashes);
			const [good, bad] = [Buffer.from("good"), Buffer.from("evil")];
			for (const field of [
				contentDigest(good),
				`${contentDigest(bad)}, ${contentDigest(good)}`,
				`${contentDigest(good)}, ${contentDigest(bad)}`,
			])
				assert.equal((await send(`$digest=${digest}`, bad, { "Content-Digest": field })).status, 400);
			// Nobody verifies these.
			for (const field of ["crc32c=:AAAAAA==:", "", undefined])
				for (const body of [bad, good])
					right(await send(`$digest=${digest}`, body, { "Content-Digest": field }), body);
			right(await send(`$digest=${digest}`, good), good);
			const before = computed();
			right(await send(`$digest=${digest}`, good), good);
			assert.equal(computed(), before);
		});

		test(title("a caller that forbids to keep its answer leaves none, and gets none"), {
			skip,
		}, async (t) => {
			const { port, computed, digest } = await serve("1.0.0", method);
			const send = sender(await inFrontOf(t, port), method, hashes);
			const [pin, body] = [`$digest=${digest}`, Buffer.from("secret")];
			const forbidding = { "Cache-Control": "max-age=0, no-store" };
			for (const [headers, expected] of [
				[forbidding, 1],
				[{}, 2],
				[{}, 2],
				[forbidding, 3],
				[{}, 3],
			] as const) {
				right(await send(pin, body, headers), body);
				assert.equal(computed(), expected);
			}
		});

		test(title("a field that is there twice does not change what callers with one of it get"), {
			skip,
		}, async (t) => {
			const { port, digest } = await serve("1.0.0", method);
			const send = sender(await inFrontOf(t, port), method, hashes);
			const [pin, body] = [`$digest=${digest}`, Buffer.from("one")];
			const twice = await send(pin, body, { Accept: ["*/*", "application/json;q=0"] });
			assert.equal(twice.status, 200);
			assert.notEqual(twice.type, "application/json");
			right(await send(pin, body, { Accept: "*/*" }), body);
		});

		test(title("a caller that is refused does not keep others from what is kept"), { skip }, async (t) => {
			const { port, computed, digest } = await serve("1.0.0", method);
			const send = sender(await inFrontOf(t, port), method, hashes);
			const [pin, body] = [`$digest=${digest}`, Buffer.from("one")];
			right(await send(pin, body), body);
			for (const [headers, status] of [
				[{ "Mill-Digest": "AAAAAAAAAAAAAAAAAAAAAA" }, 412],
				[{ Accept: "text/csv" }, 406],
			] as const) {
				assert.equal((await send(pin, body, headers)).status, status);
				for (let n = 0; n < 2; n++) right(await send(pin, body), body);
				assert.equal(computed(), 1);
			}
		});

		test(title("answers without freshness, of other addresses, and problems are not kept"), {
			skip,
		}, async (t) => {
			const answers: [number, Record<string, string>][] = [
				[200, {}],
				[200, { "Cache-Control": "no-cache" }],
				[200, { "Cache-Control": "private, max-age=31536000, immutable" }],
				[400, { "Cache-Control": "no-store" }],
				[412, { "Cache-Control": "no-store" }],
			];
			let given = answers[0] as (typeof answers)[number];
			const server = await oddServer(async (request, response) => {
				for await (const _ of request) {
				}
				response.writeHead(...given).end("answer");
			});
			const ask = sender(await inFrontOf(t, portOf(server.url)), method, hashes);
			const asked = () => server.requests.filter(({ line }) => line.includes("hash-teller")).length;
			for (const [i, one] of answers.entries()) {
				given = one;
				for (let n = 1; n <= 3; n++) {
					const { status } = await ask("$digest=AAAAAAAAAAAAAAAAAAAAAA", Buffer.from(`body ${i}`));
					assert.deepEqual([status, asked()], [one[0], 3 * i + n]);
				}
			}
			const { port, computed } = await serve("1.0.0", method);
			const send = sender(await inFrontOf(t, port), method, hashes);
			for (let n = 1; n <= 3; n++) {
				right(await send("loud=false", Buffer.from("x")), Buffer.from("x"));
				assert.equal(computed(), n);
			}
		});
	}
