import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith, gristmill } from "../testing/command.js";
import { shouter } from "../testing/tiny-facts.js";
import { startTiny } from "../testing/tiny-server.js";

const hasOpenSsl = spawnSync("openssl", ["version"]).status === 0;

test("a mill behind TLS is checked like any other, and one whose certificate is not trusted is not asked", {
	skip: !hasOpenSsl && "openssl is not installed",
}, async (t) => {
	const cwd = await folderWith(t, {});
	const words =
		"req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=mill -addext subjectAltName=IP:127.0.0.1";
	spawnSync("openssl", [...words.split(" "), "-keyout", "key.pem", "-out", "cert.pem"], { cwd });
	const [key, cert] = await Promise.all(
		["key.pem", "cert.pem"].map((name) => readFile(join(cwd, name), "utf8")),
	);
	assert.ok(key && cert);
	const { server, url } = await startTiny(shouter(), { tls: { key, cert } });
	t.after(() => {
		server.closeAllConnections();
		server.close();
	});
	const check = ["check", url.href, "--only", "M,A,R"];
	const trusted = gristmill(t, check, { env: { NODE_EXTRA_CA_CERTS: join(cwd, "cert.pem") } });
	assert.equal(await trusted.ended, 0, trusted.stdout() + trusted.stderr());
	assert.match(trusted.stdout(), /0 MUST and 0 SHOULD rows failed/);
	const stranger = gristmill(t, check);
	assert.equal(await stranger.ended, 3);
	assert.match(stranger.stderr(), /SELF_SIGNED/);
});
