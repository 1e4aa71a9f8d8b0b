// Measures the latency of another endpoint during the load. Runs in its own thread, because the loop of the load is busy.
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { Connection } from "./connection.mjs";

const EVERY_MS = 10;

/** Requests the health endpoint of a server repeatedly. `stop` returns the measurements in milliseconds. */
export async function probe(port) {
	const worker = new Worker(new URL(import.meta.url), { workerData: { port } });
	await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
	return {
		stop: () =>
			new Promise((resolve, reject) => {
				worker.once("message", resolve).once("error", reject);
				worker.postMessage("stop");
			}),
	};
}

if (!isMainThread && workerData?.port) {
	const bytes = Buffer.from("GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: bench\r\n\r\n");
	const latencies = [];
	/** How late our own timer was: this part of a latency may be caused by the machine. */
	const lateness = [];
	const sent = [];
	let ended = false;
	const finish = () => {
		parentPort.postMessage({ latencies, lateness });
		parentPort.close();
		connection.destroy();
	};
	const connection = new Connection(
		workerData.port,
		(status) => {
			if (status !== 200) throw new Error(`The health endpoint answers ${status}.`);
			latencies.push(performance.now() - sent.shift());
			if (ended && sent.length === 0) finish();
		},
		() => {
			throw new Error("The server closed the connection.");
		},
	);
	await connection.connected;
	let due = performance.now() + EVERY_MS;
	const timer = setInterval(() => {
		const now = performance.now();
		lateness.push(Math.max(0, now - due));
		due = now + EVERY_MS;
		// Sent although the one before may not be answered yet: a long stop then counts as often as it would be met.
		sent.push(now);
		connection.send(bytes);
	}, EVERY_MS);
	parentPort.once("message", () => {
		clearInterval(timer);
		ended = true;
		if (sent.length === 0) finish();
	});
	parentPort.postMessage("begun");
}
