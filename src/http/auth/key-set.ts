import { readFile } from "node:fs/promises";
import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JWK, type JWTVerifyGetKey } from "jose";
import { isObject } from "../../core/is-object.js";
import type { Log } from "../log.js";
import { reasonFor, watchFiles } from "../watch-files.js";

/** Where the public keys of signed tokens come from. */
export interface KeySet {
	readonly find: JWTVerifyGetKey;
	/** Reads a file again; an address is asked again by itself. */
	reload(): Promise<void>;
	close(): void;
}

/** A key that is not known makes us ask again, but not more often than this: tokens can be made up. */
const COOLDOWN_MS = 30_000;
/** After this time a key that the issuer has taken back is no longer accepted. */
const FRESH_MS = 600_000;
const ANSWER_MS = 5_000;
/** After a failure nobody is asked for so long: calls are refused at once instead of piling up. */
const REST_MS = 5_000;
/** A set of a hundred keys with their certificates has some hundred thousand bytes; an answer without end must have one. */
const MOST_BYTES = 1024 * 1024;

/** The keys of signed tokens cannot be had now: a token is then neither good nor bad. */
export class KeysOutOfReach extends Error {}

export async function keySet(where: string, log: Log): Promise<KeySet> {
	return /^https?:/i.test(where) ? remoteKeys(where, log) : fileKeys(where, log);
}

function remoteKeys(address: string, log: Log): KeySet {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (!url || !(url.protocol === "https:" || isHere(url.hostname)))
		throw new RangeError(
			`Give the address of the keys with https: whoever changes them on the way may sign: "${address}".`,
		);
	if (url.username !== "" || url.password !== "")
		throw new RangeError("Give the address of the keys without a name and a password: they are never sent.");
	let restsUntil = 0;
	const find = createRemoteJWKSet(url, {
		cooldownDuration: COOLDOWN_MS,
		cacheMaxAge: FRESH_MS,
		timeoutDuration: ANSWER_MS,
		[customFetch]: async (...words: Parameters<typeof fetch>) => {
			if (Date.now() < restsUntil) throw new KeysOutOfReach("a moment ago");
			try {
				const response = await fetch(...words);
				if (response.status !== 200) throw new RangeError(`it answers ${response.status}`);
				const text = await boundedText(response);
				// Judged here, so that an answer without keys lets it rest like none at all.
				publicKeys(text, "the answer");
				return new Response(text, { headers: { "Content-Type": "application/json" } });
			} catch (error) {
				restsUntil = Date.now() + REST_MS;
				// Without the query, which may hold a secret.
				const address = `${url.origin}${url.pathname}`;
				log("warn", "the keys of signed tokens cannot be had", { address, reason: briefly(error) });
				throw new KeysOutOfReach("", { cause: error });
			}
		},
	});
	// Asked before the first call needs them; an issuer that starts later than we do is no reason not to start.
	find.reload().catch(() => {});
	return { find, reload: async () => {}, close: () => {} };
}

async function boundedText({ body }: Response): Promise<string> {
	const parts: Uint8Array[] = [];
	let bytes = 0;
	for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
		bytes += part.byteLength;
		if (bytes > MOST_BYTES) throw new RangeError(`it answers more than ${MOST_BYTES} bytes`);
		parts.push(part);
	}
	return Buffer.concat(parts).toString();
}

function isHere(host: string): boolean {
	return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

async function fileKeys(file: string, log: Log): Promise<KeySet> {
	let find = await readKeys(file);
	const reload = async () => {
		try {
			find = await readKeys(file);
			log("info", "read the keys of signed tokens again", { file });
		} catch (error) {
			log("warn", "kept the old keys of signed tokens", { reason: reasonFor(error) });
		}
	};
	const close = watchFiles([file], reload);
	return { find: (header, token) => find(header, token), reload, close };
}

async function readKeys(file: string): Promise<JWTVerifyGetKey> {
	const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
		throw new RangeError(`Name a file of keys that can be read: ${file} (${error.code}).`);
	});
	return createLocalJWKSet({ keys: publicKeys(text, file) });
}

/** The keys of a set; a RangeError where there are none, or where some are more than public. */
function publicKeys(text: string, where: string): JWK[] {
	let keys: unknown;
	try {
		// Some editors put a byte order mark at the beginning.
		keys = (JSON.parse(text.replace(/^\ufeff/, "")) as { keys?: unknown } | null)?.keys;
	} catch {
		// The message would quote the text.
	}
	if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isObject))
		throw new RangeError(`Write the keys as a JSON Web Key Set, {"keys":[…]}: ${where} is none.`);
	if (keys.some((key) => "d" in key || "k" in key))
		throw new RangeError(
			`Keep private and secret keys out of the server: ${where} holds one, and public ones are enough.`,
		);
	return keys;
}

/** fetch hides what happened in the cause. */
function briefly(error: unknown): string {
	const { cause = error } = error as Error;
	return cause instanceof Error ? cause.message || cause.name : "unknown";
}
