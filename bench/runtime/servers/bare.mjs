import { createServer } from "node:http";

/** What one writes by hand with nothing but node:http; `compute` gives the hash of a text to a callback. */
export function bareServer(compute) {
	return createServer((request, response) => {
		if (request.url === "/health/live") return answer(response, { live: true });
		const chunks = [];
		request.on("data", (chunk) => chunks.push(chunk));
		request.on("end", () => {
			compute(Buffer.concat(chunks).toString(), (hash) => answer(response, { hash }));
		});
	});
}

function answer(response, value) {
	const body = JSON.stringify(value);
	response.writeHead(200, {
		"Content-Type": "application/json",
		"Content-Length": Buffer.byteLength(body),
	});
	response.end(body);
}
