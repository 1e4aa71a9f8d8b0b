// First: onnxruntime reads the environment when it is loaded.
import "../../native/no-telemetry.js";
import { fileURLToPath } from "node:url";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { goldenNumbers } from "../../native/golden.js";
import { ONE_THREAD } from "../../native/one-thread.js";
import { Buffers } from "./buffers.js";

/** The sizes of the model, from its vocabulary file. */
export interface Shape {
	/** The width of the model. */
	readonly d: number;
	/** The number of decoder layers. */
	readonly dec: number;
}

/** The mask value of positions that attention ignores. */
const HIDDEN = -1e9;
const NOTHING = new Float32Array(0);

/** Rows that are being decoded, one for each unfinished translation: the output of the encoder, and the state of the decoder. */
export interface Batch {
	/** The number of rows. */
	readonly size: number;
	/** What the decoder knows of the sources, by name: tensors with an entry for each row. */
	readonly sources: Readonly<Record<string, Tensor>>;
	/** The number of tokens decoded so far. */
	readonly tokens: number;
	/** The keys and values of these tokens, by name: token by token, and row by row. The arrays may be longer. */
	readonly caches: Readonly<Record<string, Float32Array>>;
}

/** The result of one step. */
export interface Step {
	readonly batch: Batch;
	/** The number of ids of each row. */
	readonly count: number;
	/** The likeliest next tokens, row by row, the likeliest first. */
	readonly ids: Int32Array;
	/** Their scores. */
	readonly scores: Float32Array;
}

/** Buffers grow by this many tokens at a time. */
const CHUNK = 32;

const GRAPHS = ["enc.onnx", "dec.onnx"];

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
			...ONE_THREAD,
			optimizedModelFilePath: fileURLToPath(new URL(name, packed)),
			extra: { session },
			// onnxruntime would warn that the files fit only this processor.
			logSeverityLevel: 3,
		};
		await InferenceSession.create(fileURLToPath(new URL(name, folder)), saving);
	}
	// Files that cannot be read must not reach the workers.
	await open(packed);
}

function open(folder: URL): Promise<InferenceSession[]> {
	return Promise.all(
		GRAPHS.map((name) => InferenceSession.create(fileURLToPath(new URL(name, folder)), ONE_THREAD)),
	);
}

/** What the networks' operations compute on this processor. */
export function probe(): Promise<Uint8Array> {
	return goldenNumbers({ InferenceSession, Tensor }, [
		"softmax",
		"layerNorm",
		"attention",
		"matMul",
		"integers",
	]);
}

/** The encoder and the decoder. */
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
		const sessions =
			packed &&
			(await open(packed).catch((error: Error) => {
				// Something may have tidied up the temporary folder since.
				console.error(
					`translator: a worker has weights of its own, because the shared ones are gone: ${error.message}`,
				);
				return undefined;
			}));
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
		const found = await this.#encoder.run({ ids: new Tensor("int64", ids, [size, longest]), mask: masked });
		const caches = Object.fromEntries(cacheNames("s", this.#shape.dec).map((name) => [name, NOTHING]));
		return { size, sources: { ...found, mask: masked }, tokens: 0, caches };
	}

	/** Computes the likeliest next tokens of each row, given the last one. */
	async step(batch: Batch, last: readonly number[]): Promise<Step> {
		const { d, dec } = this.#shape;
		const { size, tokens } = batch;
		const numbers = size * tokens * d;
		const feeds: Record<string, Tensor> = {
			...batch.sources,
			id: new Tensor("int64", BigInt64Array.from(last, BigInt), [size, 1]),
			t: new Tensor("int64", BigInt64Array.of(BigInt(tokens)), [1]),
		};
		for (const [name, cache] of Object.entries(batch.caches))
			feeds[name] = new Tensor("float32", cache.subarray(0, numbers), [tokens, size, d]);
		// onnxruntime copies what a run returns. So a step returns only the keys and values of the new token, and we append them here.
		const found = await this.#decoder.run(feeds, ["ids", "scores", ...cacheNames("n", dec)]);
		const caches: Record<string, Float32Array> = {};
		const written = cacheNames("n", dec);
		for (const [i, name] of cacheNames("s", dec).entries()) {
			const cache = this.#atLeast(batch.caches[name] as Float32Array, numbers + size * d, CHUNK * size * d);
			cache.set(found[written[i] as string]?.data as Float32Array, numbers);
			caches[name] = cache;
		}
		const scores = found.scores as Tensor;
		return {
			batch: { ...batch, tokens: tokens + 1, caches },
			count: scores.dims.at(-1) as number,
			ids: found.ids?.data as Int32Array,
			scores: scores.data as Float32Array,
		};
	}

	/**
	 * Copies rows of a batch over others, one after the other, and keeps the first `size` rows. The data moves in place, so the old
	 * batch is invalid afterwards.
	 */
	copyRows(batch: Batch, copies: readonly (readonly [from: number, to: number])[], size: number): Batch {
		if (copies.length === 0 && size === batch.size) return batch;
		const sources = Object.fromEntries(
			Object.entries(batch.sources).map(([name, tensor]) => [name, this.#withCopies(tensor, copies, size)]),
		);
		const caches = Object.fromEntries(
			Object.entries(batch.caches).map(([name, cache]) => [name, this.#withRows(cache, batch, copies, size)]),
		);
		return { ...batch, size, sources, caches };
	}

	/** Frees the buffers of a batch, which is invalid afterwards. */
	release({ sources, caches }: Batch): void {
		for (const tensor of Object.values(sources)) this.#buffers.give(wholeOf(tensor));
		for (const cache of Object.values(caches)) this.#buffers.give(cache);
	}

	/** The same as `copyRows` for a cache, which has the rows of each token one after the other. */
	#withRows(
		given: Float32Array,
		{ size: before, tokens }: Batch,
		copies: readonly (readonly [number, number])[],
		size: number,
	): Float32Array {
		const { d } = this.#shape;
		const widest = Math.max(before, size) * d;
		const cache = this.#atLeast(given, tokens * widest, CHUNK * widest);
		// From the last token on, so that none is overwritten before it is moved.
		if (size > before)
			for (let token = tokens - 1; token > 0; token--)
				cache.copyWithin(token * widest, token * before * d, (token + 1) * before * d);
		for (let at = 0; at < tokens * widest; at += widest)
			for (const [from, to] of copies) cache.copyWithin(at + to * d, at + from * d, at + (from + 1) * d);
		if (size < before)
			for (let token = 1; token < tokens; token++)
				cache.copyWithin(token * size * d, token * widest, token * widest + size * d);
		return cache;
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

	/** The buffer if it has `needed` numbers, otherwise a copy of it with at least `more` numbers more. */
	#atLeast(buffer: Float32Array, needed: number, more: number): Float32Array {
		if (buffer.length >= needed) return buffer;
		const larger = this.#buffers.take(Math.max(needed, buffer.length + more));
		larger.set(buffer);
		this.#buffers.give(buffer);
		return larger;
	}
}

/** The names of the keys and values of the decoder, layer by layer: inputs `sk0`, `sv0`, …, outputs `nk0`, `nv0`, …. */
function cacheNames(side: "s" | "n", layers: number): string[] {
	return Array.from({ length: layers }, (_, layer) => [`${side}k${layer}`, `${side}v${layer}`]).flat();
}

/** The whole buffer of a tensor, which may use only the start of it. */
function wholeOf(tensor: Tensor): Float32Array {
	return new Float32Array((tensor.data as Float32Array).buffer);
}
