import assert from "node:assert/strict";
import { createServer as createHttpServer } from "node:http";
import { test } from "node:test";
import { attach, createFetchHandler, createListener, createServer, type Settings } from "../../index.js";

const MOUNTS = {
	createServer: (settings: Settings) => createServer([], settings),
	createListener: (settings: Settings) => createListener([], settings),
	createFetchHandler: (settings: Settings) => createFetchHandler([], settings),
	attach: (settings: Settings) => attach(createHttpServer(), [], settings),
};
const LOG = () => {};

for (const [name, mount] of Object.entries(MOUNTS))
	test(`${name} refuses a setting that it does not know`, async () => {
		const settings = { log: LOG, maxbody: 64 } as Settings;
		const message = 'Unknown setting "maxbody". Did you mean "maxBody"?';
		await assert.rejects(async () => mount(settings), { name: "TypeError", message });
	});

for (const [settings, message] of [
	[{ port: 80 }, 'Unknown setting "port". Give it to listen(port, host).'],
	[{ tls: { certificate: "a.pem" } }, /^Unknown setting "tls\.certificate"\. Known settings: cert, key, /],
	[{ auth: { token: [] } }, 'Unknown setting "auth.token". Did you mean "tokens"?'],
	[{ auth: { jwt: { isuer: "" } } }, 'Unknown setting "auth.jwt.isuer". Did you mean "issuer"?'],
	[
		{ mills: { "a-tester": { deadlin: 1 } } },
		'Unknown setting "mills.a-tester.deadlin". Did you mean "deadline"?',
	],
] as const)
	test(`a setting that nothing reads is refused by its place: ${JSON.stringify(settings)}`, async () => {
		const given = { log: LOG, ...settings } as Settings;
		await assert.rejects(createServer([], given), { name: "TypeError", message });
	});

const OWN = "your own server accepts the connections.";
for (const [names, settings, message] of [
	[
		["createListener", "createFetchHandler", "attach"],
		{ tls: { cert: "a", key: "b" } },
		`cannot use the setting "tls": ${OWN} Give the certificate to it.`,
	],
	[
		["createListener", "createFetchHandler", "attach"],
		{ maxConnections: 5 },
		`cannot use the setting "maxConnections": ${OWN} Set its maxConnections.`,
	],
	[
		["createListener", "createFetchHandler", "attach"],
		{ metricsPort: 0 },
		'cannot use the setting "metricsPort": it listens on no port. Remove it: /metrics is under the base.',
	],
	[
		["attach"],
		{ drain: 5 },
		'cannot use the setting "drain": your own server decides when it closes, and the workers end then. Remove it.',
	],
] as const)
	for (const name of names)
		test(`${name} refuses ${Object.keys(settings)}, which it cannot use`, async () => {
			await assert.rejects(async () => MOUNTS[name]({ log: LOG, ...settings }), {
				name: "TypeError",
				message: `${name} ${message}`,
			});
		});

test("a setting that is undefined is not given", async () => {
	const listener = await createListener([], { log: LOG, tls: undefined, misspelt: undefined } as Settings);
	await listener.close();
});
