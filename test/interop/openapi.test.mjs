// Redocly's linter has no complaint about the OpenAPI document, whatever mills are served.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { createServer, defineMill, json, Type, text } from "../../packages/gristmill/dist/index.js";
import { NAMED_MILLS } from "../../packages/gristmill/dist/mill-files/named-mills.js";

const redocly = fileURLToPath(import.meta.resolve("@redocly/cli/package.json")).replace(
	"package.json",
	"bin/cli.js",
);

const querier = defineMill({
	name: "length-meter",
	version: "1.0.0",
	summary: "Measures a text or a list of texts.",
	method: "QUERY",
	input: { "text/plain": text(), "application/json": json(Type.Array(Type.String())) },
	parameters: Type.Object({ unit: Type.Optional(Type.Enum(["characters", "bytes"])) }),
	output: Type.Object({ length: Type.Integer(), of: Type.Union([Type.String(), Type.Null()]) }),
	problems: { "too-short": { status: 422, title: "Too short", todo: "Send more." } },
	run: (input) => ({ length: input.length, of: null }),
});

/** A mill that returns bytes. */
const drawer = new URL("../../packages/gristmill/dist/testing/mills/drawer.js", import.meta.url);

for (const [what, mills, settings, version] of [
	["the built-in mills and one with bytes", [...Object.values(NAMED_MILLS), drawer], {}, /^3\.1\./],
	["a public URL", Object.values(NAMED_MILLS), { publicUrl: "https://api.example.org/v1" }, /^3\.1\./],
	[
		"a QUERY mill",
		[...Object.values(NAMED_MILLS), querier],
		{ publicUrl: "https://api.example.org" },
		/^3\.2\./,
	],
])
	test(`Redocly lints the OpenAPI document of ${what} without a complaint`, async (t) => {
		const server = await createServer(mills, { ...settings, log: () => {} });
		t.after(() => server.close());
		const document = await fetch(`${await server.listen(0)}/$schema`).then((response) => response.json());
		assert.match(document.openapi, version);
		const folder = mkdtempSync(join(tmpdir(), "gristmill-"));
		t.after(() => rmSync(folder, { recursive: true }));
		writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
		const { stdout, stderr, status } = spawnSync(
			process.execPath,
			[redocly, "lint", join(folder, "openapi.json"), "--format", "json"],
			{
				encoding: "utf8",
				env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
			},
		);
		assert.equal(status, 0, stdout + stderr);
		const { totals } = JSON.parse(stdout.slice(stdout.indexOf("{")));
		assert.deepEqual(totals, { errors: 0, warnings: 0, ignored: 0 }, stdout);
	});
