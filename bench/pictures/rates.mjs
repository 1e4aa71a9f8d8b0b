import { Connection } from "../measuring/connection.mjs";
import { sum } from "../measuring/numbers.mjs";
import { start } from "../measuring/start.mjs";

/** The lead time before a slice is measured: at its start all callers wait for the first answer, and at its end none may. */
export const LEAD_MS = 250;

/** Starts a loop over a module with `run`. */
export const startLoop = (module) => start(new URL("loop.mjs", import.meta.url), [`${module}`]);

/** Pictures per second of loops that run at once. */
export async function loopRate(loops, pictures, seconds) {
	const order = { pictures, lead: LEAD_MS, ms: seconds * 1_000 };
	const done = await Promise.all(loops.map((loop) => loop.ask(order)));
	return sum(done.map(({ count, seconds: spent }) => count / spent));
}

/** Pictures per second over HTTP, with two callers for each worker: one whose picture is computed and one that waits. */
export async function httpRate({ port, path, accept, workers }, pictures, seconds) {
	// The whole request as bytes, because the caller uses the same cores.
	const requests = pictures.map((picture) => {
		const fields = ["Host: bench", "Content-Type: image/jpeg", `Accept: ${accept}`];
		const head = [`POST ${path} HTTP/1.1`, ...fields, `Content-Length: ${picture.length}`];
		return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), picture]);
	});
	let at = 0;
	const next = () => requests[at++ % requests.length];
	const from = performance.now() + LEAD_MS;
	const until = from + seconds * 1_000;
	const callers = Array.from({ length: 2 * workers }, () => keepCalling(port, next, from, until));
	return sum(await Promise.all(callers)) / seconds;
}

/** Calls with one picture after the other until the time is over. Resolves with the number of answers after the lead time. */
function keepCalling(port, next, from, until) {
	return new Promise((resolve, reject) => {
		let count = 0;
		const connection = new Connection(
			port,
			(status) => {
				if (status !== 200) return reject(new Error(`A picture was answered with ${status}.`));
				const now = performance.now();
				if (now > from && now <= until) count++;
				if (now < until) return connection.send(next());
				connection.destroy();
				return resolve(count);
			},
			() => reject(new Error("The server closed the connection.")),
		);
		connection.connected.then(() => connection.send(next()), reject);
	});
}
