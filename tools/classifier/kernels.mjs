// Kernels of convolutions, from TensorFlow's order to that of ONNX, with room for channels of nothing but zeros.

/** So many channels fill whole blocks. */
export const wide = (channels, block) => Math.ceil(channels / block) * block;

/** The same values with zeros behind them. */
export function stretched(values, length) {
	const longer = new Float32Array(length);
	longer.set(values);
	return longer;
}

/** Calls `visit(value, y, x, in, out)` for every weight of a kernel of height × width × in × out. */
function visitWeights(values, [height, width, ins, outs], visit) {
	let at = 0;
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++)
			for (let i = 0; i < ins; i++) for (let o = 0; o < outs; o++) visit(values[at++], y, x, i, o);
}

/** Height, width, in, out → out, in, height, width. */
export function channelsFirst(values, shape, ins, outs) {
	const [height, width] = shape;
	const turned = new Float32Array(outs * ins * height * width);
	visitWeights(values, shape, (value, y, x, i, o) => {
		turned[((o * ins + i) * height + y) * width + x] = value;
	});
	return turned;
}

/** Height, width, in, 1 → in, 1, height, width. */
export function depthwiseFirst(values, shape, ins) {
	const [height, width, , times] = shape;
	if (times !== 1) throw new TypeError("Teach depthwiseFirst kernels with several outputs for each input.");
	const turned = new Float32Array(ins * height * width);
	visitWeights(values, shape, (value, y, x, i) => {
		turned[(i * height + y) * width + x] = value;
	});
	return turned;
}

/**
 * A kernel of 5 × 5 in steps of two is one of 3 × 3 in steps of one over a picture of half the sides, in which every two
 * by two pixels are the channels of one. With three channels ONNX Runtime computes the first kind several times slower.
 */
export const byHalves = {
	fits: ([height, width, ins], strides, padding) =>
		height === 5 && width === 5 && ins === 3 && strides.every((step) => step === 2) && padding === "SAME",
	/** The number of channels of the halved picture. */
	channels: 12,
	/** `room` counts the channels with those of zeros that fill a block. */
	weights(values, shape, outs, room) {
		const [, , ins] = shape;
		const turned = new Float32Array(outs * room * 9);
		visitWeights(values, shape, (value, y, x, i, o) => {
			// SAME puts one row before the picture: row 0 of the kernel lies on the second half of the pixel before.
			const [row, column] = [(y + 1) >> 1, (x + 1) >> 1];
			const half = ((y + 1) % 2) * 2 + ((x + 1) % 2);
			turned[((o * room + half * ins + i) * 3 + row) * 3 + column] = value;
		});
		return turned;
	},
};

/** A kernel that copies so many channels and leaves the rest at zero. */
export function copying(channels, ins, outs) {
	const weights = new Float32Array(outs * ins);
	for (let channel = 0; channel < channels; channel++) weights[channel * ins + channel] = 1;
	return weights;
}
