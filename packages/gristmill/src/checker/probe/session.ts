import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { sendInOrder } from "../wire/connection.js";
import { ProbeExchange, type ProbeReply, type ProbeRequest, retryDelay } from "../wire/exchange.js";
import { Skipped } from "./outcome.js";
import { Pace, sleep } from "./pace.js";
import { type CheckSettings, PARALLEL } from "./settings.js";

/** Maximum recorded size of a body that only one row uses. */
const KEPT = 16 * 1024;
/** How often a request is repeated after 429 or 503. */
const MOST_TURNS = 5;

/** Sends and records the requests of one check, within the rate and the budget. */
export class CheckSession {
	readonly settings: CheckSettings;
	readonly #pace: Pace;
	readonly #end: number;
	readonly #answers = new Map<string, Promise<ProbeExchange>>();
	/** Until then the server asked for no requests. */
	#quietUntil = 0;
	/** All exchanges, in the order of the answers. */
	readonly seen: ProbeExchange[] = [];

	constructor(settings: CheckSettings) {
		this.settings = settings;
		this.#pace = new Pace({ rate: settings.rate, parallel: PARALLEL }, settings.clock);
		this.#end = settings.clock.now() + settings.budget;
	}

	/** Milliseconds left in the budget. */
	get left(): number {
		return Math.max(0, this.#end - this.settings.clock.now());
	}

	/** Sends a request once for all rows. */
	ask(question: ProbeRequest, row: string): Promise<ProbeExchange> {
		const key = keyOf(question);
		const known = this.#answers.get(key);
		if (known) {
			known.then(
				(exchange) => exchange.rows.add(row),
				() => {},
			);
			return known;
		}
		const asked = this.#send([question]).then(([reply]) => {
			const exchange = new ProbeExchange(question, reply as ProbeReply);
			exchange.rows.add(row);
			this.seen.push(exchange);
			return exchange;
		});
		this.#answers.set(key, asked);
		return asked;
	}

	/** Sends requests on one connection, even if they were sent before. */
	async askAfresh(questions: readonly ProbeRequest[], row: string): Promise<ProbeExchange[]> {
		const replies = await this.#send(questions);
		return questions.map((question, i) => {
			const reply = replies[i] as ProbeReply;
			const body = reply.body.length > KEPT ? Buffer.from(reply.body.subarray(0, KEPT)) : reply.body;
			const record = new ProbeExchange(question, { ...reply, body });
			record.rows.add(row);
			this.seen.push(record);
			return new ProbeExchange(question, reply);
		});
	}

	/** Waits until the maximum number of concurrent requests can be sent at once. */
	async rest(): Promise<void> {
		await this.#pace.rest();
	}

	/** Repeats requests that get 429, or 503 with Retry-After. */
	async #send(questions: readonly ProbeRequest[]): Promise<ProbeReply[]> {
		for (let turn = 0; ; turn++) {
			const replies = await this.#sendOnce(questions);
			const isPutOff = questions.every(({ hasty }) => !hasty);
			const pause = isPutOff ? Math.max(...replies.map((reply) => retryDelay(reply) ?? -1)) : -1;
			if (pause < 0) return replies;
			if (turn === MOST_TURNS || pause >= this.left) throw new Skipped(TOO_MANY);
			this.#quietUntil = Math.max(this.#quietUntil, this.settings.clock.now() + pause);
		}
	}

	async #sendOnce(questions: readonly ProbeRequest[]): Promise<ProbeReply[]> {
		const { url, headers, patience, clock } = this.settings;
		// Untrusted links must not cause requests to other hosts.
		for (const question of questions)
			if (question.url.origin !== url.origin)
				throw new Skipped(`${question.url.origin} is another origin, and is not requested`);
		return this.#pace.turn(async () => {
			const quiet = Math.min(this.#quietUntil - clock.now(), this.left);
			if (quiet > 0) await sleep(clock, quiet);
			if (this.left === 0) throw new Skipped(OUT_OF_TIME);
			const sent = questions.map((question) =>
				question.bare ? question : { ...question, headers: { ...COMPUTED, ...headers, ...question.headers } },
			);
			// An answer that the budget cuts off is not a failure of the server.
			const isCut = this.left < patience;
			const replies = await sendInOrder(sent, { ...this.settings, patience: Math.min(patience, this.left) });
			const isLate = ({ ending }: ProbeReply) =>
				ending === "timeout" || (ending === "unreachable" && this.left === 0);
			if (isCut && replies.some(isLate)) throw new Skipped(OUT_OF_TIME);
			return replies;
		});
	}
}

/** A kept answer would be the same even if the mill gave another one. */
const COMPUTED = { "Cache-Control": "no-store" };

/** The reason for rows that are skipped because the budget is used up. */
export const OUT_OF_TIME = "the time budget is used up: raise --budget";

/** The reason for rows that are skipped because the server rejects the requests as too many. */
export const TOO_MANY =
	"the server answers that there are too many requests: lower --rate and raise --budget";

function keyOf(question: ProbeRequest): string {
	const { url, body, ...rest } = question;
	const digest = body && createHash("sha256").update(body).digest("base64");
	return JSON.stringify([url.href, digest, rest]);
}
