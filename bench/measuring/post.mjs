import { request } from "node:http";

/** Sends a body with the client of Node, not with ours. Resolves with the whole answer; rejects if its status is not 200. */
export function post(port, path, body, headers = {}, agent = undefined) {
	return new Promise((resolve, reject) => {
		const fields = { "Content-Type": "text/plain", "Content-Length": Buffer.byteLength(body), ...headers };
		const sent = request({ port, host: "127.0.0.1", path, method: "POST", headers: fields, agent });
		sent.on("response", async (response) => {
			const answer = Buffer.concat(await response.toArray());
			if (response.statusCode === 200) resolve({ headers: response.headers, body: answer });
			else reject(new Error(`${path} answers ${response.statusCode}: ${answer}`));
		});
		sent.on("error", reject).end(body);
	});
}
