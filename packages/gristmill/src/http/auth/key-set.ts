import { readFile } from "node:fs/promises";
import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JWK, type JWTVerifyGetKey } from "jose";
import { describeBytes } from "../../core/describe-bytes.js";
import { readTrouble } from "../../core/file-trouble.js";
import { redactUrl } from "../../core/http-words/redact-url.js";
import { isObject } from "../../core/schema/is-object.js";
import type { Log } from "../../telemetry/log/stderr-log.js";
import { reasonFor, watchFiles } from "../files/watch-files.js";

/** The source of the public keys of signed tokens. */
export interface KeySet {
	readonly find: JWTVerifyGetKey;
	/** Reloads a file. Keys from an address are refreshed automatically. */
	reload(): Promise<void>;
	close(): void;
}

/** An unknown key triggers a new request, but at most one in this time, because callers can invent tokens. */
const COOLDOWN_MS = 30_000;
/** After this time, a key that the issuer has revoked is no longer accepted. */
const FRESH_MS = 600_000;
const ANSWER_MS = 5_000;
/** After a failure, no request is sent for this time. Calls are refused at once and do not pile up. */
const REST_MS = 5_000;
/** Clocks that are adjusted little by little step by less. */
const STEP_MS = 1_000;
/** A set of a hundred keys with their certificates has a few hundred thousand bytes. An endless response must be cut off. */
const MOST_BYTES = 1024 * 1024;

/** The keys of signed tokens are not available now, so a token is neither valid nor invalid. */
export class KeysOutOfReach extends Error {}

export async function keySet(where: string, log: Log): Promise<KeySet> {
	return /^https?:/i.test(where) ? remoteKeys(where, log) : fileKeys(where, log);
}

function remoteKeys(address: string, log: Log): KeySet {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (!url || !(url.protocol === "https:" || isHere(url.hostname)))
		throw new RangeError(
			`The address of the keys is "${redactUrl(address)}". Use https, or an attacker can replace the keys.`,
		);
	if (url.username !== "" || url.password !== "")
		throw new RangeError(
			"The address of the keys has a user name and a password, which are never sent. Remove them.",
		);
	let restsUntil = 0;
	let fetched = Number.NEGATIVE_INFINITY;
	const find = createRemoteJWKSet(url, {
		cooldownDuration: COOLDOWN_MS,
		cacheMaxAge: FRESH_MS,
		timeoutDuration: ANSWER_MS,
		[customFetch]: async (...words: Parameters<typeof fetch>) => {
			if (performance.now() < restsUntil) throw new KeysOutOfReach("a moment ago");
			try {
				const response = await fetch(...words);
				if (response.status !== 200) throw new RangeError(`its status is ${response.status}`);
				const text = await boundedText(response);
				// The keys are checked here, so that a response without keys starts the pause like a missing response.
				publicKeys(text, "the answer");
				fetched = performance.now();
				return new Response(text, { headers: { "Content-Type": "application/json" } });
			} catch (error) {
				restsUntil = performance.now() + REST_MS;
				// The log omits the query, which may hold a secret.
				const address = `${url.origin}${url.pathname}`;
				log("warn", "cannot fetch the keys of signed tokens", { address, reason: briefly(error) });
				throw new KeysOutOfReach("", { cause: error });
			}
		},
	});
	// The keys are requested before the first call needs them. The server starts even if the issuer starts later.
	find.reload().catch(() => {});
	// What jose remembers goes by the wall clock. After a step back it would rest, and believe its keys to be fresh, for as long as the step.
	let offset = wallOffset();
	const current: JWTVerifyGetKey = async (...words) => {
		const now = wallOffset();
		if (now < offset - STEP_MS)
			await find.reload().then(
				() => {
					offset = now;
				},
				(error) => {
					// The next call tries again. Until then the keys are good for as long as without a step.
					if (performance.now() - fetched >= FRESH_MS) throw error;
				},
			);
		else offset = now;
		return find(...words);
	};
	return { find: current, reload: async () => {}, close: () => {} };
}

/** How far the wall clock is ahead of the clock that only moves forward. */
function wallOffset(): number {
	return Date.now() - performance.now();
}

async function boundedText({ body }: Response): Promise<string> {
	const parts: Uint8Array[] = [];
	let bytes = 0;
	for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
		bytes += part.byteLength;
		if (bytes > MOST_BYTES) throw new RangeError(`its answer is larger than ${describeBytes(MOST_BYTES)}`);
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
			log("info", "reloaded the keys of signed tokens", { file });
		} catch (error) {
			log("warn", "kept the old keys of signed tokens", { reason: reasonFor(error) });
		}
	};
	const close = watchFiles([file], reload);
	return { find: (header, token) => find(header, token), reload, close };
}

async function readKeys(file: string): Promise<JWTVerifyGetKey> {
	const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
		throw new RangeError(`The key file ${readTrouble(file, error)}.`);
	});
	return createLocalJWKSet({ keys: publicKeys(text, file) });
}

/** Returns the keys of a set. Throws a RangeError if there are none, or if a key holds more than a public part. */
function publicKeys(text: string, where: string): JWK[] {
	let keys: unknown;
	try {
		// Some editors write a byte order mark at the beginning.
		keys = (JSON.parse(text.replace(/^\ufeff/, "")) as { keys?: unknown } | null)?.keys;
	} catch {
		// The error message would quote the text, so it is discarded.
	}
	if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isObject))
		throw new RangeError(`${where} is not a JSON Web Key Set such as {"keys":[…]}.`);
	if (keys.some((key) => "d" in key || "k" in key))
		throw new RangeError(`${where} has a private or secret key. Use public keys only.`);
	return keys;
}

/** fetch puts the actual failure in the cause. */
function briefly(error: unknown): string {
	const { cause = error } = error as Error;
	return cause instanceof Error ? cause.message || cause.name : "unknown";
}
