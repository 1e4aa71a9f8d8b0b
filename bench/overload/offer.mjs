import { Connection } from "../measuring/connection.mjs";

/** How long a caller waits before it disconnects. */
export const PATIENCE_MS = 250;

/**
 * Offers calls at a given rate for a given time, at random moments, even if earlier calls are not answered yet. A caller that
 * has waited too long destroys its connection. Latencies count from the time at which a call was due, so that a late load
 * does not favour the server.
 */
export function offer(port, makeCall, { rate, seconds, seed }) {
	const random = randomFrom(seed);
	const idle = [];
	/** In the order of their arrival, which is the order in which they give up. */
	const waiting = new Set();
	const found = { offered: 0, ok: [], refused: [], gaveUp: 0, failed: 0 };
	const began = performance.now();
	const until = began + seconds * 1_000;
	const gap = () => (-Math.log(1 - random()) * 1_000) / rate;
	let due = began + gap();

	class Caller {
		#call = makeCall();
		#due = 0;
		#connection = new Connection(
			port,
			(status) => this.#answered(status),
			() => this.#lost(),
		);

		send(due) {
			this.#due = due;
			waiting.add(this);
			this.#connection.send(this.#call.next());
		}

		/** Whether it was due so long ago that it leaves. */
		givesUp(now) {
			if (now - this.#due < PATIENCE_MS) return false;
			waiting.delete(this);
			this.close();
			return true;
		}

		close() {
			this.#connection.destroy();
		}

		#answered(status) {
			const now = performance.now();
			waiting.delete(this);
			idle.push(this);
			const latency = now - this.#due;
			if (latency >= PATIENCE_MS) found.gaveUp++;
			else if (status === 503) found.refused.push(latency);
			else if (status !== 200) found.failed++;
			// Answers after the end do not count.
			else if (now <= until) found.ok.push(latency);
		}

		#lost() {
			if (waiting.delete(this)) found.failed++;
			else idle.splice(idle.indexOf(this), 1);
		}
	}

	return new Promise((resolve) => {
		const timer = setInterval(() => {
			const now = performance.now();
			for (; due <= now && due < until; due += gap()) {
				found.offered++;
				// The last one to come free first: those that are not needed are closed by the server after a while.
				(idle.pop() ?? new Caller()).send(due);
			}
			for (const caller of waiting) {
				if (!caller.givesUp(now)) break;
				found.gaveUp++;
			}
			if (now < until || waiting.size > 0) return;
			clearInterval(timer);
			for (const caller of idle) caller.close();
			resolve(found);
		}, 1);
	});
}

/** Mulberry32: the same moments for every server in a round. */
function randomFrom(seed) {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
