import { createServer } from "node:http";

/**
 * What one writes by hand with nothing but node:http; `compute` gives the hash of a text to a callback, `fields` more
 * header fields for each answer.
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
