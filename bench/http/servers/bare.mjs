import { createServer } from "node:http";
import { announce } from "../../measuring/announce.mjs";

/** A server written with only node:http. `fields` are more headers for each answer. */
export function serveBare(fields = () => undefined) {
	const server = createServer((request, response) => {
		const chunks = [];
		request.on("data", (chunk) => chunks.push(chunk));
		request.on("end", () => {
			const text = Buffer.concat(chunks).toString();
			const body = JSON.stringify({ text });
			response.writeHead(200, {
				"Content-Type": "application/json",
				"Content-Length": Buffer.byteLength(body),
				...fields(),
			});
			response.end(body);
		});
	});
	server.listen(0, "127.0.0.1", () => announce(server.address().port));
}
