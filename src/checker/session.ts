import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { Pace } from "./pace.js";
import { Skipped } from "./row.js";
import { type CheckSettings, PARALLEL } from "./settings.js";
import { converse } from "./wire/connection.js";
import { Exchange, type Question, type Reply } from "./wire/exchange.js";
import { laterBy } from "./wire/later.js";

/** What a record keeps of a body that only one row looks at. */
const KEPT = 16 * 1024;
/** How often a question is asked again that was put off. */
const MOST_TURNS = 5;

/** All that is asked of a server in one check: paced, within the budget, and written down. */
export class Session {
	readonly settings: CheckSettings;
	readonly #pace: Pace;
	readonly #end: number;
	readonly #answers = new Map<string, Promise<Exchange>>();
	/** Until when the server does not want to be asked. */
	#quietUntil = 0;
	/** Every exchange, in the order of the answers. */
	readonly seen: Exchange[] = [];

	constructor(settings: CheckSettings) {
		this.settings = settings;
		this.#pace = new Pace({ rate: settings.rate, parallel: PARALLEL });
		this.#end = performance.now() + settings.budget;
	}

	/** Milliseconds of the budget that are left. */
	get left(): number {
		return Math.max(0, this.#end - performance.now());
	}

	/** Asks once, however many rows want to know. */
	ask(question: Question, row: string): Promise<Exchange> {
		const key = keyOf(question);
		const known = this.#answers.get(key);
		if (known) {
			known.then(
				(exchange) => exchange.rows.add(row),
				() => {},
			);
			return known;
		}
		const asked = this.#converse([question]).then(([reply]) => {
			const exchange = new Exchange(question, reply as Reply);
			exchange.rows.add(row);
			this.seen.push(exchange);
			return exchange;
		});
		this.#answers.set(key, asked);
		return asked;
	}

	/** Asks on one connection, whatever was asked before. */
	async askAfresh(questions: readonly Question[], row: string): Promise<Exchange[]> {
		const replies = await this.#converse(questions);
		return questions.map((question, i) => {
			const reply = replies[i] as Reply;
			const body = reply.body.length > KEPT ? Buffer.from(reply.body.subarray(0, KEPT)) : reply.body;
			const record = new Exchange(question, { ...reply, body });
			record.rows.add(row);
			this.seen.push(record);
			return new Exchange(question, reply);
		});
	}

	/** Waits until as many questions can be asked at once as may be under way. */
	async rest(): Promise<void> {
		await this.#pace.rest();
	}

	/** "Later" is no answer: what the server would say is not known before it is asked again. */
	async #converse(questions: readonly Question[]): Promise<Reply[]> {
		for (let turn = 0; ; turn++) {
			const replies = await this.#converseOnce(questions);
			const isPutOff = questions.every(({ hasty }) => !hasty);
			const pause = isPutOff ? Math.max(...replies.map((reply) => laterBy(reply) ?? -1)) : -1;
			if (pause < 0) return replies;
			if (turn === MOST_TURNS || pause >= this.left) throw new Skipped(TOO_MANY);
			this.#quietUntil = Math.max(this.#quietUntil, performance.now() + pause);
		}
	}

	async #converseOnce(questions: readonly Question[]): Promise<Reply[]> {
		const { url, headers, patience, userAgent } = this.settings;
		// A stranger's links must not make this machine ask its neighbours.
		for (const question of questions)
			if (question.url.origin !== url.origin)
				throw new Skipped(`${question.url.origin} is another origin: it is not asked`);
		return this.#pace.turn(async () => {
			const quiet = Math.min(this.#quietUntil - performance.now(), this.left);
			if (quiet > 0) await new Promise((resolve) => setTimeout(resolve, quiet));
			if (this.left === 0) throw new Skipped(OUT_OF_TIME);
			const sent = questions.map((question) =>
				question.bare ? question : { ...question, headers: { ...headers, ...question.headers } },
			);
			// An answer that the budget cuts off says nothing about the server.
			const isCut = this.left < patience;
			const replies = await converse(sent, { patience: Math.min(patience, this.left), userAgent });
			if (isCut && replies.some(({ ending }) => ending === "timeout")) throw new Skipped(OUT_OF_TIME);
			return replies;
		});
	}
}

/** Why a row is skipped when the budget is used up. */
export const OUT_OF_TIME = "the time budget is used up: give more with --budget";

/** Why a row is skipped when the server will not answer so many questions. */
export const TOO_MANY =
	"the server refuses questions as too many: ask slower with --rate, and longer with --budget";

function keyOf(question: Question): string {
	const { url, body, ...rest } = question;
	const digest = body && createHash("sha256").update(body).digest("base64");
	return JSON.stringify([url.href, digest, rest]);
}
