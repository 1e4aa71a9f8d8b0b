import assert from "node:assert/strict";
import { createPrivateKey } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { Agent, request } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { connect as connectSecure, type TLSSocket } from "node:tls";
import { awaitedLog } from "../../testing/awaited-log.js";
import { makeCertificate } from "../../testing/certificate.js";
import { folderWith } from "../../testing/command.js";
import { RawSocket } from "../../testing/raw-socket.js";
import { start } from "../../testing/server.js";
import type { Settings } from "../service/settings.js";

const [ONE, TWO] = await Promise.all([makeCertificate("one"), makeCertificate("two")]);

/** Makes a folder with a certificate and its key, and starts a server that uses them. */
async function secured(t: TestContext, settings: Settings = {}, hsts?: number) {
	const folder = await folderWith(t, { "cert.pem": ONE.cert, "key.pem": ONE.key });
	const files = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
	const logs = awaitedLog();
	const running = await start({ log: logs.log, ...settings, tls: { ...files, ...(hsts && { hsts }) } });
	return { ...running, ...logs, ...files };
}

interface Told {
	readonly status: number;
	readonly headers: Record<string, string | string[] | undefined>;
	readonly body: string;
}

/** Sends a request over TLS and trusts only this certificate. */
function ask(url: string, ca: string | string[], body?: string, agent: Agent | false = false): Promise<Told> {
	return new Promise((resolve, reject) => {
		const method = body === undefined ? "GET" : "POST";
		const headers = body === undefined ? {} : { "Content-Type": "text/plain" };
		const question = request(url, { ca, agent, method, headers }, async (answer) => {
			const chunks: Buffer[] = [];
			for await (const chunk of answer) chunks.push(chunk);
			const { statusCode: status = 0 } = answer;
			resolve({ status, headers: answer.headers, body: Buffer.concat(chunks).toString() });
		});
		question.on("error", reject).end(body);
	});
}

/** Returns the name in the certificate that a new connection receives. */
async function shownName(url: string): Promise<string> {
	const socket = connectSecure({
		host: "127.0.0.1",
		port: Number(new URL(url).port),
		rejectUnauthorized: false,
	});
	await once(socket, "secureConnect");
	const { CN } = socket.getPeerCertificate().subject;
	socket.destroy();
	return String(CN);
}

test("mills, documents and health are served over https, and the address says so", async (t) => {
	const { url, server } = await secured(t);
	assert.match(url, /^https:\/\/127\.0\.0\.1:\d+$/);
	const answer = await ask(`${url}/word-counter`, ONE.cert, "one two");
	assert.deepEqual(JSON.parse(answer.body), { words: 2, lines: 1, characters: 7 });
	await server.examined();
	assert.equal((await ask(`${url}/health/ready`, ONE.cert)).status, 200);
	const description = await ask(`${url}/word-counter/$description`, ONE.cert);
	assert.ok(description.body.includes(`curl -sS '${url}/word-counter'`));
	const catalogue = await ask(`${url}/.well-known/api-catalog`, ONE.cert);
	assert.ok(catalogue.body.includes(`"${url}/"`), catalogue.body);
	assert.equal(answer.headers["strict-transport-security"], undefined);
});

test("HSTS is sent on every answer where it was asked for", async (t) => {
	const { url } = await secured(t, {}, 3600);
	for (const path of ["/health/live", "/nothing", "/$list"])
		assert.equal((await ask(url + path, ONE.cert)).headers["strict-transport-security"], "max-age=3600");
});

test("versions before TLS 1.2 and ciphers without forward secrecy are refused", async (t) => {
	const { url } = await secured(t);
	const port = Number(new URL(url).port);
	const attempt = async (options: object) => {
		const socket = connectSecure({ host: "127.0.0.1", port, rejectUnauthorized: false, ...options });
		await once(socket, "secureConnect");
		const told = [socket.getProtocol(), socket.getCipher().standardName] as const;
		socket.destroy();
		return told;
	};
	// "SECLEVEL=0" allows this side to use what the other side must refuse.
	await assert.rejects(
		attempt({ minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" }),
	);
	await assert.rejects(attempt({ maxVersion: "TLSv1.2", ciphers: "AES128-SHA:ECDHE-ECDSA-AES128-SHA" }));
	assert.equal((await attempt({ maxVersion: "TLSv1.2" }))[0], "TLSv1.2");
	assert.equal((await attempt({}))[0], "TLSv1.3");
});

test("plain HTTP at the port of TLS is closed without a word, and the server goes on", async (t) => {
	const { url, lines } = await secured(t);
	const socket = connect(Number(new URL(url).port), "127.0.0.1");
	let received = "";
	socket.on("data", (chunk) => {
		received += chunk.toString("latin1");
	});
	socket.on("error", () => {});
	socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
	await once(socket, "close");
	assert.doesNotMatch(received, /HTTP/);
	assert.equal((await ask(`${url}/health/live`, ONE.cert)).status, 200);
	assert.ok(!lines.some((line) => line.includes('"error"')), lines.join("\n"));
});

test("garbage inside TLS is answered with a problem, as without", async (t) => {
	const { url } = await secured(t);
	const tls = connectSecure({ host: "127.0.0.1", port: Number(new URL(url).port), ca: ONE.cert });
	await once(tls, "secureConnect");
	const socket = new RawSocket(tls, url);
	socket.send("NONSENSE\r\n\r\n");
	const answer = await socket.answer();
	assert.equal(answer.status, 400);
	assert.equal(answer.headers.get("content-type"), "application/problem+json");
	await closed(tls);
});

async function closed(socket: TLSSocket): Promise<void> {
	if (!socket.closed) await once(socket, "close");
}

test("a new certificate is taken over under load, without one call lost", async (t) => {
	const { url, cert, key, logged } = await secured(t);
	assert.equal(await shownName(url), "one");
	let changing = true;
	const both = [ONE.cert, TWO.cert];
	const kept = new Agent({ keepAlive: true, maxSockets: 1 });
	const load = [kept, false as const].map(async (agent) => {
		let asked = 0;
		while (changing) {
			const { status } = await ask(`${url}/word-counter`, both, "one two", agent);
			assert.equal(status, 200);
			asked++;
		}
		return asked;
	});
	for (const [name, made] of [
		["two", TWO],
		["one", ONE],
		["two", TWO],
	] as const) {
		await Promise.all([writeFile(cert, made.cert), writeFile(key, made.key)]);
		// On a loaded machine, the watcher may first see the pair half written. The server logs that and then recovers.
		await logged("loaded the new certificate");
		assert.equal(await shownName(url), name);
	}
	changing = false;
	for (const asked of await Promise.all(load)) assert.ok(asked > 0);
	kept.destroy();
});

test("half of a new pair keeps the old one with a warning, until the other half comes", async (t) => {
	const { url, cert, key, logged } = await secured(t);
	await writeFile(cert, TWO.cert);
	assert.match(await logged("kept the old certificate"), /key\.pem does not belong to .*cert\.pem/);
	assert.equal(await shownName(url), "one");
	await writeFile(cert, TWO.cert.slice(0, 100));
	assert.match(await logged("kept the old certificate"), /cert\.pem has no certificate in PEM/);
	assert.equal(await shownName(url), "one");
	await writeFile(key, TWO.key);
	await logged("kept the old certificate");
	await writeFile(cert, TWO.cert);
	await logged("loaded the new certificate");
	assert.equal(await shownName(url), "two");
});

test("reload takes the files over at once", async (t) => {
	const { url, cert, key, server } = await secured(t);
	await Promise.all([writeFile(cert, TWO.cert), writeFile(key, TWO.key)]);
	await server.reload();
	assert.equal(await shownName(url), "two");
});

test("an encrypted key is opened with its passphrase", async (t) => {
	const passphrase = "open sesame";
	const encrypted = createPrivateKey(ONE.key).export({
		type: "pkcs8",
		format: "pem",
		cipher: "aes-256-cbc",
		passphrase,
	});
	const folder = await folderWith(t, { "cert.pem": ONE.cert, "key.pem": String(encrypted) });
	const tls = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
	const { url } = await start({ tls: { ...tls, passphrase } });
	assert.equal((await ask(`${url}/health/live`, ONE.cert)).status, 200);
	await assert.rejects(start({ tls }), /key\.pem is encrypted, and no passphrase is given\./);
	await assert.rejects(start({ tls: { ...tls, passphrase: "wrong" } }), (error: Error) => {
		assert.match(error.message, /key\.pem is encrypted, and its passphrase does not open it/);
		assert.ok(!error.message.includes("wrong"));
		return true;
	});
});

test("files that are no pair are refused with their names", async (t) => {
	const folder = await folderWith(t, {
		"one.crt": ONE.cert,
		"one.key": ONE.key,
		"two.key": TWO.key,
		text: "hello",
	});
	for (const [cert, key, message] of [
		["one.crt", "two.key", /two\.key does not belong to .*one\.crt/],
		["none", "one.key", /--tls-cert, .*none does not exist/],
		["one.crt", "none", /--tls-key, .*none does not exist/],
		["text", "one.key", /text has no certificate in PEM/],
		["one.crt", "text", /text has no private key in PEM/],
	] as const)
		await assert.rejects(start({ tls: { cert: join(folder, cert), key: join(folder, key) } }), {
			name: "RangeError",
			message,
		});
});

test("closing lets a running call finish, and waits for no handshake that never comes", async (t) => {
	const { url, server } = await secured(t, { drain: 3_600_000 });
	const silent = connect(Number(new URL(url).port), "127.0.0.1");
	await once(silent, "connect");
	silent.resume();
	const agent = new Agent({ keepAlive: true });
	assert.equal((await ask(`${url}/health/live`, ONE.cert, undefined, agent)).status, 200);
	const running = ask(`${url}/word-counter`, ONE.cert, "one two", agent);
	const ended = once(silent, "close");
	await server.close();
	assert.equal((await running).status, 200);
	await ended;
	await assert.rejects(ask(`${url}/health/live`, ONE.cert));
	agent.destroy();
});
