// First: onnxruntime reads the environment when it is loaded.
import "../../no-telemetry.js";
import { fileURLToPath } from "node:url";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { Buffers } from "./buffers.js";

/** The sizes of the model, from its vocabulary file. */
export interface Shape {
	/** The width of the model. */
	readonly d: number;
	readonly heads: number;
	/** The number of decoder layers. */
	readonly dec: number;
	/** The number of pieces. */
	readonly V: number;
}

/** The mask value of positions that attention ignores. */
const HIDDEN = -1e9;

/** Rows that are being decoded, one for each unfinished translation: the output of the encoder, and the state of the decoder. */
export interface Batch {
	/** The number of rows. */
	readonly size: number;
	/** The input tensors of the next step, by name. */
	readonly state: Readonly<Record<string, Tensor>>;
	/** Buffers for the keys and values of the next step, by name: the inputs of the last step, which are free again. */
	readonly spare: Readonly<Record<string, Float32Array>>;
	/** A buffer for the scores of the next step. */
	readonly scores: Float32Array;
}

/** The result of one step. */
export interface Step {
	readonly batch: Batch;
	/** The number of pieces. */
	readonly pieces: number;
	/** The scores of every piece as the next token, row by row. Valid until the next step. */
	readonly scores: Float32Array;
	/** The id with the highest score, by row. */
	readonly likeliest: readonly number[];
}

/** Buffers grow by this many tokens at a time. */
const CHUNK = 32;

const GRAPHS = ["enc.onnx", "dec.onnx"];
const OPTIONS: InferenceSession.SessionOptions = {
	intraOpNumThreads: 1,
	interOpNumThreads: 1,
	executionMode: "sequential",
	graphOptimizationLevel: "all",
};

/**
 * Saves the networks with their weights in the order in which this processor multiplies them. onnxruntime maps such files into
 * memory, so that processes share them. Otherwise each one orders the weights for itself, in 40 MB of its own.
 */
export async function pack(folder: URL, packed: URL): Promise<void> {
	for (const name of GRAPHS) {
		const session = {
			save_external_prepacked_constant_initializers: "1",
			optimized_model_external_initializers_file_name: `${name}.weights`,
			optimized_model_external_initializers_min_size_in_bytes: "1024",
		};
		const saving: InferenceSession.SessionOptions = {
			...OPTIONS,
			optimizedModelFilePath: fileURLToPath(new URL(name, packed)),
			extra: { session },
			// It would warn that the files are for this processor alone.
			logSeverityLevel: 3,
		};
		await InferenceSession.create(fileURLToPath(new URL(name, folder)), saving);
	}
	// Files that cannot be read must not reach the workers.
	await open(packed);
}

function open(folder: URL): Promise<InferenceSession[]> {
	return Promise.all(
		GRAPHS.map((name) => InferenceSession.create(fileURLToPath(new URL(name, folder)), OPTIONS)),
	);
}

/** The encoder and the decoder. Each uses one thread: a worker has one core, and other workers use the others. */
export class Network {
	readonly #encoder: InferenceSession;
	readonly #decoder: InferenceSession;
	readonly #shape: Shape;
	readonly #buffers = new Buffers();

	private constructor(encoder: InferenceSession, decoder: InferenceSession, shape: Shape) {
		this.#encoder = encoder;
		this.#decoder = decoder;
		this.#shape = shape;
	}

	/** Loads the networks from `packed` if `pack` was called. */
	static async load(folder: URL, shape: Shape, packed?: URL): Promise<Network> {
		// Something may have tidied up the temporary folder since.
		const sessions = packed && (await open(packed).catch(() => undefined));
		const [encoder, decoder] = sessions ?? (await open(folder));
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
		const { heads, d, dec } = this.#shape;
		const cache = (tokens: number) => {
			const numbers = size * tokens * d;
			const buffer = this.#buffers.take(numbers).subarray(0, numbers);
			return new Tensor("float32", buffer, [size, heads, tokens, d / heads]);
		};
		const caches = (side: "c" | "s", tokens: number) =>
			Object.fromEntries(cacheNames(side, dec).map((name) => [name, cache(tokens)]));
		const found = caches("c", longest);
		await this.#encoder.run({ ids: new Tensor("int64", ids, [size, longest]), mask: masked }, found);
		return {
			size,
			state: { ...found, ...caches("s", 0), mask: masked },
			spare: {},
			scores: new Float32Array(0),
		};
	}

	/** Computes the scores of the next token of each row, given the last one. */
	async step(batch: Batch, last: readonly number[], place: number): Promise<Step> {
		const { heads, d, dec, V } = this.#shape;
		const { size } = batch;
		const feeds = {
			...batch.state,
			id: new Tensor("int64", BigInt64Array.from(last, BigInt), [size, 1]),
			t: new Tensor("int64", BigInt64Array.of(BigInt(place)), [1]),
		};
		// Keys and values alternate between two buffers of ours. Otherwise each step would copy megabytes into new arrays and
		// leave the old ones to the garbage collector.
		const next = new Tensor("int64", new BigInt64Array(size), [size, 1]);
		const scores = this.#atLeast(batch.scores, size * V, 2 * size * V);
		const fetches: Record<string, Tensor> = {
			next,
			logits: new Tensor("float32", scores.subarray(0, size * V), [size, 1, V]),
		};
		const state: Record<string, Tensor> = { ...batch.state };
		const spare: Record<string, Float32Array> = {};
		const [names, written] = [cacheNames("s", dec), cacheNames("n", dec)];
		const numbers = size * (place + 1) * d;
		for (const [i, name] of names.entries()) {
			const whole = this.#atLeast(batch.spare[name], numbers, numbers + size * CHUNK * d);
			const cache = new Tensor("float32", whole.subarray(0, numbers), [size, heads, place + 1, d / heads]);
			fetches[written[i] as string] = cache;
			state[name] = cache;
			spare[name] = wholeOf(batch.state[name]);
		}
		await this.#decoder.run(feeds, fetches);
		return {
			batch: { size, state, spare, scores },
			pieces: V,
			scores,
			likeliest: Array.from(next.data as BigInt64Array, Number),
		};
	}

	/**
	 * Copies rows of a batch over others, one after the other, and keeps the first `size` rows. The data moves in place, so the old
	 * batch is invalid afterwards.
	 */
	copyRows(batch: Batch, copies: readonly (readonly [from: number, to: number])[], size: number): Batch {
		if (copies.length === 0 && size === batch.size) return batch;
		const state = Object.fromEntries(
			Object.entries(batch.state).map(([name, tensor]) => [name, this.#withCopies(tensor, copies, size)]),
		);
		return { ...batch, size, state };
	}

	/** Frees the buffers of a batch, which is invalid afterwards. */
	release({ state, spare, scores }: Batch): void {
		for (const tensor of Object.values(state)) this.#buffers.give(wholeOf(tensor));
		for (const buffer of Object.values(spare)) this.#buffers.give(buffer);
		this.#buffers.give(scores);
	}

	#withCopies(tensor: Tensor, copies: readonly (readonly [number, number])[], size: number): Tensor {
		const [rows = 1, ...inner] = tensor.dims;
		const used = tensor.data as Float32Array;
		const length = used.length / rows;
		let whole = wholeOf(tensor);
		if (whole.length < size * length) {
			// Twice as much as needed: a search that branches once branches again.
			const larger = this.#buffers.take(2 * size * length);
			larger.set(used);
			this.#buffers.give(whole);
			whole = larger;
		}
		for (const [from, to] of copies) whole.copyWithin(to * length, from * length, (from + 1) * length);
		return new Tensor("float32", whole.subarray(0, size * length), [size, ...inner]);
	}

	/** The buffer if it has `needed` numbers, otherwise one with `wanted` numbers instead of it. */
	#atLeast(buffer: Float32Array | undefined, needed: number, wanted: number): Float32Array {
		if (buffer && buffer.length >= needed) return buffer;
		if (buffer) this.#buffers.give(buffer);
		return this.#buffers.take(wanted);
	}
}

/**
 * The names of the keys and values of the decoder, layer by layer: inputs `sk0`, `sv0`, …, outputs `nk0`, `nv0`, …, and `ck0`,
 * `cv0`, … from the encoder.
 */
function cacheNames(side: "c" | "s" | "n", layers: number): string[] {
	return Array.from({ length: layers }, (_, layer) => [`${side}k${layer}`, `${side}v${layer}`]).flat();
}

/** The whole buffer of a tensor, which may use only the start of it. */
function wholeOf(tensor: Tensor | undefined): Float32Array {
	return tensor ? new Float32Array((tensor.data as Float32Array).buffer) : new Float32Array(0);
}
