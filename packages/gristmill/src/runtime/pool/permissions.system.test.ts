import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { folderWith, post } from "../../testing/command.js";
import { start } from "../../testing/server.js";
import { undeniable } from "./permissions.js";

const GRISTMILL = new URL("../../index.js", import.meta.url).href;

/** A mill that reads the file that it is told, in a package of several files. */
const READER = `
import { readFileSync } from "node:fs";
import { defineMill, Type, text } from "${GRISTMILL}";
import { outcome } from "./lib/outcome.js";

export default defineMill({
	name: "file-reader",
	version: "1.0.0",
	summary: "Reads a file.",
	input: { "text/plain": text() },
	output: Type.Object({ outcome: Type.String() }),
	assets: [new URL("weights.bin", import.meta.url)],
	load: async () => (await import("#late")).late,
	run: (input, { model }) => ({ outcome: outcome(() => readFileSync(input)) + model }),
});
`;

const OUTCOME = `
export function outcome(read) {
	try {
		return read() ? "allowed" : "empty";
	} catch (error) {
		return error.code;
	}
}
`;

async function packageWith(t: TestContext): Promise<string> {
	const folder = await folderWith(t, {
		"package.json": JSON.stringify({ type: "module", imports: { "#late": "./late.js" } }),
		"reader.js": READER,
		"late.js": 'export const late = "";',
		"weights.bin": "weights",
		"other.js": "export {};",
		".env": "SECRET=1",
	});
	for (const sub of ["lib", ".git"]) await mkdir(join(folder, sub));
	await writeFile(join(folder, "lib/outcome.js"), OUTCOME);
	await writeFile(join(folder, ".git/HEAD"), "ref: refs/heads/main");
	return folder;
}

test("a mill reads its own code and assets, and nothing else of the folder that it lies in", async (t) => {
	const folder = await packageWith(t);
	const { server, url } = await start({ workers: 1 }, { mills: [pathToFileURL(join(folder, "reader.js"))] });
	t.after(() => server.close());
	assert.deepEqual(await server.examined(), { unready: [] });
	const outcomes: Record<string, unknown> = {};
	const files = ["reader.js", "lib/outcome.js", "late.js", "weights.bin", "other.js", ".env", ".git/HEAD"];
	for (const file of files) {
		const answer = (await post(`${url}/file-reader`, join(folder, file))) as { outcome: string };
		outcomes[file] = answer.outcome;
	}
	assert.deepEqual(outcomes, {
		"reader.js": "allowed",
		"lib/outcome.js": "allowed",
		"late.js": "allowed",
		"weights.bin": "allowed",
		"other.js": "ERR_ACCESS_DENIED",
		".env": "ERR_ACCESS_DENIED",
		".git/HEAD": "ERR_ACCESS_DENIED",
	});
});

test("a mill is served by a link to its file", async (t) => {
	const folder = await packageWith(t);
	const link = join(folder, "lib", "link.js");
	await symlink(join(folder, "reader.js"), link);
	const { server } = await start({ workers: 1 }, { mills: [pathToFileURL(link)] });
	t.after(() => server.close());
	assert.deepEqual(await server.examined(), { unready: [] });
});

test("the log says what an older Node cannot deny to mills, and which Node can", () => {
	const network = "this version of Node cannot deny mills the network; Node 26 can";
	assert.deepEqual(undeniable(new Set(["--permission", "--allow-net"])), []);
	assert.deepEqual(undeniable(new Set(["--experimental-permission"])), [network]);
	assert.match(
		undeniable(new Set()).join(),
		/^this version of Node cannot deny mills files, .*; Node 26 can$/,
	);
});
