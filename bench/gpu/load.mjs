// Callers that send one text after the other: `node load.mjs PORT CALLERS SECONDS`. It prints what they got as JSON. With 0 callers, all
// texts are lines of one request. It is a process of its own, so that its time is not the server's.
import { connect } from "node:net";
import { Connection } from "../measuring/connection.mjs";
import { quantile } from "../measuring/numbers.mjs";

const [port, callers, seconds] = process.argv.slice(2).map(Number);
/** Until then, connections are opened and batches grow. */
const WARM_UP_MS = 1_000;

const times = [];
const failures = {};
let next = 0;
let answered = 0;
const began = performance.now();
const begin = began + WARM_UP_MS;
const end = begin + seconds * 1_000;
let last = begin;
let longestGap = 0;

const text = () => `text ${next++} `.repeat(20).slice(0, 200);

function failed(how) {
	failures[how] = (failures[how] ?? 0) + 1;
}

function succeeded(now, count = 1) {
	answered += count;
	longestGap = Math.max(longestGap, now - last);
	last = now;
}

/** Sends texts until the end. If its connection breaks, it opens another one. */
function caller() {
	return new Promise((resolve) => {
		let connection;
		let sent = 0;
		const send = () => {
			sent = performance.now();
			if (sent >= end) {
				connection.destroy();
				resolve();
				return;
			}
			const body = text();
			connection.send(
				`POST /text-embedder HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
			);
		};
		const open = () => {
			connection = new Connection(
				port,
				(status) => {
					const now = performance.now();
					if (now >= begin && status !== 200) failed(status);
					else if (now >= begin) {
						times.push(now - sent);
						succeeded(now);
					}
					send();
				},
				() => {
					failed("closed");
					if (performance.now() < end) open();
					else resolve();
				},
			);
			connection.connected.then(send, () => {});
		};
		open();
	});
}

/** Sends lines as fast as they are read, and counts the lines of the answer. */
function stream() {
	const socket = connect(port, "127.0.0.1");
	const chunk = (lines) => `${lines.length.toString(16)}\r\n${lines}\r\n`;
	const send = () => {
		for (let room = true; room; ) {
			if (performance.now() >= end) {
				socket.write("0\r\n\r\n");
				return;
			}
			room = socket.write(chunk(Array.from({ length: 64 }, () => `${JSON.stringify(text())}\n`).join("")));
		}
		socket.once("drain", send);
	};
	socket.write(
		"POST /text-embedder HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/jsonl\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
	);
	send();
	return new Promise((resolve) => {
		socket.on("data", (bytes) => {
			const now = performance.now();
			if (now < begin || now >= end) return;
			const lines = bytes.toString("latin1").split('{"').slice(1);
			const wrong = lines.filter((line) => line.startsWith("$")).length;
			for (let i = 0; i < wrong; i++) failed("problem");
			if (lines.length > wrong) succeeded(now, lines.length - wrong);
		});
		socket.on("error", ({ code }) => failed(code));
		socket.on("close", resolve);
	});
}

await (callers === 0 ? stream() : Promise.all(Array.from({ length: callers }, caller)));
const took = (callers === 0 ? seconds * 1_000 : Math.max(end, performance.now()) - begin) / 1_000;
console.log(
	JSON.stringify({
		perSecond: answered / took,
		p50: quantile(times, 0.5),
		p99: quantile(times, 0.99),
		answered,
		failures,
		longestGap,
	}),
);
process.exit(0);
