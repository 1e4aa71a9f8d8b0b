import type { ProbeExchange, ProbeRequest } from "../wire/exchange.js";
import type { RowOutcome } from "./outcome.js";
import { type Random, random } from "./random.js";
import type { CheckSession } from "./session.js";
import type { CheckSettings } from "./settings.js";
import type { ProbeInput, Subject } from "./subject.js";

type Fields = Readonly<Record<string, string | undefined>>;

/** Changes to the mill's plain call. */
export interface Changes extends Partial<Omit<ProbeRequest, "url" | "headers">> {
	readonly headers?: Fields;
	readonly input?: ProbeInput;
	/** Another URL than the mill's. */
	readonly url?: URL;
}

/** What a row can use: the mill, ways to send requests, and the outcomes of earlier rows. */
export class RowContext {
	readonly subject: Subject;
	readonly random: Random;
	readonly settings: CheckSettings;
	/** The outcomes of earlier rows. Complete for the rows that run last. */
	readonly outcomes: ReadonlyMap<string, RowOutcome>;
	readonly #session: CheckSession;
	readonly #row: string;

	constructor(
		session: CheckSession,
		row: string,
		subject: Subject,
		outcomes: ReadonlyMap<string, RowOutcome>,
	) {
		this.#session = session;
		this.#row = row;
		this.subject = subject;
		this.outcomes = outcomes;
		this.settings = session.settings;
		// Each row has its own random numbers, so that --only repeats the full run.
		this.random = random(session.settings.seed + [...row].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 0));
	}

	/** All exchanges so far. */
	get seen(): readonly ProbeExchange[] {
		return this.#session.seen;
	}

	/** Milliseconds left in the budget. */
	get left(): number {
		return this.#session.left;
	}

	/** Waits until the maximum number of concurrent requests can be sent at once. */
	rest(): Promise<void> {
		return this.#session.rest();
	}

	/** Sends a request, or returns the answer that another row got to the same request. */
	ask(question: ProbeRequest): Promise<ProbeExchange> {
		return this.#session.ask(question, this.#row);
	}

	async askAfresh(question: ProbeRequest): Promise<ProbeExchange> {
		const [exchange] = await this.#session.askAfresh([question], this.#row);
		return exchange as ProbeExchange;
	}

	/** Sends requests one after another on one connection. */
	askInOrder(questions: readonly ProbeRequest[]): Promise<ProbeExchange[]> {
		return this.#session.askAfresh(questions, this.#row);
	}

	get(url: URL, headers: Fields = {}): Promise<ProbeExchange> {
		return this.ask({ method: "GET", url, headers });
	}

	/** Sends another method to the mill, without content. */
	probe(method: string, headers: Fields = {}): Promise<ProbeExchange> {
		return this.ask({ method, url: this.subject.mill, headers });
	}

	/** The mill's plain call with valid input, with changes. */
	call(changes: Changes = {}): Promise<ProbeExchange> {
		return this.ask(this.question(changes));
	}

	callAfresh(changes: Changes = {}): Promise<ProbeExchange> {
		return this.askAfresh(this.question(changes));
	}

	/** The request of a call. */
	question({ input = this.subject.canary, headers, url, ...changes }: Changes = {}): ProbeRequest {
		const { mill, method } = this.subject;
		return {
			method,
			url: url ?? mill,
			body: input.body,
			...changes,
			headers: { "Content-Type": input.mediaType, Accept: "application/json", ...headers },
		};
	}
}
