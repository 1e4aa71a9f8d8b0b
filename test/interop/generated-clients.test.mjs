// Two popular generators make clients from the OpenAPI document. Programs that use them as their guides say are held
// against the types by the compiler, and then call the mills: with a text, a JSON string and a picture.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createClient } from "@hey-api/openapi-ts";
import { build } from "esbuild";
import { generate } from "orval";
import { createServer } from "../../packages/gristmill/dist/index.js";
import { NAMED_MILLS } from "../../packages/gristmill/dist/mill-files/named-mills.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const GENERATED = here("./generated-clients/generated/");
const PICTURE = here("../../packages/mills/models/classifier/example.jpg");

let server;
let url;

before(async () => {
	server = await createServer(Object.values(NAMED_MILLS), { workers: 1, log: () => {} });
	url = await server.listen(0);
	await createClient({
		input: `${url}/openapi.json`,
		output: `${GENERATED}hey-api`,
		plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
		logs: { level: "silent" },
	});
	await generate({
		input: { target: `${url}/openapi.json` },
		output: { target: `${GENERATED}orval/mills.ts`, client: "fetch", baseUrl: url },
	});
});

after(async () => {
	await server?.close();
	rmSync(GENERATED, { recursive: true, force: true });
});

test("programs that use the generated clients compile", async () => {
	const compiled = await run(here("./node_modules/typescript/bin/tsc"), "-p", here("./generated-clients"));
	assert.equal(compiled.status, 0, compiled.output);
});

for (const name of ["hey-api", "orval"])
	test(`the client that ${name} generates calls a tokeniser, a classifier and a translator`, async () => {
		const program = `${GENERATED}${name}.mjs`;
		await build({
			entryPoints: [here(`./generated-clients/${name}.ts`)],
			outfile: program,
			bundle: true,
			platform: "node",
			format: "esm",
			logLevel: "warning",
		});
		const ran = await run(program, url, PICTURE);
		assert.equal(ran.status, 0, ran.output);
		assert.equal(ran.output, "every call worked\n");
	});

/** Runs a program with Node; not synchronously, because the server is in this process. */
function run(...words) {
	return new Promise((resolve) => {
		execFile(process.execPath, words, (error, stdout, stderr) => {
			resolve({ status: error?.code ?? 0, output: stdout + stderr });
		});
	});
}
