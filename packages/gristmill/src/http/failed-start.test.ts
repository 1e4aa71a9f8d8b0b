import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { createServer, type Settings, Type } from "../index.js";
import { awaitedLog } from "../testing/awaited-log.js";
import { makeCertificate } from "../testing/certificate.js";
import { folderWith } from "../testing/command.js";
import { emptyMill } from "../testing/mills/empty-mill.js";
import { wordCounter } from "../testing/mills/mills.js";
import { start } from "../testing/server.js";
import { tokenLine } from "./auth/token-lines.js";

const newLine = (name: string) => `${tokenLine(name, randomBytes(32).toString("base64url"))}\n`;

/** A mill that cannot be loaded. */
const broken = emptyMill({
	name: "broken-counter",
	output: Type.Object({ count: Type.Integer() }),
	load: () => {
		throw new Error("no stones");
	},
	run: () => ({ count: 0 }),
});

const NO_KEYS = { issuer: "https://issuer.example", audience: ["mills"], keys: "/no/such/keys.json" };

for (const [what, mills, more, reason] of [
	["a mill cannot be loaded", [broken], {}, /no stones/],
	["a version's mill cannot be loaded", [wordCounter], { versions: { v2: [broken] } }, /no stones/],
	[
		"the keys of signed tokens cannot be read",
		[wordCounter],
		{ jwt: NO_KEYS },
		/The key file .* does not exist/,
	],
] as const)
	test(`if ${what}, the files of the server that did not start are no longer watched`, async (t) => {
		const { settings, changeCertificate, changeTokens } = await watchedFiles(t);
		const failed = awaitedLog();
		const { jwt, ...rest } = { jwt: undefined, ...more };
		const auth = { ...settings.auth, ...(jwt && { jwt }) };
		await assert.rejects(createServer(mills, { ...settings, ...rest, auth, log: failed.log }), reason);
		const lines = failed.lines.length;

		// A server that watches the same files shows when a change has been seen: watchers are told in turn.
		const { log, logged } = awaitedLog();
		await start({ ...settings, log }, { mills: [wordCounter] });
		await changeCertificate();
		await logged("loaded the new certificate");
		await changeTokens();
		await logged("reloaded the tokens");
		assert.deepEqual(failed.lines.slice(lines), []);
	});

/** A certificate and tokens in files, and what writes others into them. */
async function watchedFiles(t: TestContext) {
	const [one, two] = await Promise.all([makeCertificate("one"), makeCertificate("two")]);
	const folder = await folderWith(t, { cert: one.cert, key: one.key, tokens: newLine("alice") });
	const [cert, key, tokenFile] = [join(folder, "cert"), join(folder, "key"), join(folder, "tokens")];
	return {
		settings: { tls: { cert, key }, auth: { tokenFile } } satisfies Settings,
		changeCertificate: () => Promise.all([writeFile(cert, two.cert), writeFile(key, two.key)]),
		changeTokens: () => writeFile(tokenFile, newLine("alice") + newLine("bob")),
	};
}
