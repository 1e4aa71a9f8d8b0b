// One of three servers of the same bytes: the mill in a worker, the mill in the server's process, or bare node:http.
import { createServer as createBare } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createServer } from "../../packages/gristmill/dist/index.js";

const kind = process.argv[2];
let port;
if (kind === "node-http") {
	const made = new Map();
	const server = createBare((request, response) => {
		request.resume().on("end", () => {
			const size = Number(new URL(request.url, "http://bench").searchParams.get("size"));
			const body = made.get(size) ?? Buffer.alloc(size, 7);
			made.set(size, body);
			response.writeHead(200, { "Content-Type": "application/octet-stream", "Content-Length": body.length });
			response.end(body);
		});
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	({ port } = server.address());
} else {
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
process.on("message", () => {
	const idle = process.memoryUsage.rss();
	process.send({ stall: delay.max / 1e6, rss: Math.max(most, idle), idle });
	delay.reset();
	most = 0;
	globalThis.gc?.();
});
process.on("disconnect", () => process.exit());
process.send({ port });
