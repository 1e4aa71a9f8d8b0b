// Callers that send one text after the other: `node load.mjs PORT CALLERS SECONDS`. It prints what they got as JSON.
// It is a process of its own, so that its time is not the server's.
import { Agent, request } from "node:http";

const [port, callers, seconds] = process.argv.slice(2).map(Number);
/** Until then, connections are opened and batches grow. */
const WARM_UP_MS = 1_000;

const agent = new Agent({ keepAlive: true, maxSockets: callers });
const times = [];
const failures = {};
let next = 0;
const began = performance.now();
const begin = began + WARM_UP_MS;
const end = begin + seconds * 1_000;
let last = begin;
let longestGap = 0;

function call(number) {
	const text = `text ${number} `.repeat(20).slice(0, 200);
	const headers = { "Content-Type": "text/plain", "Content-Length": text.length };
	return new Promise((resolve) => {
		const sent = request({ port, path: "/text-embedder", method: "POST", agent, headers });
		sent.on("response", (response) => {
			response.resume();
			response.on("end", () => resolve(response.statusCode));
			response.on("error", () => resolve("broken"));
		});
		sent.on("error", ({ code }) => resolve(code));
		sent.end(text);
	});
}

async function caller() {
	while (performance.now() < end) {
		const sent = performance.now();
		const status = await call(next++);
		const now = performance.now();
		if (now < begin) continue;
		if (status === 200) {
			times.push(now - sent);
			longestGap = Math.max(longestGap, now - last);
			last = now;
		} else failures[status] = (failures[status] ?? 0) + 1;
	}
}

await Promise.all(Array.from({ length: callers }, caller));
times.sort((a, b) => a - b);
const at = (share) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
const took = (Math.max(end, performance.now()) - begin) / 1_000;
console.log(
	JSON.stringify({
		perSecond: times.length / took,
		p50: at(0.5),
		p99: at(0.99),
		answered: times.length,
		failures,
		longestGap,
	}),
);
process.exit(0);
