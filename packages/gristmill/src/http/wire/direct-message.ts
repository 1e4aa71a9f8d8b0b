import { IncomingMessage } from "node:http";
import { Readable } from "node:stream";

/** Takes the pieces of a body as they come. */
interface BodyTaker {
	/** Returns false to refuse the piece and all that follow. */
	take(piece: Buffer): boolean;
	end(): void;
	/** The connection ended before the body did. */
	lost(): void;
}

/**
 * A request of node:http that can hand the pieces of its body to a taker instead of putting them into a stream. For a small
 * body, the stream costs more than everything else that is done with it.
 */
export class DirectMessage extends IncomingMessage {
	#taker: BodyTaker | undefined;
	/** The taker has had all of the body. */
	isTaken = false;

	/** Hands the whole body to the taker. Returns false if a part of it is in the stream, or other code reads the stream. */
	giveBodyTo(taker: BodyTaker): boolean {
		const isBegun = this.#taker !== undefined || this.readableFlowing !== null || this.readableLength > 0;
		if (isBegun || this.complete || this.destroyed) return false;
		this.#taker = taker;
		// Tells node:http that the body is being read.
		this._read(0);
		return true;
	}

	/** Called by the parser with each piece, and with null at the end. */
	override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
		const taker = this.#taker;
		if (!taker) return super.push(piece, encoding);
		if (piece === null) {
			this.#taker = undefined;
			this.isTaken = true;
			taker.end();
			// Other code waits for the end, such as `finished` of node:stream.
			if (this.readableFlowing === null && this.listenerCount("end") + this.listenerCount("close") > 0)
				this.resume();
		} else if (!taker.take(piece)) this.#taker = undefined;
		// Other code has begun to read the stream meanwhile: it gets the same pieces.
		return this.readableFlowing === null || super.push(piece, encoding);
	}

	override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
		const taker = this.#taker;
		this.#taker = undefined;
		taker?.lost();
		super._destroy(error, done);
	}
}

const { get: isEnded } = Object.getOwnPropertyDescriptor(Readable.prototype, "readableEnded") as {
	get(): boolean;
};

// Else node:http would wait for the end of the stream. TypeScript knows only a property, which no class may override by a getter.
Object.defineProperty(DirectMessage.prototype, "readableEnded", {
	get(this: DirectMessage) {
		return this.isTaken || isEnded.call(this);
	},
});
