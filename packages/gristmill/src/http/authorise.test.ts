import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Cancellation } from "../runtime/cancellation.js";
import { awaitedLog } from "../testing/awaited-log.js";
import { folderWith } from "../testing/command.js";
import { SUBJECTS, type Subject, wordCounter } from "../testing/mills/mills.js";
import { RawSocket } from "../testing/raw-socket.js";
import { type Answer, ask, call, each, get, refused, served, start } from "../testing/server.js";
import { tokenLine } from "./auth/token-lines.js";
import { answerOf } from "./handle.js";
import { makeHost } from "./service/make-host.js";
import type { Principal } from "./wire/message.js";

const newToken = () => randomBytes(32).toString("base64url");
const [ALICE, BOB, STRANGER] = [newToken(), newToken(), newToken()];
const OPEN = "query-echoer";
const tokens = [`alice:${ALICE}`, `bob:${BOB}:word-counter`];
const guarded = served({
	auth: { tokens, apiKeyHeader: "X-Mill-Key", open: [OPEN] },
	cors: ["https://app.example"],
});
const closed = served({ auth: { tokens, open: [OPEN], closedDiscovery: true } });
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const PROTECTED = SUBJECTS.filter(({ mill }) => mill !== OPEN);
const subject = (name: string) => SUBJECTS.find(({ mill }) => mill === name) as Subject;
const WORDS = subject("word-counter");

function challenged(answer: Answer, error?: string): void {
	refused(
		answer,
		error === "insufficient_scope" ? 403 : 401,
		error === "insufficient_scope" ? "forbidden" : "unauthorised",
	);
	// Agents are told where the metadata are, too.
	const challenge = answer.headers.get("www-authenticate")?.replace(/, resource_metadata="[^"]*"$/, "");
	assert.equal(challenge, `Bearer realm="mills"${error ? `, error="${error}"` : ""}`);
}

each(
	"a call without credentials is a 401 that says what to send, and names no error",
	async (one) => challenged(await call(guarded, one)),
	PROTECTED,
);

each(
	"a call with an unknown token is a 401 with invalid_token",
	async (one) => challenged(await call(guarded, one, { headers: bearer(STRANGER) }), "invalid_token"),
	PROTECTED,
);

each(
	"a call with a known token is answered",
	async (one) => {
		const answer = await call(guarded, one, { headers: bearer(ALICE) });
		assert.equal(answer.status, 200, answer.text);
		assert.deepEqual(answer.json(), one.output);
	},
	PROTECTED,
);

each(
	"a token that names its mills is a 403 at any other, with insufficient_scope",
	async (one) => {
		const answer = await call(guarded, one, { headers: bearer(BOB) });
		if (one.mill === "word-counter") assert.equal(answer.status, 200);
		else challenged(answer, "insufficient_scope");
	},
	PROTECTED,
);

test("an open mill is called without credentials, and wrong ones do not matter there", async () => {
	assert.equal((await call(guarded, subject(OPEN))).status, 200);
	assert.equal((await call(guarded, subject(OPEN), { headers: bearer(STRANGER) })).status, 200);
	assert.equal((await call(guarded, subject(OPEN), { headers: bearer(BOB) })).status, 200);
});

test("the scheme's case and spaces around the token do not matter", async () => {
	for (const Authorization of [`bearer ${ALICE}`, `BEARER   ${ALICE}  `])
		assert.equal((await call(guarded, WORDS, { headers: { Authorization } })).status, 200);
});

for (const Authorization of [
	"Bearer",
	"Bearer ",
	`Bearer ${ALICE} ${BOB}`,
	`Bearer ${ALICE}x`,
	"Bearer é".normalize("NFC"),
])
	test(`"${Authorization.replace(ALICE, "TOKEN").replace(BOB, "TOKEN")}" is an invalid token`, async () => {
		challenged(await call(guarded, WORDS, { headers: { Authorization } }), "invalid_token");
	});

test("another scheme counts as no credentials: it may be a proxy's", async () => {
	challenged(await call(guarded, WORDS, { headers: { Authorization: "Basic YTpi" } }));
});

test("a token may come in the chosen field; where Bearer is used, that counts alone", async () => {
	const status = async (headers: Record<string, string>) => (await call(guarded, WORDS, { headers })).status;
	assert.equal(await status({ "X-Mill-Key": ALICE }), 200);
	assert.equal(await status({ "x-mill-key": ALICE, Authorization: "Basic YTpi" }), 200);
	assert.equal(await status({ "X-Mill-Key": STRANGER }), 401);
	assert.equal(await status({ "X-Mill-Key": ALICE, ...bearer(STRANGER) }), 401);
	// This server is not configured to read this field.
	assert.equal((await call(closed, WORDS, { headers: { "X-Mill-Key": ALICE } })).status, 401);
});

test("credentials are judged before the body comes: a caller that waits to send is refused first", async () => {
	const socket = await RawSocket.open(guarded.url);
	socket.sendHead(
		"POST /word-counter HTTP/1.1",
		"Content-Type: text/plain",
		"Content-Length: 1000000",
		"Expect: 100-continue",
	);
	challenged(await socket.answer());
	socket.socket.destroy();
});

each("OPTIONS is never asked for credentials", async ({ path }) => {
	for (const { url } of [guarded, closed]) {
		const answer = await ask(`${url}/${path}`, { method: "OPTIONS" });
		assert.equal(answer.status, 204);
	}
});

test("a preflight is answered without credentials, and lets the fields for tokens through", async () => {
	const answer = await ask(`${guarded.url}/word-counter`, {
		method: "OPTIONS",
		headers: { Origin: "https://app.example", "Access-Control-Request-Method": "POST" },
	});
	assert.equal(answer.status, 204);
	const fields = answer.list("access-control-allow-headers");
	assert.ok(fields.includes("Authorization") && fields.includes("X-Mill-Key"), fields.join());
	const refusal = await call(guarded, WORDS, { headers: { Origin: "https://app.example" } });
	assert.equal(refusal.status, 401);
	assert.ok(refusal.list("access-control-expose-headers").includes("WWW-Authenticate"));
});

test("health and the pages of problems are open everywhere", async () => {
	for (const { url, server } of [guarded, closed]) {
		await server.examined();
		for (const path of [
			"/health/live",
			"/health/ready",
			"/health/ready/word-counter",
			"/$problems",
			"/$problems/unauthorised",
		])
			assert.equal((await get(url + path)).status, 200, path);
	}
});

/** Returns every address of a document, by each convention. */
const documentsOf = (name: string): [string, Record<string, string>][] => [
	[`/${name}/$schema`, {}],
	[`/${name}/$description`, {}],
	[`/${name}/$list`, {}],
	[`/${name}?$schema`, {}],
	[`/${name}?%24description`, {}],
	[`/${name}`, { Accept: "application/schema+json" }],
	[`/${name}`, { Accept: "x-text/docs" }],
];
const SERVER_DOCUMENTS = ["/", "/$list", "/$schema", "/$description", "/.well-known/api-catalog"];

test("documents are open by default, by every convention", async () => {
	for (const { mill } of SUBJECTS)
		for (const [path, headers] of documentsOf(mill))
			assert.equal((await get(guarded.url + path, headers)).status, 200, path + JSON.stringify(headers));
	for (const path of SERVER_DOCUMENTS) assert.equal((await get(guarded.url + path)).status, 200, path);
});

test("closed discovery demands credentials for documents, except for those of an open mill", async () => {
	const paths = SUBJECTS.flatMap(({ mill }) =>
		documentsOf(mill).map(([path, headers]) => [path, headers, mill === OPEN] as const),
	);
	for (const [path, headers, isOpen] of [
		...paths,
		...SERVER_DOCUMENTS.map((path) => [path, {}, false] as const),
	]) {
		const bare = await get(closed.url + path, headers);
		assert.equal(bare.status, isOpen ? 200 : 401, path);
		if (!isOpen) challenged(bare);
		// A caller who may use one mill may read about all mills.
		const known = await get(closed.url + path, { ...headers, ...bearer(BOB) });
		assert.equal(known.status, 200, path);
		if (!isOpen) assert.match(known.headers.get("cache-control") ?? "", /^(?:private, |no-store)/, path);
	}
	challenged(await get(`${closed.url}/$list`, bearer(STRANGER)), "invalid_token");
});

test("the page is open even where discovery is closed: a person gives it a token there", async () => {
	const page = await get(`${closed.url}/`, { Accept: "text/html" });
	assert.equal(page.status, 200);
	const script = /src="([^"]+)"/.exec(page.text)?.[1] ?? "";
	assert.equal((await get(`${closed.url}/${script}`)).status, 200);
	challenged(await get(`${closed.url}/`));
});

for (const path of ["/metrics", "/mcp"])
	test(`${path} is for known callers, whatever is open beside it`, async () => {
		for (const { url } of [guarded, closed]) {
			challenged(await get(url + path));
			assert.notEqual((await get(url + path, bearer(BOB))).status, 401);
		}
	});

test("a caller that may not call a mill may not call it as a tool either", async () => {
	const tool = async (name: string, token: string) => {
		const params = { name, arguments: { input: "a" } };
		const answer = await fetch(`${guarded.url}/mcp`, {
			method: "POST",
			headers: { "Content-Type": "application/json", Accept: "application/json", ...bearer(token) },
			body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
		});
		return answer.status;
	};
	const statuses = await Promise.all(
		SUBJECTS.map(async ({ mill }) => [mill, await tool(mill, BOB)] as const),
	);
	assert.ok(
		statuses.some(([, status]) => status === 403),
		JSON.stringify(statuses),
	);
	assert.ok(
		statuses.some(([, status]) => status === 200),
		JSON.stringify(statuses),
	);
	for (const { mill } of SUBJECTS) assert.notEqual(await tool(mill, ALICE), 403, mill);
});

test("a GET mill tells a call from the reading of its schema", async () => {
	const mill = subject("get-counter");
	const headers = { Accept: "application/schema+json" };
	assert.equal((await call(guarded, mill, { headers })).status, 200);
	assert.equal((await call(guarded, mill, { headers: { Accept: "application/json" } })).status, 401);
	assert.equal((await call(guarded, mill, { method: "HEAD" })).status, 401);
	assert.equal((await call(guarded, mill, { query: "?$schema" })).status, 200);
});

interface Operation {
	readonly security: readonly Record<string, string[]>[];
	readonly responses: Record<string, { $ref?: string; headers?: object }>;
}

for (const [name, server, isClosed] of [
	["open", guarded, false],
	["closed", closed, true],
] as const)
	test(`the documents tell the truth about credentials, with ${name} discovery`, async () => {
		const read = (path: string) => get(server.url + path, bearer(ALICE));
		const openApi = (await read("/$schema")).json<{
			paths: Record<string, Record<string, Operation>>;
			components: {
				securitySchemes: Record<string, { type: string; name?: string }>;
				responses: Record<string, { headers?: object }>;
			};
		}>();
		for (const one of SUBJECTS) {
			const isOpen = one.mill === OPEN;
			assert.equal((await call(server, one)).status, isOpen ? 200 : 401);
			const schema = (await read(`/${one.mill}/$schema`)).json<{
				$defs: { operation: { const: Operation & { securitySchemes: object } }; problem: object };
			}>();
			const description = (await read(`/${one.mill}/$description`)).text;
			const template = Object.keys(openApi.paths).find(
				(path) => path.split("/")[1] === one.mill && !path.includes("$"),
			);
			const operation = openApi.paths[template ?? ""]?.[one.method.toLowerCase()];
			assert.ok(operation);
			for (const told of [operation, schema.$defs.operation.const]) {
				assert.equal(told.security.length > 0, !isOpen, one.mill);
				for (const status of ["401", "403"])
					assert.equal(status in told.responses, !isOpen, `${one.mill} ${status}`);
			}
			assert.equal(Object.keys(schema.$defs.operation.const.securitySchemes).length > 0, !isOpen);
			const refusal = operation.responses[401];
			const told = refusal?.$ref
				? openApi.components.responses[refusal.$ref.split("/").at(-1) ?? ""]
				: refusal;
			assert.equal(told?.headers !== undefined && "WWW-Authenticate" in told.headers, !isOpen);
			for (const requirement of operation.security)
				for (const scheme of Object.keys(requirement))
					assert.ok(scheme in openApi.components.securitySchemes);
			assert.equal(description.includes("No credentials are required."), isOpen);
			assert.equal(description.includes("Authorization: Bearer <token>"), !isOpen);
			assert.equal(
				/curl .*"Authorization: Bearer \$TOKEN"/.test(description),
				!isOpen && description.includes("curl -sS"),
			);
			assert.equal(/`unauthorised`/.test(description), !isOpen);
			const ofDocument = openApi.paths[`/${one.mill}/$schema`]?.get;
			const demanded = isClosed && !isOpen;
			assert.equal((ofDocument?.security.length ?? 0) > 0, demanded);
			assert.equal("401" in (ofDocument?.responses ?? {}), demanded);
			assert.equal((await get(`${server.url}/${one.mill}/$schema`)).status, demanded ? 401 : 200);
		}
		const text = (await read("/$description")).text;
		assert.match(text, /Calls require credentials, except for query-echoer\./);
		assert.match(text, isClosed ? /Documents require them too\./ : /Documents are open\./);
	});

test("the field for tokens stands in the documents under its own name", async () => {
	const { components } = (await get(`${guarded.url}/$schema`)).json<{
		components: { securitySchemes: Record<string, object> };
	}>();
	assert.deepEqual(Object.keys(components.securitySchemes), ["token", "apiKey"]);
	assert.equal((components.securitySchemes.apiKey as { name: string }).name, "X-Mill-Key");
});

test("refused credentials are logged without the token", async () => {
	const { log, lines } = awaitedLog();
	const { url } = await start({ auth: { tokens }, log });
	const running = { url, log: [], server: guarded.server };
	await call(running, WORDS, { headers: { ...bearer(STRANGER), "Request-Id": "mine" } });
	const line = lines.find((text) => text.includes("credentials were refused"));
	assert.deepEqual(JSON.parse(line ?? ""), {
		level: "warn",
		message: "credentials were refused",
		id: "mine",
		reason: "unknown token",
	});
	assert.ok(!lines.join().includes(STRANGER));
});

test("the program behind the listener learns who calls, and nothing if no credentials are required", async () => {
	const host = await makeHost([wordCounter], {
		auth: { tokens: [`alice:${ALICE}`] },
		log: () => {},
	});
	const request = (token?: string) => ({
		id: "1",
		method: "POST",
		target: "/word-counter",
		headers: { "content-type": "text/plain", ...(token && { authorization: `Bearer ${token}` }) },
		principal: undefined as Principal | undefined,
		read: async () => Buffer.from("a b"),
		cancellation: new Cancellation(),
	});
	const known = request(ALICE);
	assert.equal((await answerOf(host, known)).status, 200);
	assert.equal(known.principal?.name, "alice");
	const health = { ...request(ALICE), method: "GET", target: "/health/live" };
	assert.equal((await answerOf(host, health)).status, 200);
	assert.equal(health.principal, undefined);
	await host.close();
});

test("the file of tokens is read again when it changes, and a broken one changes nothing", async (t) => {
	const folder = await folderWith(t, { tokens: `${tokenLine("alice", ALICE)}\n` });
	const tokenFile = join(folder, "tokens");
	const { log, logged } = awaitedLog();
	const running = await start({ auth: { tokenFile }, log });
	const status = async (token: string) => (await call(running, WORDS, { headers: bearer(token) })).status;
	assert.deepEqual([await status(ALICE), await status(BOB)], [200, 401]);

	await writeFile(tokenFile, `${tokenLine("alice", ALICE)}\n${tokenLine("bob", BOB)}\n`);
	await logged("reloaded the tokens");
	assert.deepEqual([await status(ALICE), await status(BOB)], [200, 200]);

	for (const broken of [`${tokenLine("alice", STRANGER)}\n{"name":`, ""]) {
		await writeFile(tokenFile, broken);
		const warning = await logged("kept the old tokens");
		assert.match(warning, /"level":"warn".*tokens/);
		assert.deepEqual([await status(ALICE), await status(STRANGER)], [200, 401]);
	}

	// The file is replaced as a whole, as careful programs do.
	await writeFile(join(folder, "next"), `${tokenLine("bob", BOB)}\n`);
	await rename(join(folder, "next"), tokenFile);
	await logged("reloaded the tokens");
	assert.deepEqual([await status(ALICE), await status(BOB)], [401, 200]);
});

test("a file of tokens that was emptied changes nothing, though there are other tokens beside it", async (t) => {
	const folder = await folderWith(t, { tokens: `${tokenLine("alice", ALICE)}\n` });
	const tokenFile = join(folder, "tokens");
	const { log, logged } = awaitedLog();
	const running = await start({ auth: { tokens: [`bob:${BOB}`], tokenFile }, log });
	await writeFile(tokenFile, "");
	assert.match(await logged("kept the old tokens"), /has no tokens/);
	for (const token of [ALICE, BOB])
		assert.equal((await call(running, WORDS, { headers: bearer(token) })).status, 200);
});

test("tokens change under load without one wrong answer", async (t) => {
	const folder = await folderWith(t, { tokens: `${tokenLine("steady", ALICE)}\n` });
	const tokenFile = join(folder, "tokens");
	const { log, logged } = awaitedLog();
	const running = await start({ auth: { tokenFile }, log });
	let changing = true;
	const load = Array.from({ length: 4 }, async (_, i) => {
		const token = i % 2 === 0 ? ALICE : STRANGER;
		let asked = 0;
		while (changing) {
			const { status } = await call(running, WORDS, { headers: bearer(token) });
			assert.equal(status, token === ALICE ? 200 : 401);
			asked++;
		}
		return asked;
	});
	for (let i = 0; i < 5; i++) {
		const others = Array.from({ length: i + 1 }, (_, n) => `${tokenLine(`other-${n}`, newToken())}\n`);
		await writeFile(tokenFile, `${tokenLine("steady", ALICE)}\n${others.join("")}`);
		await logged("reloaded the tokens");
	}
	changing = false;
	for (const asked of await Promise.all(load)) assert.ok(asked > 0);
});

for (const [auth, message] of [
	[{}, /no caller is known/],
	[{ tokens: ["short"] }, /Token 1 of GRISTMILL_TOKENS has 5 characters/],
	[{ tokens: [`a:${ALICE}:no-mill`] }, /The token of a names the mill "no-mill"/],
	[{ tokens, open: ["no-mill"] }, /The mill "no-mill" is to be open, and is not served/],
	[{ tokens, apiKeyHeader: "Authorization" }, /must be a field name such as X-API-Key/],
	[{ tokens, apiKeyHeader: "two words" }, /must be a field name such as X-API-Key/],
	[{ tokenFile: "/nowhere/tokens" }, /The token file \/nowhere\/tokens does not exist/],
] as const)
	test(`a server with ${JSON.stringify(auth).replaceAll(ALICE, "…").replaceAll(BOB, "…")} does not start`, async () => {
		await assert.rejects(start({ auth }), { name: "RangeError", message });
	});
