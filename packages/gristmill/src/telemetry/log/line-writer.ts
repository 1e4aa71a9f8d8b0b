import { constants, fstatSync, openSync, write, writeSync } from "node:fs";

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
	readonly #unblock: (() => void) | undefined;
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
		this.#unblock = unblocker(fd);
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
				this.#unblock?.();
				chunk = chunk.subarray(writeSync(this.#fd, chunk));
			} catch (error) {
				if (!isBusy(error)) return;
				tries--;
				Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
			}
	}

	/** Writes some of these bytes: in the background, but to a socket at once, before it can become blocking again. */
	#write(chunk: Buffer, done: (error: unknown, count: number) => void): void {
		if (!this.#unblock) {
			write(this.#fd, chunk, done);
			return;
		}
		let count = 0;
		let failure: unknown = null;
		try {
			this.#unblock();
			count = writeSync(this.#fd, chunk);
		} catch (error) {
			failure = error;
		}
		done(failure, count);
	}

	#push(chunk: Buffer, done: () => void): void {
		this.#write(chunk, (error, count) => {
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
 * Reopens a pipe in non-blocking mode, so that a write to a full pipe fails instead of blocking a thread. Node waits for its
 * threads at exit, so a stalled reader would keep the process alive forever. Only Linux can reopen a pipe by its descriptor;
 * elsewhere, and for sockets, the descriptor is used unchanged.
 */
function unblocked(fd: number): number {
	try {
		if (!fstatSync(fd).isFIFO()) return fd;
		return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
	} catch {
		return fd;
	}
}

/**
 * Returns a function that sets standard error to non-blocking, if it is a socket; otherwise undefined. It is needed before each
 * write: whenever a child inherits the socket, Node sets it to blocking for all who share it.
 */
function unblocker(fd: number): (() => void) | undefined {
	try {
		if (fd !== 2 || !fstatSync(fd).isSocket()) return undefined;
	} catch {
		return undefined;
	}
	const { _handle: handle } = process.stderr as { _handle?: { setBlocking?(isBlocking: boolean): unknown } };
	return handle?.setBlocking && (() => handle.setBlocking?.(false));
}

function linesIn(chunk: Buffer): number {
	let count = 0;
	for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count++;
	return count;
}

function isBusy(error: unknown): boolean {
	return (error as NodeJS.ErrnoException | null)?.code === "EAGAIN";
}
