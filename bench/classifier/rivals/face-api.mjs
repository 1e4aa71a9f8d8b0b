// @vladmandic/face-api: SSD MobileNet finds the face, then its network for age and gender.
import { dirname } from "node:path";
import { decode } from "./decode.mjs";
import { require, startWasm } from "./wasm.mjs";

const tf = await startWasm();
const home = dirname(require.resolve("@vladmandic/face-api/package.json"));
const faceapi = require(`${home}/dist/face-api.node-wasm.js`);
await faceapi.nets.ssdMobilenetv1.loadFromDisk(`${home}/model`);
await faceapi.nets.ageGenderNet.loadFromDisk(`${home}/model`);
const options = new faceapi.SsdMobilenetv1Options({ minConfidence: 0.5, maxResults: 1 });

export const run = (bytes) => stages(bytes, () => {});

export async function stages(bytes, clock) {
	const { data, shape } = await decode(bytes);
	clock("decode");
	const tensor = tf.tensor3d(data, shape, "int32");
	const found = await faceapi.detectSingleFace(tensor, options);
	clock("detect");
	if (!found) throw new Error("face-api found no face.");
	const [face] = await faceapi.extractFaceTensors(tensor, [found]);
	const { age, gender } = await faceapi.nets.ageGenderNet.predictAgeAndGender(face);
	tf.dispose([tensor, face]);
	clock("estimate");
	return { age: Math.round(age), gender: gender === "male" ? "M" : "F" };
}
