import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Content } from "../../codecs/encode.js";
import { MiB } from "../../core/definition/limits.js";
import type { Mill } from "../../core/definition/mill.js";
import { codingWeight } from "../../core/http-words/encodings.js";
import { digestInThreads, isDigested } from "../../core/in-slices.js";
import { callKey, flightKey } from "../../runtime/admission/call-key.js";
import type { Runner } from "../../runtime/lanes/runner.js";
import type { Call, MaybePromise } from "../../runtime/perform.js";
import { isCompressible, WORTH_IT, zipped } from "../wire/compress.js";
import type { HttpRequest } from "../wire/message.js";
import type { AnswerStore, Kept } from "./answer-store.js";

const unzip = promisify<Uint8Array | string, { maxOutputLength: number }, Uint8Array>(gunzip);

/** A longer key of a kept answer is a hash: many are in memory. */
const LONGEST_KEY = 256;
/** The characters of what distinguishes mills in a key: few, because they are in every key. */
const HEAD = 16;
/** A longer text is kept as bytes, outside the heap. */
const LONG_TEXT = 4_096;

/** The bytes of answers that are compressed at the same time, to be kept. */
const MOST_ZIPPING = 32 * MiB;
let zipping = 0;

/** What is known of an answer before it is computed. */
export type Sought = Hit | Miss | Bypass;

/** The answer is there, in a form that its caller takes. */
interface Hit {
	readonly kind: "hit";
	readonly kept: Kept;
}

/** It must be computed, and is not kept. */
interface Bypass {
	readonly kind: "bypass";
}

export const BYPASS: Bypass = { kind: "bypass" };

/** What the answers of mills depend on, besides their calls. */
interface KeepOptions {
	/** Precedes the names of the mills: versions may have mills of one name. */
	readonly prefix: string;
	readonly runner: Pick<Runner, "digest" | "isQuick" | "trustedSince">;
	/** Whether other processes may have the answers of a mill: its digest names all of its code. */
	readonly isShareable: (mill: Mill) => boolean;
}

/** The kept answers of the mills of a service. */
export class Keep {
	readonly #store: AnswerStore;
	readonly #options: KeepOptions;
	readonly #heads = new WeakMap<Mill, string>();

	constructor(store: AnswerStore, options: KeepOptions) {
		this.#store = store;
		this.#options = options;
	}

	/** Looks for the answer to a call. `headers` are those of its request. Without `takesGzip`, a hit is never compressed. */
	seek(
		mill: Mill,
		call: Call,
		headers: HttpRequest["headers"],
		takesGzip = codingWeight(headers["accept-encoding"], "gzip") > 0,
	): MaybePromise<Sought> {
		// A stream is left out: its parts are sent as they come. The plain answer of the same call is kept.
		if (!mill.keep || call.from !== undefined || forbidsKeeping(headers)) return BYPASS;
		if (this.#store.isShared && !this.#options.isShareable(mill)) return BYPASS;
		// To look for its answer would take as long.
		if (this.#options.runner.isQuick(mill, call)) return BYPASS;
		if (isDigested(call.body)) return this.#find(mill, call, takesGzip);
		return digestInThreads(call.body).then(() => this.#find(mill, call, takesGzip));
	}

	#find(mill: Mill, call: Call, takesGzip: boolean): MaybePromise<Sought> {
		const key = this.#keyOf(mill, call);
		const found = this.#store.get(key);
		const judge = (kept: Kept | undefined) =>
			this.#judge(new Miss(this.#store, key), mill, call, kept, takesGzip);
		return found instanceof Promise ? found.then(judge) : judge(found);
	}

	/** Whether an answer that was found can be given now. */
	#judge(
		miss: Miss,
		mill: Mill,
		{ maxOutput = mill.maxOutput }: Call,
		kept: Kept | undefined,
		takesGzip: boolean,
	): MaybePromise<Sought> {
		// The limit may have been another one, and a mill that fails its examples, or did, may have failed this call, too.
		if (!kept || kept.length > maxOutput || kept.since < this.#options.runner.trustedSince(mill)) return miss;
		if (!kept.isZipped || takesGzip) return { kind: "hit", kept };
		return unzipped(kept).then((kept) => (kept ? { kind: "hit", kept } : miss));
	}

	/** The key of single flight, with what is the same for all calls of a mill; for other processes a hash of both. */
	#keyOf(mill: Mill, call: Call): string {
		const digest = this.#options.runner.digest(mill);
		if (this.#store.isShared) return callKey(mill, digest, call);
		let head = this.#heads.get(mill);
		if (head === undefined) {
			const facts = [this.#options.prefix, mill.name, mill.method, digest];
			head = createHash("sha256").update(facts.join("\n")).digest("base64url").slice(0, HEAD);
			this.#heads.set(mill, head);
		}
		return head + flightKey(mill, digest, call, LONGEST_KEY);
	}
}

/** An answer that is not there. Once it is computed, it can be kept. */
export class Miss {
	readonly kind = "miss";
	readonly #store: AnswerStore;
	readonly #key: string;

	constructor(store: AnswerStore, key: string) {
		this.#store = store;
		this.#key = key;
	}

	/** Whether a body of this many bytes would be kept. */
	takes(length: number): boolean {
		return this.#store.takes(length);
	}

	/** Keeps a body of this Content-Type: compressed if that pays. `small` is the compressed body, if there is one already. */
	keep(body: Content, contentType: string | undefined, small?: Content): void {
		const length = Buffer.byteLength(body);
		if (length < WORTH_IT || !isCompressible(contentType)) this.#put(body, false, length);
		else if (small !== undefined) this.#putSmaller(body, small, length);
		// The threads may be slower than the workers, and what waits for them is not in the room of any store.
		else if (zipping > 0 && zipping + length > MOST_ZIPPING) this.#put(body, false, length);
		else {
			zipping += length;
			void zipped(body)
				.then(
					(small) => this.#putSmaller(body, small, length),
					() => this.#put(body, false, length),
				)
				.finally(() => {
					zipping -= length;
				});
		}
	}

	#putSmaller(body: Content, small: Content, length: number): void {
		const pays = small.length < length * 0.9;
		this.#put(pays ? small : body, pays, length);
	}

	#put(body: Content, isZipped: boolean, length: number): void {
		this.#store.put(this.#key, { body: owned(body), isZipped, length, since: seconds() });
	}
}

/** The time of day. */
function seconds(): number {
	return Math.floor(Date.now() / 1_000);
}

/** Whether a request asks not to store its answer. */
export function forbidsKeeping({ "cache-control": control }: HttpRequest["headers"]): boolean {
	return control !== undefined && /(?:^|[\s,])no-store(?:$|[\s,])/i.test(control);
}

/** Without the larger memory that bytes may be a part of. */
function owned(body: Content): Content {
	if (typeof body === "string") return body.length <= LONG_TEXT ? body : copied(Buffer.from(body));
	return copied(body);
}

function copied(bytes: Uint8Array): Uint8Array {
	if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
	const copy = Buffer.allocUnsafeSlow(bytes.byteLength);
	copy.set(bytes);
	return copy;
}

/** Undefined if it is not what was kept. */
async function unzipped(kept: Kept): Promise<Kept | undefined> {
	const { body, length } = kept;
	const plain = await unzip(body, { maxOutputLength: Math.max(1, length) }).catch(() => undefined);
	return plain?.byteLength === length ? { ...kept, body: plain, isZipped: false } : undefined;
}
