// From the OpenAPI document others make a client: openapi-typescript its types, openapi-fetch the calls. A program that
// uses them is held against the types by the compiler, and then run.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { createServer } from "../../packages/gristmill/dist/index.js";
import { NAMED_MILLS } from "../../packages/gristmill/dist/mill-files/named-mills.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const GENERATED = here("./openapi-client/generated/");

test("a client that is generated from the OpenAPI document compiles, and calls every built-in mill", async (t) => {
	const drawer = new URL("../../packages/gristmill/dist/testing/mills/drawer.js", import.meta.url);
	const server = await createServer([...Object.values(NAMED_MILLS), drawer], { workers: 1, log: () => {} });
	t.after(() => server.close());
	const url = await server.listen(0);
	mkdirSync(GENERATED, { recursive: true });
	t.after(() => rmSync(GENERATED, { recursive: true }));
	writeFileSync(
		`${GENERATED}mills.ts`,
		astToString(await openapiTS(new URL(`${url}/$schema`), { transform })),
	);

	const compiled = await run(here("./node_modules/typescript/bin/tsc"), "-p", here("./openapi-client"));
	assert.equal(compiled.status, 0, compiled.output);
	const picture = here("../../packages/mills/models/classifier/example.jpg");
	const ran = await run(`${GENERATED}dist/program.js`, url, picture);
	assert.equal(ran.status, 0, ran.output);
	assert.equal(ran.output, "every mill was called\n");
});

/** The generator's own recipe for bytes: without it they are strings. */
function transform({ format }) {
	return format === "binary" ? ts.factory.createTypeReferenceNode("Blob") : undefined;
}

/** Runs a program with Node; not synchronously, because the server is in this process. */
function run(...words) {
	return new Promise((resolve) => {
		execFile(process.execPath, words, (error, stdout, stderr) => {
			resolve({ status: error?.code ?? 0, output: stdout + stderr });
		});
	});
}
