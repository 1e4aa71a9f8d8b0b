import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { makeCertificate } from "../../testing/certificate.js";
import { folderWith } from "../../testing/command.js";
import { start } from "../../testing/server.js";

const hasCurl = /https/.test(spawnSync("curl", ["--version"], { encoding: "utf8" }).stdout ?? "");

test("curl calls it with the certificate, and not without", {
	skip: !hasCurl && "curl with https is not installed",
}, async (t) => {
	const made = await makeCertificate();
	const folder = await folderWith(t, { "cert.pem": made.cert, "key.pem": made.key });
	const cert = join(folder, "cert.pem");
	const { url } = await start({ tls: { cert, key: join(folder, "key.pem") } });
	const words = [`${url}/word-counter`, "-sS", "-H", "Content-Type: text/plain", "--data-raw", "one two"];
	// spawnSync would block the server, which runs in this process.
	const curl = async (more: readonly string[]) => {
		const child = spawn("curl", [...words, ...more]);
		let out = "";
		child.stdout.on("data", (text) => {
			out += text;
		});
		const [code] = await once(child, "close");
		return { code, out };
	};
	assert.deepEqual(await curl(["--cacert", cert]), { code: 0, out: '{"words":2,"lines":1,"characters":7}' });
	assert.equal((await curl([])).code, 60);
});
