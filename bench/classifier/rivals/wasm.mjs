// TensorFlow.js on its WebAssembly backend, with one thread, like every rival.
import { createRequire } from "node:module";
import { dirname } from "node:path";

export const require = createRequire(new URL("../../package.json", import.meta.url));
export const WASM = `${dirname(require.resolve("@tensorflow/tfjs-backend-wasm/package.json"))}/dist/`;

export async function startWasm() {
	const tf = require("@tensorflow/tfjs");
	const wasm = require("@tensorflow/tfjs-backend-wasm");
	wasm.setWasmPaths(WASM);
	wasm.setThreadsCount(1);
	await tf.setBackend("wasm");
	await tf.ready();
	return tf;
}
