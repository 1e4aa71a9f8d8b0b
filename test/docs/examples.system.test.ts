import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { pythonFile } from "../../packages/gristmill/dist/mill-files/python-file.js";
import { tryMill } from "../../packages/gristmill/dist/runtime/lanes/try-mill.js";
import type { MillModule } from "../../packages/gristmill/dist/runtime/loading/import-mill.js";
import { folderWith, ROOT } from "../../packages/gristmill/dist/testing/command.js";
import { NO_PYTHON, unlessPackage } from "../../packages/gristmill/dist/testing/python.js";

const names = readdirSync(`${ROOT}examples`);
const files = names.filter((name) => name.endsWith(".ts"));
const inPython = names.filter((name) => name.endsWith(".py"));

test("tools/flowers-model.mjs makes examples/flowers.onnx", async (t) => {
	const file = join(await folderWith(t, {}), "flowers.onnx");
	execFileSync(process.execPath, [`${ROOT}tools/flowers-model.mjs`, file]);
	assert.deepEqual(readFileSync(file), readFileSync(`${ROOT}examples/flowers.onnx`));
});

for (const file of files)
	test(`examples/${file} meets its own examples, twice the same`, async () => {
		const url = pathToFileURL(`${ROOT}packages/gristmill/dist/examples/${file.replace(/\.ts$/, ".js")}`);
		await meetsExamples({ url });
	});

test("examples/chart-drawer.ts refuses numbers whose range is infinite", async () => {
	const { default: mill } = await import(`${ROOT}packages/gristmill/dist/examples/chart-drawer.js`);
	const draw = async (csv: string) => mill.run(csv, { parameters: { width: 640, height: 360 } });
	await assert.rejects(draw("day,cups\nMon,1e308\nTue,-1e308"), { code: "no-table" });
	assert.ok(!Buffer.from((await draw("day,cups\nMon,1e99\nTue,-1e99")).chart).includes("NaN"));
});

for (const file of inPython) {
	const path = `${ROOT}packages/gristmill/dist/examples/${file}`;
	const [, needed] = /^import (numpy|torch)\b/m.exec(readFileSync(`${ROOT}examples/${file}`, "utf8")) ?? [];
	test(
		`examples/${file} meets its own examples, twice the same`,
		{
			skip: NO_PYTHON || (needed !== undefined && unlessPackage(needed)),
		},
		async () => meetsExamples(await pythonFile(path, undefined)),
	);
}

async function meetsExamples(module: MillModule): Promise<void> {
	const { findings, dependences } = await tryMill(module);
	assert.deepEqual(dependences, []);
	assert.ok(findings.length > 0);
	for (const finding of findings) {
		assert.ok(finding.agrees, JSON.stringify(finding));
		assert.ok(!("second" in finding), JSON.stringify(finding));
	}
}
