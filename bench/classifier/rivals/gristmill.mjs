// The mill's own pipeline, without HTTP and without workers.

import { classify, loadModel } from "../../../packages/mills/dist/classifier/classify.js";
import { refine } from "../../../packages/mills/dist/classifier/detector.js";
import { findFaces } from "../../../packages/mills/dist/classifier/detector-network.js";
import { faceInput, scoreFace, squareOf } from "../../../packages/mills/dist/classifier/face-network.js";
import { openPicture } from "../../../packages/mills/dist/classifier/picture.js";

const model = await loadModel(new URL("../../../packages/mills/models/classifier/", import.meta.url));

export const run = (bytes) => classify(model, bytes, "image/jpeg");

/** The same, stage by stage. Calls `clock` at the end of each stage. */
export async function stages(bytes, clock) {
	const picture = await openPicture(model.sharp, bytes, "image/jpeg");
	const raster = await picture.decode(640);
	clock("decode");
	const { width, height } = raster;
	const whole = { x: width / 2, y: height / 2, side: Math.max(width, height), angle: 0 };
	const [seen] = await findFaces(model.detector, raster, whole, 0.25);
	const face = await refine(model.detector, raster, seen, whole);
	clock("detect");
	await scoreFace(model.faces, faceInput(raster, squareOf(face)));
	clock("estimate");
}
