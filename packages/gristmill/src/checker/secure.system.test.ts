import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { makeCertificate } from "../testing/certificate.js";
import { folderWith, gristmill } from "../testing/command.js";
import { shouter } from "../testing/servers/tiny-facts.js";
import { startTiny } from "../testing/servers/tiny-server.js";

test("a mill behind TLS is checked like any other, and one whose certificate is not trusted is not asked", async (t) => {
	const { key, cert } = await makeCertificate();
	const cwd = await folderWith(t, { "cert.pem": cert });
	const { server, url } = await startTiny(shouter(), { tls: { key, cert } });
	t.after(() => {
		server.closeAllConnections();
		server.close();
	});
	const check = ["check", url.href, "--only", "M,A,R"];
	const trusted = gristmill(t, check, { env: { NODE_EXTRA_CA_CERTS: join(cwd, "cert.pem") } });
	assert.equal(await trusted.ended, 0, trusted.stdout() + trusted.stderr());
	assert.match(trusted.stdout(), /0 MUST failures, 0 SHOULD failures/);
	const stranger = gristmill(t, check);
	assert.equal(await stranger.ended, 3);
	assert.match(stranger.stderr(), /SELF_SIGNED/);
});
