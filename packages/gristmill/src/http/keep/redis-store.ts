import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Clock } from "../../core/clock.js";
import { MiB } from "../../core/definition/limits.js";
import type { Log } from "../../runtime/log.js";
import type { AnswerStore, Kept } from "./answer-store.js";
import type { RedisPlace } from "./place.js";
import { LinkLost, RedisLink } from "./redis-link.js";
import { RedisError, type Reply } from "./resp.js";

/** The largest body. Each hit is read over the network and hashed, while other calls wait. */
const LARGEST = MiB;
/** Seconds. Answers of an algorithm that is no longer served must not stay for ever. */
const LIFE = "604800";
/** Before each key: the database may have other keys, too. */
const PREFIX = "gristmill:";

/** Keeps answers on a server that speaks the Redis protocol. While it is gone, nothing is found and nothing is kept. */
export class RedisStore implements AnswerStore {
	readonly isShared = true;
	readonly bytes = 0;
	stored = 0;
	errors = 0;
	readonly #link: RedisLink;
	readonly #complain: (message: string, reason: string) => void;
	/** Whether the log says that it is gone. */
	#isMissed = false;
	/** What the log says of its values since it was there. */
	#told = new Set<string>();

	constructor(place: RedisPlace, log: Log, clock: Clock) {
		const store = place.address;
		this.#complain = (message, reason) => {
			if (this.#told.has(message)) return;
			this.#told.add(message);
			log("warn", message, { store, reason });
		};
		this.#link = new RedisLink(place, LARGEST + HEAD, clock, {
			up: () => {
				this.#told.clear();
				if (this.#isMissed) log("info", "the store of answers is there again", { store });
				this.#isMissed = false;
			},
			down: (reason) => {
				this.errors++;
				if (!this.#isMissed)
					log("warn", "the store of answers is gone, and calls go on without it", { store, reason });
				this.#isMissed = true;
			},
		});
	}

	open(): void {
		this.#link.connect();
	}

	async get(key: string): Promise<Kept | undefined> {
		const reply = await this.#link.askSoon(["GET", PREFIX + key]);
		if (reply === undefined || this.#isRefusal(reply)) return undefined;
		const kept = Buffer.isBuffer(reply) ? readValue(key, reply) : undefined;
		if (!kept) {
			this.errors++;
			this.#complain("the store of answers has values that are no answers", "another program wrote them");
		}
		return kept;
	}

	takes(length: number): boolean {
		return this.#link.isUp && length <= LARGEST;
	}

	put(key: string, kept: Kept): void {
		const words = ["SET", PREFIX + key, writeValue(key, kept), "EX", LIFE];
		void this.#link.ask(words)?.then((reply) => {
			if (!this.#isRefusal(reply)) this.stored += kept.length;
		});
	}

	close(): void {
		this.#link.close();
	}

	#isRefusal(reply: Reply): boolean {
		if (!(reply instanceof RedisError)) return false;
		// That it is gone is counted and said once, not for every call that waits.
		if (reply instanceof LinkLost) return true;
		this.errors++;
		this.#complain("the store of answers refuses a command", reply.message);
		return true;
	}
}

const MARK = "GMK1";
/** The mark, whether it is zipped, when it was kept, the length of the plain body, and a checksum. */
const FACTS = 4 + 1 + 6 + 4;
const CHECKSUM = 16;
const HEAD = FACTS + CHECKSUM;

/** An answer as it is kept on a server. */
export function writeValue(key: string, { body, isZipped, length, since }: Kept): Buffer {
	const bytes = typeof body === "string" ? Buffer.from(body) : body;
	const head = Buffer.alloc(HEAD);
	head.write(MARK, 0, "latin1");
	head.writeUInt8(isZipped ? 1 : 0, 4);
	head.writeUIntBE(since, 5, 6);
	head.writeUInt32BE(length, 11);
	checksum(key, head.subarray(0, FACTS), bytes).copy(head, FACTS);
	return Buffer.concat([head, bytes]);
}

/** Undefined if it is cut off, was changed, is of another key or of another format. */
export function readValue(key: string, value: Buffer): Kept | undefined {
	if (value.length < HEAD || value.toString("latin1", 0, 4) !== MARK) return undefined;
	const body = value.subarray(HEAD);
	const facts = value.subarray(0, FACTS);
	if (!checksum(key, facts, body).equals(value.subarray(FACTS, HEAD))) return undefined;
	const isZipped = value[4] === 1;
	const length = value.readUInt32BE(11);
	if (!isZipped && length !== body.length) return undefined;
	return { body, isZipped, length, since: value.readUIntBE(5, 6) };
}

/** It finds damage and mistakes. Who may write to the server can make one: it is no signature. */
function checksum(key: string, facts: Uint8Array, body: Uint8Array): Buffer {
	const hash = createHash("sha256").update(`${key.length} ${key}`).update(facts).update(body);
	return hash.digest().subarray(0, CHECKSUM);
}
