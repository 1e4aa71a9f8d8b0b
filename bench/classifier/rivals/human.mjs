// @vladmandic/human: BlazeFace and faceres, everything else turned off.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, dirname } from "node:path";
import { decode } from "./decode.mjs";
import { require, startWasm, WASM } from "./wasm.mjs";

await startWasm();
// Its exports hide package.json. All its files are in dist/.
const home = dirname(dirname(require.resolve("@vladmandic/human")));
const { Human } = require(`${home}/dist/human.node-wasm.js`);
// It loads its models with fetch, which does not support files.
const files = createServer(async ({ url = "" }, reply) => {
	reply.end(await readFile(`${home}/models/${basename(url)}`));
}).listen(0, "127.0.0.1");
await new Promise((resolve) => files.once("listening", resolve));

const off = { enabled: false };
const human = new Human({
	backend: "wasm",
	wasmPath: WASM,
	modelBasePath: `http://127.0.0.1:${files.address().port}/`,
	debug: false,
	async: false,
	cacheSensitivity: 0,
	filter: off,
	face: {
		enabled: true,
		detector: { maxDetected: 1, rotation: false, skipFrames: 0, skipTime: 0 },
		mesh: off,
		iris: off,
		emotion: off,
		antispoof: off,
		liveness: off,
		attention: off,
		description: { enabled: true, skipFrames: 0, skipTime: 0 },
	},
	body: off,
	hand: off,
	object: off,
	gesture: off,
	segmentation: off,
});
await human.load();
files.close();

export const run = (bytes) => stages(bytes, () => {});

export async function stages(bytes, clock) {
	const { data, shape } = await decode(bytes);
	clock("decode");
	const tensor = human.tf.tensor4d(data, [1, ...shape], "float32");
	const { face, error } = await human.detect(tensor);
	human.tf.dispose(tensor);
	if (!face?.[0]) throw new Error(`human found no face: ${error ?? "no error"}.`);
	clock("detect and estimate");
	return { age: Math.round(face[0].age), gender: face[0].gender === "male" ? "M" : "F" };
}
