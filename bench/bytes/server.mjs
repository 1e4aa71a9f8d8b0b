// One of four servers of the same bytes: the mill in a worker, the mill in the server's process, bare node:http, or bare node:http
// that forwards the bytes of another bare process as they come.
import { spawn } from "node:child_process";
import { createServer as createBare } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { createServer } from "../../packages/gristmill/dist/index.js";
import { announce } from "../measuring/announce.mjs";

const kind = process.argv[2];

/** Listens with bare node:http. `send` gets the response, whose head is written, and the number of bytes to send. */
async function listenBare(send) {
	const server = createBare((request, response) => {
		request.resume().on("end", () => {
			const size = Number(new URL(request.url, "http://bench").searchParams.get("size"));
			response.writeHead(200, { "Content-Type": "application/octet-stream", "Content-Length": size });
			send(response, size);
		});
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	return server.address().port;
}

/** Sends bytes of this process. */
function fromMemory() {
	const made = new Map();
	return (response, size) => {
		const body = made.get(size) ?? Buffer.alloc(size, 7);
		made.set(size, body);
		response.end(body);
	};
}

/** Forwards the bytes of another process as they come, one answer after the other. */
function fromProcess() {
	const source = fileURLToPath(new URL("source.mjs", import.meta.url));
	const pipe = spawn(process.execPath, [source], { stdio: ["ignore", 2, 2, "pipe"] }).stdio[3];
	let response;
	let left = 0;
	pipe.on("data", (piece) => {
		left -= piece.length;
		if (left > 0) response.write(piece);
		else response.end(piece);
	});
	return (next, size) => {
		response = next;
		left = size;
		const asked = Buffer.alloc(4);
		asked.writeUInt32BE(size);
		pipe.write(asked);
	};
}

let port;
if (kind === "node-http") port = await listenBare(fromMemory());
else if (kind === "piped") port = await listenBare(fromProcess());
else {
	const url = new URL("./mill.mjs", import.meta.url);
	const mill = kind === "worker" ? url : (await import(url)).default;
	const server = await createServer([mill], { log: () => {}, workers: 1 });
	await server.listen(0);
	await server.examined();
	({ port } = server.http.address());
}

// The largest pause of the loop, and the most memory, since the last question.
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let most = 0;
setInterval(() => {
	most = Math.max(most, process.memoryUsage.rss());
}, 2).unref();
announce(port, () => {
	const idle = process.memoryUsage.rss();
	const facts = { stall: delay.max / 1e6, rss: Math.max(most, idle), idle };
	delay.reset();
	most = 0;
	globalThis.gc?.();
	return facts;
});
