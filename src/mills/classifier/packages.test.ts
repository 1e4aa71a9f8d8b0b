import assert from "node:assert/strict";
import { copyFile, cp, readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { folderWith, ROOT } from "../../testing/command.js";
import { start } from "../../testing/server.js";
import { EXAMPLES } from "../built-in.js";
import { loadNetwork } from "./networks.js";

test("where a native package cannot be loaded the other mills are served, and the log says what to do", async (t) => {
	const folder = await folderWith(t, {});
	await cp(`${ROOT}dist`, `${folder}/dist`, { recursive: true });
	await cp(`${ROOT}models/classifier`, `${folder}/models/classifier`, { recursive: true });
	await copyFile(`${ROOT}package.json`, `${folder}/package.json`);
	const classifier = pathToFileURL(`${folder}/dist/src/mills/classifier/classifier.js`);
	const { url, log } = await start({}, { mills: [classifier, EXAMPLES["word-counter"] as URL] });

	const call = (mill: string, type: string, body: string | Buffer) =>
		fetch(`${url}/${mill}`, { method: "POST", headers: { "Content-Type": type }, body });
	const example = await readFile(`${folder}/models/classifier/example.jpg`);
	assert.equal((await call("classifier", "image/jpeg", example)).status, 503);
	assert.equal((await call("word-counter", "text/plain", "raw data")).status, 200);
	const { fields } = log.find(({ message }) => message === "a mill cannot be loaded") ?? assert.fail();
	assert.match(String(fields.error), /Install onnxruntime-node for .* with "npm ci"/);
});

test("a network that is not the one that was packed is refused", async (t) => {
	const folder = await folderWith(t, {});
	await writeFile(`${folder}/blazeface.onnx`, "not a network");
	const onnx = await import("onnxruntime-node");
	await assert.rejects(
		loadNetwork(onnx, pathToFileURL(`${folder}/`), "blazeface.onnx"),
		/Restore models\/classifier\/blazeface\.onnx/,
	);
});
