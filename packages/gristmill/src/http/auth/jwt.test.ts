import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import {
	type CryptoKey,
	exportJWK,
	exportSPKI,
	generateKeyPair,
	type JWK,
	SignJWT,
	UnsecuredJWT,
} from "jose";
import { awaitedLog } from "../../testing/awaited-log.js";
import { folderWith } from "../../testing/command.js";
import { SUBJECTS, type Subject } from "../../testing/mills/mills.js";
import { call, get, type Running, refused, served, start } from "../../testing/server.js";
import { jwtChecker } from "./jwt.js";

const ISSUER = "https://issuer.example/";
const AUDIENCE = "mills";
const [WORDS, SUMS] = SUBJECTS as unknown as [Subject, Subject];

async function pair(kid: string, alg = "ES256") {
	const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
	return { kid, alg, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg } as JWK };
}
const first = await pair("first");
const second = await pair("second", "RS256");
const foreign = await pair("first");

/** The state of the issuer's server: its keys, and a status that may be a failure. */
const issuer = { keys: [first.jwk], status: 200, asked: 0 };
const keyServer = createServer((_, response) => {
	issuer.asked++;
	response.writeHead(issuer.status, { "Content-Type": "application/json" });
	response.end(JSON.stringify({ keys: issuer.keys }));
});
after(() => keyServer.close());

interface Claims {
	readonly sub?: string | undefined;
	readonly iss?: string;
	readonly aud?: string;
	readonly exp?: number | undefined;
	readonly [claim: string]: unknown;
}
const now = () => Math.floor(Date.now() / 1000);

function signed(
	claims: Claims = {},
	key: { kid: string; alg: string; privateKey: CryptoKey | Uint8Array } = first,
): Promise<string> {
	const all = { sub: "carol", iss: ISSUER, aud: AUDIENCE, exp: now() + 60, ...claims };
	return new SignJWT(JSON.parse(JSON.stringify(all)))
		.setProtectedHeader({ alg: key.alg, kid: key.kid })
		.sign(key.privateKey);
}

const jwt = {
	/** The address of the issuer's keys. */
	get keys() {
		return `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}/keys`;
	},
	issuer: ISSUER,
	audience: [AUDIENCE],
};
const logs = awaitedLog();
let checker: Awaited<ReturnType<typeof jwtChecker>>;
const running = served(async () => {
	keyServer.listen(0, "127.0.0.1");
	await once(keyServer, "listening");
	checker = await jwtChecker(jwt, () => {});
	return { auth: { jwt }, log: logs.log };
});

function asked(token: string, subject = WORDS, server: Running = running) {
	return call(server, subject, { headers: { Authorization: `Bearer ${token}` } });
}

test("a token that the issuer has signed for this server is good", async () => {
	const answer = await asked(await signed());
	assert.equal(answer.status, 200, answer.text);
});

const inTheMiddle = async () => {
	const [head, , signature] = (await signed()).split(".");
	const body = Buffer.from(JSON.stringify({ sub: "root", iss: ISSUER, aud: AUDIENCE, exp: now() + 60 }));
	return `${head}.${body.toString("base64url")}.${signature}`;
};

for (const [name, make, reason] of [
	["expired, beyond the tolerance for clocks", () => signed({ exp: now() - 60 }), "expired"],
	["not valid yet", () => signed({ nbf: now() + 600 }), "claim nbf"],
	["without an end", () => signed({ exp: undefined }), "claim exp"],
	["without a subject", () => signed({ sub: undefined }), "claim sub"],
	["with an empty subject", () => signed({ sub: "" }), "bad subject"],
	["with an endless subject", () => signed({ sub: "x".repeat(256) }), "bad subject"],
	["of another issuer", () => signed({ iss: "https://other.example/" }), "claim iss"],
	["meant for another server", () => signed({ aud: "other" }), "claim aud"],
	["signed with another key of the same name", () => signed({}, foreign), "signature"],
	["changed on the way", inTheMiddle, "signature"],
	["that is not signed at all", async () => new UnsecuredJWT({ sub: "carol" }).encode(), "algorithm"],
	[
		"whose head says none",
		async () => `${Buffer.from('{"alg":"none"}').toString("base64url")}.e30.AA`,
		"algorithm",
	],
	["of rubbish in three parts", async () => "a.b.c", "malformed"],
] as const)
	test(`a token ${name} is a 401, and the reason is known`, async () => {
		const token = await make();
		const answer = await asked(token);
		refused(answer, 401, "unauthorised");
		assert.equal(answer.headers.get("www-authenticate"), 'Bearer realm="mills", error="invalid_token"');
		const checked = await checker.check(token);
		assert.ok(checked !== "unreachable" && "refused" in checked);
		assert.equal(checked.refused, reason);
		assert.ok(!logs.lines.join().includes(token));
	});

test("a public key is not taken for the secret of an HMAC", async () => {
	const secret = new TextEncoder().encode(await exportSPKI(first.publicKey));
	const token = await signed({}, { kid: "first", alg: "HS256", privateKey: secret });
	refused(await asked(token), 401, "unauthorised");
});

test("clocks may differ a little", async () => {
	assert.equal((await asked(await signed({ exp: now() - 10 }))).status, 200);
});

test("only the chosen algorithms are good", async () => {
	const strict = await start({ auth: { jwt: { ...jwt, algorithms: ["RS256"] } } });
	refused(await asked(await signed(), WORDS, strict), 401, "unauthorised");
});

test("a new key of the issuer is found by its name, and made-up names do not make us ask each time", async (t) => {
	t.mock.timers.enable({ apis: ["Date"], now: Date.now() });
	const fresh = await start({ auth: { jwt } });
	assert.equal((await asked(await signed(), WORDS, fresh)).status, 200);
	issuer.keys = [first.jwk, second.jwk];
	t.after(() => {
		issuer.keys = [first.jwk];
	});
	refused(await asked(await signed({}, second), WORDS, fresh), 401, "unauthorised");
	t.mock.timers.tick(31_000);
	assert.equal((await asked(await signed({}, second), WORDS, fresh)).status, 200);
	const before = issuer.asked;
	for (let i = 0; i < 20; i++)
		refused(
			await asked(await signed({}, { ...first, kid: `made-up-${i}` }), WORDS, fresh),
			401,
			"unauthorised",
		);
	assert.equal(issuer.asked, before);
});

test("a key that the issuer has taken back is no longer good after ten minutes", async (t) => {
	t.mock.timers.enable({ apis: ["Date"], now: Date.now() });
	const fresh = await start({ auth: { jwt } });
	assert.equal((await asked(await signed(), WORDS, fresh)).status, 200);
	issuer.keys = [second.jwk];
	t.after(() => {
		issuer.keys = [first.jwk];
	});
	t.mock.timers.tick(601_000);
	refused(await asked(await signed(), WORDS, fresh), 401, "unauthorised");
});

test("while the issuer cannot be reached calls are a 503 to repeat, and not a 401", async (t) => {
	let skipped = 0;
	// It rests for five seconds, however long the calls take.
	const began = performance.now();
	t.mock.method(performance, "now", () => began + skipped);
	issuer.status = 500;
	const { log, logged } = awaitedLog();
	const lost = await start({ auth: { jwt }, log });
	await logged("cannot fetch the keys of signed tokens");
	const before = issuer.asked;
	for (let i = 0; i < 10; i++) {
		const answer = await asked(await signed(), WORDS, lost);
		refused(answer, 503, "unverifiable");
		assert.equal(answer.headers.get("retry-after"), "5");
		assert.equal(answer.headers.get("www-authenticate"), null);
	}
	assert.equal(issuer.asked, before, "it rests after a failure");
	issuer.status = 200;
	skipped = 5_001;
	assert.equal((await asked(await signed(), WORDS, lost)).status, 200);
});

test("an answer of the issuer that holds no keys counts as none, and its query stays out of the log", async () => {
	issuer.keys = [];
	const { log, logged } = awaitedLog();
	const lost = await start({ auth: { jwt: { ...jwt, keys: `${jwt.keys}?secret=hidden` } }, log });
	const warning = await logged("cannot fetch the keys of signed tokens");
	assert.match(warning, /JSON Web Key Set/);
	assert.doesNotMatch(warning, /hidden/);
	refused(await asked(await signed(), WORDS, lost), 503, "unverifiable");
	issuer.keys = [first.jwk];
});

test("an answer of the issuer without an end is left off, and counts as none", async (t) => {
	let sent = 0;
	const endless = createServer((_, response) => {
		const more = () => {
			while (!response.destroyed && response.write(" ".repeat(65_536))) sent += 65_536;
		};
		response.on("drain", more);
		more();
	}).listen(0, "127.0.0.1");
	await once(endless, "listening");
	t.after(() => endless.close());
	const keys = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/`;
	const { log, logged } = awaitedLog();
	const checker = await jwtChecker({ ...jwt, keys }, log);
	assert.equal(await checker.check(await signed()), "unreachable");
	assert.match(await logged("cannot fetch the keys of signed tokens"), /larger than 1 MiB/);
	// The bytes in the buffers of two sockets are added to the bytes that are read.
	assert.ok(sent < 64 * 1024 * 1024, `${sent} bytes`);
});

const short = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey;
for (const [name, key, said] of [
	["too short", short.export({ format: "jwk" }), /2048 bits/],
	["broken", { kty: "RSA", e: "AQAB" }, /./],
] as const)
	test(`a token of a key that is ${name} is refused for good, with the reason, and others are not`, async (t) => {
		const text = JSON.stringify({ keys: [{ ...key, kid: second.kid }, first.jwk] });
		const keys = join(await folderWith(t, { "keys.json": `\ufeff${text}` }), "keys.json");
		const checker = await jwtChecker({ ...jwt, keys }, () => {});
		const checked = await checker.check(await signed({}, second));
		assert.ok(typeof checked === "object" && "refused" in checked, JSON.stringify(checked));
		assert.match(checked.refused, /^unusable key: /);
		assert.match(checked.refused, said);
		assert.deepEqual(await checker.check(await signed()), { name: "carol", mills: undefined });
		checker.keys.close();
	});

test("scopes say which mills a caller may use", async () => {
	const scoped = await start({ auth: { jwt: { ...jwt, scopePrefix: "mill:" } } });
	const status = async (claims: Claims, subject: Subject) =>
		(await asked(await signed(claims), subject, scoped)).status;
	const scope = `openid mill:${WORDS.mill}`;
	assert.deepEqual([await status({ scope }, WORDS), await status({ scope }, SUMS)], [200, 403]);
	assert.equal(await status({ scp: [`mill:${SUMS.mill}`] }, SUMS), 200);
	assert.equal(await status({ scope: "mill:*" }, SUMS), 200);
	assert.equal(await status({}, WORDS), 403);
	const answer = await asked(await signed({ scope }), SUMS, scoped);
	refused(answer, 403, "forbidden");
	assert.equal(
		answer.headers.get("www-authenticate"),
		`Bearer realm="mills", error="insufficient_scope", scope="mill:${SUMS.mill}"`,
	);
	const schema = (await get(`${scoped.url}/${SUMS.mill}/$schema`)).json<{
		$defs: { operation: { const: { security: unknown; securitySchemes: object } } };
	}>();
	assert.deepEqual(schema.$defs.operation.const.security, [{ jwt: [`mill:${SUMS.mill}`] }]);
	const description = (await get(`${scoped.url}/${SUMS.mill}/$description`)).text;
	assert.ok(description.includes(`Its scope must include \`mill:${SUMS.mill}\`.`));
});

test("tokens of the operator and signed ones work side by side", async () => {
	const own = "0123456789abcdefghijklmnop";
	const both = await start({ auth: { jwt, tokens: [`own:${own}`] } });
	assert.equal((await asked(own, WORDS, both)).status, 200);
	assert.equal((await asked(await signed(), WORDS, both)).status, 200);
	refused(await asked("0123456789abcdefghijklmnoq", WORDS, both), 401, "unauthorised");
});

test("keys may lie in a file, which is read again when it changes", async (t) => {
	const folder = await folderWith(t, { "keys.json": JSON.stringify({ keys: [first.jwk] }) });
	const keys = join(folder, "keys.json");
	const { log, logged } = awaitedLog();
	const local = await start({ auth: { jwt: { ...jwt, keys } }, log });
	assert.equal((await asked(await signed(), WORDS, local)).status, 200);
	refused(await asked(await signed({}, second), WORDS, local), 401, "unauthorised");
	await writeFile(keys, '{"keys":');
	assert.match(await logged("kept the old keys"), /is not a JSON Web Key Set/);
	assert.equal((await asked(await signed(), WORDS, local)).status, 200);
	await writeFile(keys, JSON.stringify({ keys: [second.jwk] }));
	await logged("reloaded the keys of signed tokens");
	assert.equal((await asked(await signed({}, second), WORDS, local)).status, 200);
	refused(await asked(await signed(), WORDS, local), 401, "unauthorised");
});

test("a file with a private or a secret key is refused", async (t) => {
	const folder = await folderWith(t, {
		"private.json": JSON.stringify({ keys: [await exportJWK(first.privateKey)] }),
		"secret.json": JSON.stringify({ keys: [{ kty: "oct", k: "c2VjcmV0" }] }),
		"empty.json": '{"keys":[]}',
	});
	const opened = (name: string) => start({ auth: { jwt: { ...jwt, keys: join(folder, name) } } });
	await assert.rejects(opened("private.json"), /private\.json has a private or secret key/);
	await assert.rejects(opened("secret.json"), /secret\.json has a private or secret key/);
	await assert.rejects(opened("empty.json"), /empty\.json is not a JSON Web Key Set/);
	await assert.rejects(opened("missing.json"), /The key file .*missing\.json does not exist/);
});

for (const [changes, message] of [
	[{ keys: "http://issuer.example/keys" }, /Use https/],
	[{ keys: "https://" }, /Use https/],
	[{ keys: "https://name:password@issuer.example/keys" }, /which are never sent/],
	[{ issuer: "" }, /--jwt-issuer and --jwt-audience/],
	[{ audience: [] }, /--jwt-issuer and --jwt-audience/],
	[{ algorithms: ["HS256"] }, /Unknown algorithm "HS256"/],
	[{ algorithms: ["ES256", "none"] }, /"none"/],
	[{ algorithms: [] }, /Unknown algorithm/],
	[{ scopePrefix: 'a"b' }, /^The scope prefix/],
] as const)
	test(`${JSON.stringify(changes)} is refused at the start`, async () => {
		await assert.rejects(start({ auth: { jwt: { ...jwt, ...changes } } }), { name: "RangeError", message });
	});

test("after a step back of the clock, a new key is fetched at once", async (t) => {
	const { now } = Date;
	const ahead = t.mock.method(Date, "now", () => now() + 7_200_000);
	const stepped = await jwtChecker(jwt, () => {});
	const isGood = async (token: string) => {
		const found = await stepped.check(token);
		return found !== "unreachable" && "name" in found;
	};
	const before = issuer.keys;
	t.after(() => {
		issuer.keys = before;
		stepped.keys.close();
	});
	issuer.keys = [first.jwk];
	const older = await signed();
	const newer = await signed({}, second);
	assert.equal(await isGood(older), true);
	issuer.keys = [second.jwk];
	ahead.mock.restore();
	assert.equal(await isGood(newer), true);
	assert.equal(await isGood(older), false);
});

test("a claim may limit the caller, and one that cannot be read is refused", async () => {
	const claim = { rate: "10/s", concurrency: 2, secondsPerDay: 60 };
	const checked = await checker.check(await signed({ gristmill_limits: claim }));
	assert.deepEqual(checked, {
		name: "carol",
		mills: undefined,
		limits: { rate: { text: "10/s", of: { interval: 100, burst: 10 } }, concurrency: 2, secondsPerDay: 60 },
	});
	for (const broken of ["10/s", null, { rate: "often" }, { burst: 3 }, { secondsPerDay: "1" }, { speed: 3 }])
		assert.deepEqual(await checker.check(await signed({ gristmill_limits: broken })), {
			refused: "claim gristmill_limits",
		});
});

/** A checker whose wall clock is two hours ahead until it steps back, and whose time can be let pass. */
async function aheadChecker(t: TestContext) {
	const [wall, steady] = [Date.now, performance.now.bind(performance)];
	let ahead = 7_200_000;
	let passed = 0;
	t.mock.method(Date, "now", () => wall() + ahead + passed);
	t.mock.method(performance, "now", () => steady() + passed);
	const { log, logged } = awaitedLog();
	const made = await jwtChecker(jwt, log);
	const before = { ...issuer };
	t.after(() => {
		Object.assign(issuer, { keys: before.keys, status: 200 });
		made.keys.close();
	});
	return {
		logged,
		stepBack: () => {
			ahead = 0;
		},
		pass: (milliseconds: number) => {
			passed += milliseconds;
		},
		check: async (token: string) => {
			const found = await made.check(token);
			return found === "unreachable" ? found : "name" in found ? "good" : "refused";
		},
	};
}

test("if the issuer is down and the clock steps back, keys are fetched within the rest time", async (t) => {
	issuer.status = 500;
	const { logged, stepBack, pass, check } = await aheadChecker(t);
	await logged("cannot fetch the keys of signed tokens");
	// Signed by the right clock. With the wrong one, it would be refused as expired if there were keys.
	const token = await signed({ exp: now() + 7_200 });
	assert.equal(await check(token), "unreachable");
	stepBack();
	issuer.status = 200;
	const before = issuer.asked;
	assert.equal(await check(token), "unreachable");
	assert.equal(issuer.asked, before, "it rests after the failure");
	pass(5_001);
	assert.equal(await check(token), "good");
	assert.equal(issuer.asked, before + 1);
});

test("if keys cannot be fetched after a step back, the old ones are good for ten minutes, and each rest ends with a new try", async (t) => {
	const { stepBack, pass, check } = await aheadChecker(t);
	const token = await signed({ exp: now() + 7_200 });
	assert.equal(await check(token), "good");
	stepBack();
	issuer.status = 500;
	const before = issuer.asked;
	assert.equal(await check(token), "good");
	assert.equal(await check(token), "good");
	assert.equal(issuer.asked, before + 1);
	pass(5_001);
	assert.equal(await check(token), "good");
	assert.equal(issuer.asked, before + 2);
	pass(600_000);
	assert.equal(await check(token), "unreachable", "the issuer may have taken its key back");
	issuer.status = 200;
	pass(5_001);
	assert.equal(await check(token), "good");
});
