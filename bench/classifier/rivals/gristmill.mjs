// The mill's own pipeline, without HTTP and without workers.
import { classify, loadModel } from "../../../dist/src/mills/classifier/classify.js";
import { findLargestFace } from "../../../dist/src/mills/classifier/detector.js";
import { estimate, squareOf } from "../../../dist/src/mills/classifier/estimator.js";
import { openPicture } from "../../../dist/src/mills/classifier/picture.js";

const model = await loadModel(new URL("../../../models/classifier/", import.meta.url));

export const run = (bytes) => classify(model, bytes, "image/jpeg");

/** The same stage by stage; `clock` is told when each is over. */
export async function stages(bytes, clock) {
	const picture = await openPicture(model.sharp, bytes, "image/jpeg");
	const raster = await picture.decode(640);
	clock("decode");
	const face = await findLargestFace(model.detector, raster);
	clock("detect");
	await estimate(model.estimator, raster, squareOf(face));
	clock("estimate");
}
