import { constants, fstatSync, openSync, write, writeSync } from "node:fs";
import { Socket } from "node:net";

/** Lines are written together at this size in characters, or after this time. */
const TOGETHER = 4_096;
const TOGETHER_MS = 250;
/** Maximum buffered characters. If the reader is too slow, further lines are dropped. */
const MOST = 16 * 1024 * 1024;
/** How long to wait for a busy reader: before each retry, and in total at the end. */
const BUSY_MS = 20;
const LAST_MS = 1_000;

/**
 * Writes lines to a file descriptor in the background. Existing libraries can hang at exit when the reader is gone or the
 * disk is full.
 */
export class LineWriter {
	readonly #fd: number;
	#waiting = "";
	#timer: NodeJS.Timeout | undefined;
	/** Resolves when the current write is done; undefined if there is none. */
	#writing: Promise<void> | undefined;
	/** Whether a flush was requested during the current write. */
	#isAwaited = false;
	#lost = 0;
	/** Whether the last write failed. */
	#isBroken = false;

	constructor(fd: number) {
		this.#fd = unblocked(fd);
	}

	/** The number of dropped lines: the reader is too slow, or a write failed. */
	get lost(): number {
		return this.#lost;
	}

	/** Whether a few more lines are likely to arrive. */
	get hasRoom(): boolean {
		return !this.#isBroken && this.#waiting.length < MOST / 2;
	}

	write(line: string): void {
		if (this.#waiting.length + line.length > MOST) {
			this.#lost++;
			return;
		}
		this.#waiting += line;
		if (this.#waiting.length >= TOGETHER) this.flush();
		else if (this.#timer === undefined) {
			this.#timer = setTimeout(() => this.flush(), TOGETHER_MS);
			this.#timer.unref();
		}
	}

	/** Starts to write the buffered lines. */
	flush(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		// If a write is running, the next one follows at once: this line may be the last one for hours.
		this.#isAwaited = this.#writing !== undefined;
		if (this.#writing || this.#waiting === "") return;
		const chunk = Buffer.from(this.#waiting);
		this.#waiting = "";
		this.#writing = new Promise<void>((done) => this.#push(chunk, done)).then(() => {
			this.#writing = undefined;
			if (this.#isAwaited || this.#waiting.length >= TOGETHER) this.flush();
		});
	}

	/** Writes everything, within the time limit for the end. */
	async close(): Promise<void> {
		let isLate = false;
		let timer: NodeJS.Timeout | undefined;
		const late = new Promise<void>((resolve) => {
			timer = setTimeout(() => {
				isLate = true;
				resolve();
			}, LAST_MS);
		});
		// A finished write may have started the next one.
		while (this.#writing && !isLate) await Promise.race([this.#writing, late]);
		clearTimeout(timer);
		this.writeNow();
	}

	/** Writes the buffered lines synchronously, for the end of the process. */
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
			else if (error) {
				// The reader is gone or the disk is full. The server continues without a log.
				this.#lost += linesIn(chunk);
				this.#isBroken = true;
				done();
			} else if (count === chunk.length) {
				this.#isBroken = false;
				done();
			} else this.#push(chunk.subarray(count), done);
		});
	}
}

/**
 * Makes writes to a full pipe or socket fail instead of blocking a thread. Node waits for its threads at exit, so a stalled reader
 * would keep the process alive forever. A pipe is reopened, because other programs may share this one: only Linux can do that by
 * its descriptor. A socket cannot be reopened. Node sets it to non-blocking when it opens it as a stream.
 */
function unblocked(fd: number): number {
	try {
		const file = fstatSync(fd);
		if (file.isSocket()) {
			if (fd === process.stderr.fd) process.stderr.on("error", () => {});
			else new Socket({ fd, readable: false, writable: true }).on("error", () => {}).unref();
		}
		if (!file.isFIFO()) return fd;
		return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
	} catch {
		return fd;
	}
}

function linesIn(chunk: Buffer): number {
	let count = 0;
	for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count++;
	return count;
}

function isBusy(error: unknown): boolean {
	return (error as NodeJS.ErrnoException | null)?.code === "EAGAIN";
}
