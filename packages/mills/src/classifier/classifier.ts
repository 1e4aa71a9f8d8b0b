import { defineMill, image, MiB, Type } from "gristmill";
import { classify, loadModel } from "./classify.js";
import { DESCRIPTION } from "./description.js";
import { networkFiles } from "./networks.js";
import { probe } from "./probe.js";

const MODELS = new URL("../../models/classifier/", import.meta.url);
const PICTURE = image({ maxBytes: 20 * MiB, description: "A picture with a face." });

export default defineMill({
	name: "classifier",
	version: "3.2.0",
	summary: "Estimates the gender and age of the largest face in a picture.",
	description: DESCRIPTION,
	input: {
		"image/jpeg": PICTURE,
		"image/png": PICTURE,
		"image/webp": PICTURE,
		"image/avif": PICTURE,
	},
	parameters: Type.Object({
		detail: Type.Boolean({
			default: false,
			description: "Adds the certainty of the estimate, the position of the face and the number of faces.",
		}),
	}),
	output: Type.Object({
		gender: Type.Enum(["F", "M"], { description: "The estimated gender: one of two." }),
		age: Type.Integer({ minimum: 0, maximum: 120, description: "The estimated age in years." }),
		probabilities: Type.Optional(
			Type.Object(
				{ F: Type.Number({ minimum: 0, maximum: 1 }), M: Type.Number({ minimum: 0, maximum: 1 }) },
				{ description: "The probability of each gender. Only with detail=true.", view: "bars" },
			),
		),
		range: Type.Optional(
			Type.Object(
				{ from: Type.Integer({ minimum: 0 }), to: Type.Integer({ minimum: 0 }) },
				{
					description:
						"A range that contains the true age for four of five faces like those of FairFace. Only with detail=true.",
				},
			),
		),
		face: Type.Optional(
			Type.Object(
				{
					x: Type.Integer({ minimum: 0 }),
					y: Type.Integer({ minimum: 0 }),
					width: Type.Integer({ minimum: 1 }),
					height: Type.Integer({ minimum: 1 }),
				},
				{
					description:
						"The box of the face in pixels of the picture after EXIF orientation, from the top left. Only with detail=true.",
					view: "boxes",
				},
			),
		),
		faces: Type.Optional(
			Type.Integer({ minimum: 1, description: "The number of faces found. Only with detail=true." }),
		),
	}),
	problems: {
		"no-face": {
			status: 422,
			title: "No face found",
			todo: "Send a picture in which a face is large and well lit.",
		},
	},
	examples: [
		{ title: "An astronaut", input: new URL("example.jpg", MODELS), output: { gender: "F", age: 25 } },
	],
	// The last steps of both networks compute in floating point: the age may differ slightly between processors.
	agrees: (expected, actual) => expected.gender === actual.gender && Math.abs(expected.age - actual.age) <= 3,
	needs: ["addons"],
	assets: networkFiles(MODELS),
	probe,
	load: () => loadModel(MODELS),
	run: (input, { mediaType, model, parameters }) => classify(model, input, mediaType, parameters.detail),
});
