import { constants, fstatSync, openSync, write, writeSync } from "node:fs";

/** Lines are written together when there is so much, or after this time. */
const TOGETHER = 4_096;
const TOGETHER_MS = 250;
/** A reader that does not keep up loses lines before the server loses its memory. */
const MOST = 16 * 1024 * 1024;
/** How long a reader that is busy is waited for, before each try and at the end altogether. */
const BUSY_MS = 20;
const LAST_MS = 1_000;

/**
 * Writes lines to a file descriptor in the background. Ours, because what there is for this waits without end at
 * the end of a process when the reader is gone or the disk is full.
 */
export class LineWriter {
	readonly #fd: number;
	#waiting = "";
	#timer: NodeJS.Timeout | undefined;
	/** Settled when what is being written is written; undefined where nothing is. */
	#writing: Promise<void> | undefined;
	/** Whether more was to be written meanwhile. */
	#isAwaited = false;

	constructor(fd: number) {
		this.#fd = unblocked(fd);
	}

	write(line: string): void {
		if (this.#waiting.length + line.length > MOST) return;
		this.#waiting += line;
		if (this.#waiting.length >= TOGETHER) this.flush();
		else if (this.#timer === undefined) {
			this.#timer = setTimeout(() => this.flush(), TOGETHER_MS);
			this.#timer.unref();
		}
	}

	/** Begins to write what waits. */
	flush(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		// Then it follows at once: a line that is to leave now may be the last one for hours.
		this.#isAwaited = this.#writing !== undefined;
		if (this.#writing || this.#waiting === "") return;
		const chunk = Buffer.from(this.#waiting);
		this.#waiting = "";
		this.#writing = new Promise<void>((done) => this.#push(chunk, done)).then(() => {
			this.#writing = undefined;
			if (this.#isAwaited || this.#waiting.length >= TOGETHER) this.flush();
		});
	}

	/** Writes everything, for as long as that may take at the end. */
	async close(): Promise<void> {
		let isLate = false;
		let timer: NodeJS.Timeout | undefined;
		const late = new Promise<void>((resolve) => {
			timer = setTimeout(() => {
				isLate = true;
				resolve();
			}, LAST_MS);
		});
		// What has been written may have begun to write the next.
		while (this.#writing && !isLate) await Promise.race([this.#writing, late]);
		clearTimeout(timer);
		this.writeNow();
	}

	/** Writes what waits before it returns: where the process ends and nothing can be awaited. */
	writeNow(): void {
		clearTimeout(this.#timer);
		let chunk = Buffer.from(this.#waiting);
		this.#waiting = "";
		for (let tries = LAST_MS / BUSY_MS; chunk.length > 0 && tries > 0; )
			try {
				chunk = chunk.subarray(writeSync(this.#fd, chunk));
			} catch (error) {
				if (!isBusy(error)) return;
				tries--;
				Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
			}
	}

	#push(chunk: Buffer, done: () => void): void {
		write(this.#fd, chunk, (error, count) => {
			if (isBusy(error)) setTimeout(() => this.#push(chunk, done), BUSY_MS).unref();
			// Nobody reads any more: the server goes on without a log.
			else if (error || count === chunk.length) done();
			else this.#push(chunk.subarray(count), done);
		});
	}
}

/**
 * A pipe once more, but so that a full one refuses to be written instead of holding a thread: Node waits for its threads
 * when it ends, and a reader that stands still would keep the process for ever. Linux alone opens a pipe anew by its
 * descriptor; elsewhere, and for sockets, it stays as it is.
 */
function unblocked(fd: number): number {
	try {
		if (!fstatSync(fd).isFIFO()) return fd;
		return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
	} catch {
		return fd;
	}
}

function isBusy(error: unknown): boolean {
	return (error as NodeJS.ErrnoException | null)?.code === "EAGAIN";
}
