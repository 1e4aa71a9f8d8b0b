import { Connection } from "./connection.mjs";

/**
 * Calls repeatedly on keep-alive connections, one call at a time on each, for `seconds`. `makeCall` gives the request of a connection
 * (`next`) and the length of its answers. It waits for every call that was started: the slowest would be missing otherwise, and the CPU
 * time of the server belongs to exactly these calls. Latencies are in milliseconds.
 */
export async function load(port, makeCall, { seconds, connections }) {
	const latencies = [];
	const clients = Array.from({ length: connections }, () => new Client(port, makeCall(), latencies));
	try {
		await Promise.all(clients.map((client) => client.connected));
		const began = performance.now();
		const until = began + seconds * 1_000;
		await Promise.all(clients.map((client) => client.run(until)));
		return { latencies, requests: latencies.length, seconds: (performance.now() - began) / 1_000 };
	} finally {
		for (const client of clients) client.close();
	}
}

class Client {
	#connection;
	#call;
	#latencies;
	#began = 0;
	#until = 0;
	#resolve;
	#reject;

	constructor(port, call, latencies) {
		this.#call = call;
		this.#latencies = latencies;
		this.#connection = new Connection(
			port,
			(status, length) => this.#answered(status, length),
			() => this.#reject?.(new Error("The server closed the connection.")),
		);
		this.connected = this.#connection.connected;
	}

	run(until) {
		this.#until = until;
		return new Promise((resolve, reject) => {
			this.#resolve = resolve;
			this.#reject = reject;
			this.#send(performance.now());
		});
	}

	close() {
		this.#connection.destroy();
	}

	#send(now) {
		this.#began = now;
		this.#connection.send(this.#call.next());
	}

	#answered(status, length) {
		const now = performance.now();
		// A fast wrong answer must not win.
		if (status !== 200 || length !== this.#call.answerLength)
			this.#reject(new Error(`This is not the answer that was expected: ${status}, ${length} bytes`));
		this.#latencies.push(now - this.#began);
		if (now < this.#until) this.#send(now);
		else this.#resolve();
	}
}
