import { fileURLToPath } from "node:url";
import { InferenceSession, Tensor } from "onnxruntime-node";

/** The sizes of the model, from its vocabulary file. */
export interface Shape {
	/** The width of the model. */
	readonly d: number;
	readonly heads: number;
	/** The number of decoder layers. */
	readonly dec: number;
}

/** The mask value of positions that attention ignores. */
const HIDDEN = -1e9;

/** Sentences that are being translated: the output of the encoder, and the state of the decoder. */
interface Batch {
	/** The number of sentences. */
	readonly size: number;
	/** The input tensors of the next step, by name. */
	readonly state: Readonly<Record<string, Tensor>>;
	/** Buffers for the keys and values of the next step, by name: the inputs of the last step, which are free again. */
	readonly spare: Readonly<Record<string, Float32Array>>;
}

/** Buffers grow by this many tokens at a time. */
const CHUNK = 32;

/** The encoder and the decoder. Each uses one thread: a worker has one core, and other workers use the others. */
export class Network {
	readonly #encoder: InferenceSession;
	readonly #decoder: InferenceSession;
	readonly #shape: Shape;

	private constructor(encoder: InferenceSession, decoder: InferenceSession, shape: Shape) {
		this.#encoder = encoder;
		this.#decoder = decoder;
		this.#shape = shape;
	}

	static async load(folder: URL, shape: Shape): Promise<Network> {
		const options: InferenceSession.SessionOptions = {
			intraOpNumThreads: 1,
			interOpNumThreads: 1,
			executionMode: "sequential",
			graphOptimizationLevel: "all",
		};
		const [encoder, decoder] = await Promise.all(
			["enc.onnx", "dec.onnx"].map((name) =>
				InferenceSession.create(fileURLToPath(new URL(name, folder)), options),
			),
		);
		if (!encoder || !decoder) throw new Error("The model needs two graphs.");
		return new Network(encoder, decoder, shape);
	}

	/** Encodes sentences of token ids, padded to the longest. */
	async encode(sentences: readonly (readonly number[])[]): Promise<Batch> {
		const size = sentences.length;
		const longest = Math.max(...sentences.map(({ length }) => length));
		const ids = new BigInt64Array(size * longest);
		const mask = new Float32Array(size * longest).fill(HIDDEN);
		for (const [row, sentence] of sentences.entries())
			for (const [column, id] of sentence.entries()) {
				ids[row * longest + column] = BigInt(id);
				mask[row * longest + column] = 0;
			}
		const masked = new Tensor("float32", mask, [size, 1, 1, longest]);
		const found = await this.#encoder.run({ ids: new Tensor("int64", ids, [size, longest]), mask: masked });
		const { heads, d, dec } = this.#shape;
		const nothing = () => new Tensor("float32", new Float32Array(0), [size, heads, 0, d / heads]);
		const empty = Object.fromEntries(cacheNames("s", dec).map((name) => [name, nothing()]));
		return { size, state: { ...found, ...empty, mask: masked }, spare: {} };
	}

	/** Decodes one more token of each sentence, given the last one. */
	async step(
		batch: Batch,
		last: readonly number[],
		place: number,
	): Promise<{ next: number[]; batch: Batch }> {
		const { heads, d, dec } = this.#shape;
		const feeds = {
			...batch.state,
			id: new Tensor("int64", BigInt64Array.from(last, BigInt), [batch.size, 1]),
			t: new Tensor("int64", BigInt64Array.of(BigInt(place)), [1]),
		};
		// Keys and values alternate between two buffers of ours. Otherwise each step would copy megabytes into new arrays and
		// leave the old ones to the garbage collector.
		const next = new Tensor("int64", new BigInt64Array(batch.size), [batch.size, 1]);
		const fetches: Record<string, Tensor> = { next };
		const state: Record<string, Tensor> = { ...batch.state };
		const spare: Record<string, Float32Array> = {};
		const [names, written] = [cacheNames("s", dec), cacheNames("n", dec)];
		const numbers = batch.size * (place + 1) * d;
		for (const [i, name] of names.entries()) {
			const free = batch.spare[name];
			const whole =
				free && free.length >= numbers ? free : new Float32Array(numbers + batch.size * CHUNK * d);
			const cache = new Tensor("float32", whole.subarray(0, numbers), [
				batch.size,
				heads,
				place + 1,
				d / heads,
			]);
			fetches[written[i] as string] = cache;
			state[name] = cache;
			spare[name] = wholeOf(batch.state[name]);
		}
		await this.#decoder.run(feeds, fetches);
		return {
			next: Array.from(next.data as BigInt64Array, Number),
			batch: { size: batch.size, state, spare },
		};
	}
}

/** The names of the keys and values of the decoder, layer by layer: inputs `sk0`, `sv0`, …, outputs `nk0`, `nv0`, …. */
function cacheNames(side: "s" | "n", layers: number): string[] {
	return Array.from({ length: layers }, (_, layer) => [`${side}k${layer}`, `${side}v${layer}`]).flat();
}

/** The whole buffer of a tensor, which may use only the start of it. */
function wholeOf(tensor: Tensor | undefined): Float32Array {
	return tensor ? new Float32Array((tensor.data as Float32Array).buffer) : new Float32Array(0);
}

/**
 * Keeps only these sentences of a batch, in their order. The data moves in place, so the old batch is invalid afterwards:
 * copying all caches would leave megabytes to the garbage collector.
 */
export function keepRows(batch: Batch, rows: readonly number[]): Batch {
	const state = Object.fromEntries(
		Object.entries(batch.state).map(([name, tensor]) => [name, rowsOf(tensor, rows)]),
	);
	return { size: rows.length, state, spare: batch.spare };
}

function rowsOf(tensor: Tensor, rows: readonly number[]): Tensor {
	const [size = 1, ...inner] = tensor.dims;
	const data = tensor.data as Float32Array;
	const length = data.length / size;
	for (const [at, row] of rows.entries()) data.copyWithin(at * length, row * length, (row + 1) * length);
	return new Tensor("float32", data.subarray(0, rows.length * length), [rows.length, ...inner]);
}
