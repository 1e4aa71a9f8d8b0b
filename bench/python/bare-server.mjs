// The floor: a bare HTTP server that passes each text to a Python process through a pipe. Nothing is checked, limited or logged. No
// server that keeps Python out of its own process can be faster.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { announce } from "../measuring/announce.mjs";

const python = spawn(
	process.env.BENCH_PYTHON || "python3",
	[fileURLToPath(new URL("bare_measurer.py", import.meta.url))],
	{ stdio: ["pipe", "pipe", "inherit"] },
);
const waiting = [];
let held = Buffer.alloc(0);
python.stdout.on("data", (chunk) => {
	held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
	while (held.length >= 4 && held.length >= 4 + held.readUInt32BE(0)) {
		const end = 4 + held.readUInt32BE(0);
		waiting.shift()(held.subarray(4, end));
		held = held.subarray(end);
	}
});

const server = createServer((request, response) => {
	const chunks = [];
	request.on("data", (chunk) => chunks.push(chunk));
	request.on("end", () => {
		const text = Buffer.concat(chunks);
		const length = Buffer.allocUnsafe(4);
		length.writeUInt32BE(text.length);
		waiting.push((answer) => {
			response.writeHead(200, { "Content-Type": "application/json", "Content-Length": answer.length });
			response.end(answer);
		});
		python.stdin.write(Buffer.concat([length, text]));
	});
});
server.listen(0, "127.0.0.1", () => announce(server.address().port));
process.on("disconnect", () => python.kill());
