import { defineMill } from "../../core/define-mill.js";
import { image } from "../../core/input.js";
import { MiB } from "../../core/limits.js";
import { Type } from "../../core/typebox.js";
import { classify, loadModel } from "./classify.js";
import { DESCRIPTION } from "./description.js";
import { networkFiles } from "./networks.js";

const MODELS = new URL("../../../../models/classifier/", import.meta.url);
const PICTURE = image({ maxBytes: 20 * MiB, description: "A picture that shows a face." });

export default defineMill({
	name: "classifier",
	version: "1.0.0",
	summary: "Estimates the gender and the age of the largest face in a picture.",
	description: DESCRIPTION,
	input: {
		"image/jpeg": PICTURE,
		"image/png": PICTURE,
		"image/webp": PICTURE,
		"image/avif": PICTURE,
	},
	output: Type.Object({
		gender: Type.Enum(["F", "M"], { description: "Which of two genders the face looks like." }),
		age: Type.Integer({ minimum: 0, maximum: 120, description: "How old it looks, in years." }),
	}),
	problems: {
		"no-face": {
			status: 422,
			title: "No face was found",
			todo: "Send a picture in which a face is large, upright and well lit.",
		},
	},
	examples: [{ input: new URL("example.jpg", MODELS), output: { gender: "F", age: 34 } }],
	// Another processor sums in another order: an age that lies halfway may be rounded the other way.
	agrees: (expected, actual) => expected.gender === actual.gender && Math.abs(expected.age - actual.age) <= 1,
	needs: ["addons"],
	assets: networkFiles(MODELS),
	load: () => loadModel(MODELS),
	run: (input, { mediaType, model }) => classify(model, input, mediaType),
});
