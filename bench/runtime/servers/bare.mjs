import { createServer } from "node:http";

/**
 * A server written with only node:http. `compute` passes the hash of a text to a callback; `fields` are more headers for each
 * answer.
 */
export function bareServer(compute, fields = () => undefined) {
	return createServer((request, response) => {
		if (request.url === "/health/live") return answer(response, { live: true });
		const chunks = [];
		request.on("data", (chunk) => chunks.push(chunk));
		request.on("end", () => {
			compute(Buffer.concat(chunks).toString(), (hash) => answer(response, { hash }, fields()));
		});
	});
}

function answer(response, value, fields) {
	const body = JSON.stringify(value);
	response.writeHead(200, {
		"Content-Type": "application/json",
		"Content-Length": Buffer.byteLength(body),
		...fields,
	});
	response.end(body);
}
