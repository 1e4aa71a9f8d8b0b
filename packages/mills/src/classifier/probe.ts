import { goldenNumbers, random } from "../native/golden.js";
import { importPackages } from "./packages.js";
import { openPicture } from "./picture.js";

/** What the networks' operations, and the decoder, compute on this processor. */
export async function probe(): Promise<Uint8Array> {
	const { onnx, sharp } = await importPackages();
	const numbers = await goldenNumbers(onnx, [
		"integerConv",
		"conv",
		"pointConv",
		"averagePool",
		"gemm",
		"softmax",
	]);
	const [width, height] = [331, 245];
	const { data } = random("uint8", [height, width, 3]);
	const raw = { raw: { width, height, channels: 3 } } as const;
	const jpeg = await sharp(data as Uint8Array, raw)
		.jpeg()
		.toBuffer();
	const picture = await openPicture(sharp, jpeg, "image/jpeg");
	const rasters = [
		await picture.decode(200),
		await picture.decode(90),
		await picture.decodePart({ left: 10, top: 20, width: 160, height: 150 }, 1.3),
	];
	return Buffer.concat([numbers, ...rasters.map(({ pixels }) => pixels)]);
}
