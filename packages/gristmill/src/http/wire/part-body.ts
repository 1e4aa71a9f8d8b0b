import { once } from "node:events";
import { constants, createGzip } from "node:zlib";
import { heartbeat, progressEvent, streamProblem } from "../../codecs/parts.js";
import type { Clock } from "../../core/clock.js";
import { CallerGone } from "../../runtime/failures.js";
import type { Piece } from "../../runtime/pool/part-stream.js";
import type { HttpReply, PartBody } from "./message.js";

/** Proxies close a connection on which nothing comes for a while: a minute is common. */
const HEARTBEAT_MS = 15_000;

/** Makes the body of a stream whose first piece has come. `failed` describes what stopped it. */
export function partBody(
	first: IteratorResult<Piece, void>,
	rest: AsyncGenerator<Piece, void, void>,
	type: string,
	clock: Clock,
	failed: (error: Error) => HttpReply,
	told: (problem: string) => Uint8Array | undefined = (problem) => streamProblem(type, problem),
): PartBody {
	let failure: HttpReply | undefined;
	async function* pieces(): AsyncGenerator<Uint8Array, void, void> {
		try {
			for (let step = first; !step.done; ) {
				const bytes = typeof step.value === "number" ? progressEvent(type, step.value) : step.value;
				if (bytes) yield bytes;
				const next = rest.next();
				while ((await within(next, clock)) === SILENT) {
					const beat = heartbeat(type);
					if (beat) yield beat;
				}
				step = await next;
			}
		} catch (error) {
			if (error instanceof CallerGone) throw error;
			failure = failed(error as Error);
			const problem = told(Buffer.from(failure.body as Uint8Array).toString());
			if (!problem) throw error;
			yield problem;
		} finally {
			await rest.return();
		}
	}
	return { pieces: pieces(), failure: () => failure };
}

const SILENT = Symbol("silent");

/** Waits for the next piece until it is time for a heartbeat. What `next` throws is thrown when it is awaited again. */
async function within(next: Promise<unknown>, clock: Clock): Promise<unknown> {
	let timer: unknown;
	const silence = new Promise<typeof SILENT>((silent) => {
		timer = clock.setTimeout(() => silent(SILENT), HEARTBEAT_MS);
	});
	const come = next.then(
		() => undefined,
		() => undefined,
	);
	try {
		return await Promise.race([come, silence]);
	} finally {
		clock.clearTimeout(timer);
	}
}

/** The same, compressed: each piece can be read when it comes. */
export async function* zippedPieces(
	pieces: AsyncGenerator<Uint8Array, void, void>,
): AsyncGenerator<Uint8Array, void, void> {
	const gzip = createGzip({ level: constants.Z_BEST_SPEED });
	let made: Buffer[] = [];
	gzip.on("data", (bytes: Buffer) => made.push(bytes));
	const taken = () => {
		const bytes = Buffer.concat(made);
		made = [];
		return bytes;
	};
	try {
		for await (const piece of pieces) {
			gzip.write(piece);
			await new Promise<void>((flushed) => gzip.flush(constants.Z_SYNC_FLUSH, () => flushed()));
			yield taken();
		}
		const ended = once(gzip, "end");
		gzip.end();
		await ended;
		yield taken();
	} finally {
		gzip.destroy();
	}
}
