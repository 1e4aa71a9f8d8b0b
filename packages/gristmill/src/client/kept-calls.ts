import type { ClientState } from "./client-state.js";
import type { Body } from "./input/input.js";
import { sha256 } from "./input/sha256.js";
import type { Keep } from "./keep/keep.js";
import { optionsOf } from "./options-of.js";
import { Shared } from "./shared.js";
import type { RetriedAnswer } from "./transport/exchange.js";
import { type CallOptions, MAX_ANSWER_BYTES, RESULTS } from "./transport/options.js";
import type { Pin } from "./transport/pin.js";

/** Part of every key. Change it if an answer under such a key would mean something else. */
const FORM = "gristmill/1";
/** For so many milliseconds, a digest that was seen is that of the mill. An upgrade is noticed so late at most. */
const CURRENT = 10_000;
/** Header fields of the caller's own on which an answer may depend. */
const SHAPING = ["accept", "accept-language", "content-encoding", "content-type", "prefer", "range"];

/** The digest that a call wants, or that all calls of a run have. */
interface Wanted {
	readonly digest?: string | undefined;
	readonly pin?: Pin | undefined;
}

/** Where the answer of one call is kept. */
export interface KeptPlace {
	/** The kept answer, of the wanted digest or the present one. */
	find(wanted: Wanted, signal: AbortSignal): Promise<RetriedAnswer | undefined>;
	/** Keeps an answer under the digest that it came with. */
	keep(answer: { readonly headers: Headers; readonly bytes: Uint8Array }): Promise<void>;
}

/** The answers that a client keeps: the same digest, input and parameters give the same answer. */
export class KeptCalls {
	readonly #state: ClientState;
	readonly #keep: Keep;
	/** Those that are on their way, by mill. */
	readonly #looks = new Map<string, Shared<void>>();

	constructor(state: ClientState, keep: Keep) {
		this.#state = state;
		this.#keep = keep;
	}

	/**
	 * Undefined for a call whose answer cannot be kept: that to a stream, one with a receipt, which is in fields that are not kept, and
	 * in a page whose browser has no hashes for it.
	 */
	async placeOf(mill: string | URL, body: Body, options: CallOptions): Promise<KeptPlace | undefined> {
		const state = this.#state;
		const own = new Headers({ ...state.options.headers, ...options.headers });
		if (/\bno-store\b/i.test(own.get("cache-control") ?? "") || asksForReceipt(own)) return undefined;
		const { endpoints, at } = state.locate(mill, options.parameters);
		const input = await hashOfInput(body);
		const [first] = endpoints;
		if (input === undefined || !first) return undefined;
		const url = at(first.base);
		const question = [
			// The digest is that of all addresses of a path pattern.
			url.pathname + url.search,
			options.accept ?? RESULTS,
			body.content ? "a form" : body.mediaType,
			SHAPING.map((name) => own.get(name)),
			input,
		];
		const key = (digest: string) => sha256(JSON.stringify([FORM, digest, question])) as Promise<string>;
		return {
			find: async ({ pin, digest }, signal) => {
				const wanted = pin ? pin.digest : digest;
				const present = wanted ?? (await this.#present(mill, options, signal));
				if (present === undefined) return undefined;
				const kept = await this.#keep.get(await key(present));
				const most = options.maxAnswerBytes ?? state.options.maxAnswerBytes ?? MAX_ANSWER_BYTES;
				if (kept?.digest !== present || kept.bytes.byteLength > most) return undefined;
				if (pin) pin.digest ??= present;
				// Meanwhile another answer has decided the digest of all.
				if (pin && pin.digest !== present) return undefined;
				const headers = new Headers({ "Content-Type": kept.type, "Mill-Digest": present });
				const answer = { url: url.href, status: 200, headers, bytes: kept.bytes };
				return { answer, attempts: 0 };
			},
			keep: async ({ headers, bytes }) => {
				const [digest, type] = [headers.get("mill-digest"), headers.get("content-type")];
				if (digest === null || type === null) return;
				state.sawDigest(mill, headers);
				// A file may have changed before it was sent.
				if (body.bytes === undefined && (await hashOfInput(body)) !== input) return;
				await this.#keep.set(await key(digest), { type, digest, bytes });
			},
		};
	}

	/** The digest that a mill has now; undefined if that is unknown. Calls at the same time share one look. */
	async #present(mill: string | URL, options: CallOptions, signal: AbortSignal): Promise<string | undefined> {
		const name = String(mill);
		const { digests, clock } = this.#state;
		const isKnown = () => clock.now() - (digests.get(name)?.at ?? Number.NEGATIVE_INFINITY) < CURRENT;
		if (!isKnown()) {
			const forget = () => this.#looks.delete(name);
			const look = this.#looks.get(name) ?? new Shared((own) => this.#look(mill, options, own), forget);
			this.#looks.set(name, look);
			// The call itself tells what is wrong.
			await look.wait(signal).catch(() => {});
		}
		return isKnown() ? digests.get(name)?.digest : undefined;
	}

	async #look(mill: string | URL, { headers }: CallOptions, signal: AbortSignal): Promise<void> {
		const answer = await optionsOf(this.#state, mill, { ...(headers && { headers }), signal }).catch(
			(error) => {
				if (signal.aborted) throw error;
			},
		);
		// A server that is away, or knows no OPTIONS, is not asked before each call.
		if (!answer || answer.status >= 300) this.#state.sawDigest(mill, new Headers());
		this.#looks.delete(String(mill));
	}
}

function asksForReceipt(headers: Headers): boolean {
	return headers.has("accept-signature") || /\breceipt\b/i.test(headers.get("prefer") ?? "");
}

/** The SHA-256 of an input; undefined for one that can be read only once, or not at all. */
async function hashOfInput(body: Body): Promise<string | undefined> {
	if (!body.repeatable || (body.size === undefined && !body.content)) return undefined;
	try {
		return await sha256(body.content ? await body.content() : (body.bytes ?? (await body.open())));
	} catch {
		// The call says why.
		return undefined;
	}
}
