import { type Random, random } from "./random.js";
import type { Outcome } from "./row.js";
import type { Session } from "./session.js";
import type { ProbeSizes } from "./settings.js";
import type { Input, Subject } from "./subject.js";
import type { Exchange, Question } from "./wire/exchange.js";

type Fields = Readonly<Record<string, string | undefined>>;

/** What changes in a call of the mill. */
export interface Changes extends Partial<Omit<Question, "url" | "headers">> {
	readonly headers?: Fields;
	readonly input?: Input;
	/** Another address than the mill's own. */
	readonly url?: URL;
}

/** What a row sees: the mill, ways to ask, and what the others found. */
export class Context {
	readonly subject: Subject;
	readonly random: Random;
	readonly sizes: ProbeSizes;
	/** What the rows before found; complete for those that run last. */
	readonly outcomes: ReadonlyMap<string, Outcome>;
	readonly #session: Session;
	readonly #row: string;

	constructor(session: Session, row: string, subject: Subject, outcomes: ReadonlyMap<string, Outcome>) {
		this.#session = session;
		this.#row = row;
		this.subject = subject;
		this.outcomes = outcomes;
		this.sizes = session.settings.sizes;
		// Each row has its own chances, so that --only repeats what the whole run did.
		this.random = random(session.settings.seed + [...row].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 0));
	}

	/** Everything that was asked so far. */
	get seen(): readonly Exchange[] {
		return this.#session.seen;
	}

	/** Milliseconds of the budget that are left. */
	get left(): number {
		return this.#session.left;
	}

	/** Waits until as many questions can be asked at once as may be under way. */
	rest(): Promise<void> {
		return this.#session.rest();
	}

	/** Asks, or gives the answer that another row got to the same question. */
	ask(question: Question): Promise<Exchange> {
		return this.#session.ask(question, this.#row);
	}

	async askAfresh(question: Question): Promise<Exchange> {
		const [exchange] = await this.#session.askAfresh([question], this.#row);
		return exchange as Exchange;
	}

	/** Asks one behind the other on one connection. */
	converse(questions: readonly Question[]): Promise<Exchange[]> {
		return this.#session.askAfresh(questions, this.#row);
	}

	get(url: URL, headers: Fields = {}): Promise<Exchange> {
		return this.ask({ method: "GET", url, headers });
	}

	/** Another method on the mill, without content. */
	probe(method: string, headers: Fields = {}): Promise<Exchange> {
		return this.ask({ method, url: this.subject.mill, headers });
	}

	/** The mill's own call with its good input, but for what is changed. */
	call(changes: Changes = {}): Promise<Exchange> {
		return this.ask(this.question(changes));
	}

	callAfresh(changes: Changes = {}): Promise<Exchange> {
		return this.askAfresh(this.question(changes));
	}

	/** The question that a call asks. */
	question({ input = this.subject.canary, headers, url, ...changes }: Changes = {}): Question {
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
