import { MiB, Problem } from "gristmill";
import { MOST_HELD } from "../long/held-pieces.js";
import { joined, type ListsOf, list } from "./answer.js";
import { type Choice, unitOf } from "./choice.js";
import { Budget } from "./listing/budget.js";
import { behind, type Listing } from "./listing/listing.js";
import { lengthIn, type Unit } from "./listing/spans.js";

/** A piece of a text, with its tokens. */
interface Piece {
	readonly text: string;
	readonly listing: Listing;
}

/** The listed tokens of a text that comes in pieces. Memory is bounded by the answer, and by the last tokens with `truncate=start`. */
export class Collected {
	/** The code units of the pieces so far. */
	length = 0;
	readonly #choice: Choice;
	readonly #most: number;
	readonly #unit: Unit | undefined;
	readonly #budget: Budget;
	readonly #lists: ListsOf[] = [];
	#total = 0;
	/** Where the next piece begins in the unit of the offsets, without the last piece. */
	#begin = 0;
	#last = "";
	/** The pieces with the last tokens. */
	#kept: Piece[] = [];
	#keptTokens = 0;
	#keptLength = 0;

	constructor(choice: Choice, hasIds: boolean) {
		this.#choice = choice;
		this.#most = choice.max_tokens ?? Number.POSITIVE_INFINITY;
		this.#unit = unitOf(choice);
		this.#budget = new Budget(choice.format, hasIds);
	}

	add(text: string, found: Listing): void {
		// Only a text of several pieces needs their lengths.
		if (this.#unit && this.#last !== "") this.#begin += lengthIn(this.#last, this.#unit);
		this.#last = text;
		this.length += text.length;
		const listing = this.#begin === 0 ? found : behind(found, this.#begin);
		const before = this.#total;
		this.#total += found.count;
		if (this.#choice.format === "count") return;
		if (this.#choice.truncate === "start" && this.#most < Number.POSITIVE_INFINITY)
			this.#keep({ text, listing });
		else if (before === 0 || before < this.#most)
			this.#list({ text, listing }, 0, Math.min(found.count, this.#most - before));
	}

	finish(): { count: number; total: number; lists: ListsOf } {
		const count = Math.min(this.#total, this.#most);
		let from = this.#keptTokens - count;
		for (const piece of this.#kept) {
			this.#list(piece, from, piece.listing.count);
			from = 0;
		}
		return { count, total: this.#total, lists: joined(this.#lists) };
	}

	#list({ text, listing }: Piece, from: number, to: number): void {
		this.#lists.push(list(text, listing, this.#choice.format, { from, to }, this.#unit, this.#budget));
	}

	#keep(piece: Piece): void {
		this.#kept.push(piece);
		this.#keptTokens += piece.listing.count;
		this.#keptLength += piece.text.length;
		for (let [oldest] = this.#kept; oldest && this.#kept.length > 1; [oldest] = this.#kept) {
			if (this.#keptTokens - oldest.listing.count < this.#most) break;
			this.#kept.shift();
			this.#keptTokens -= oldest.listing.count;
			this.#keptLength -= oldest.text.length;
		}
		if (this.#keptLength > MOST_HELD && this.#kept.length > 1)
			throw new Problem(
				"content-too-large",
				`The last ${this.#most} tokens have more than ${MOST_HELD / MiB} MiB of text. Choose a smaller max_tokens, or truncate=end.`,
			);
	}
}
