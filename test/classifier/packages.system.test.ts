import assert from "node:assert/strict";
import { copyFile, cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { NAMED_MILLS } from "../../packages/gristmill/dist/mill-files/named-mills.js";
import { folderWith, ROOT } from "../../packages/gristmill/dist/testing/command.js";
import { start } from "../../packages/gristmill/dist/testing/server.js";
import { loadNetwork } from "../../packages/mills/dist/classifier/networks.js";

test("where a native package cannot be loaded the other mills are served, and the log says what to do", async (t) => {
	const folder = await folderWith(t, {});
	const mills = `${ROOT}packages/mills/`;
	await cp(`${mills}dist`, `${folder}/dist`, { recursive: true });
	await cp(`${mills}models/classifier`, `${folder}/models/classifier`, { recursive: true });
	await copyFile(`${mills}package.json`, `${folder}/package.json`);
	await mkdir(`${folder}/node_modules`);
	await symlink(`${ROOT}packages/gristmill`, `${folder}/node_modules/gristmill`);
	const classifier = pathToFileURL(`${folder}/dist/classifier/classifier.js`);
	const { url, log } = await start({}, { mills: [classifier, NAMED_MILLS["word-counter"] as URL] });

	const call = (mill: string, type: string, body: string | Buffer) =>
		fetch(`${url}/${mill}`, { method: "POST", headers: { "Content-Type": type }, body });
	const example = await readFile(`${folder}/models/classifier/example.jpg`);
	assert.equal((await call("classifier", "image/jpeg", example)).status, 502);
	assert.equal((await call("word-counter", "text/plain", "raw data")).status, 200);
	const { fields } = log.find(({ message }) => message === "a mill cannot be loaded") ?? assert.fail();
	assert.match(
		String(fields.error),
		/onnxruntime-node cannot be loaded \(.*\)\. Install it for .* with "npm ci"/,
	);
});

test("an installed gristmill tells its user to install the missing packages, not to run npm ci", async (t) => {
	const folder = `${await folderWith(t, {})}/node_modules/gristmill`;
	for (const name of ["classifier", "native"]) await mkdir(`${folder}/${name}`, { recursive: true });
	await writeFile(`${folder}/package.json`, '{"type": "module"}');
	for (const name of ["classifier/packages.js", "native/no-telemetry.js"])
		await copyFile(new URL(`../../packages/mills/dist/${name}`, import.meta.url), `${folder}/${name}`);
	const { importPackages } = await import(pathToFileURL(`${folder}/classifier/packages.js`).href);
	await assert.rejects(
		importPackages(),
		/^Error: onnxruntime-node cannot be loaded \(.*\)\. Install it for \S+ with "npm install onnxruntime-node sharp", or serve/,
	);
});

test("a network that is not the one that was packed is refused", async (t) => {
	const folder = await folderWith(t, {});
	await writeFile(`${folder}/detector.onnx`, "not a network");
	const onnx = await import("onnxruntime-node");
	await assert.rejects(
		loadNetwork(onnx, pathToFileURL(`${folder}/`), "detector.onnx"),
		/models\/classifier\/detector\.onnx has changed: .* Restore it from the package/,
	);
});
