// The same answer as from gristmill, with the same headers, written by hand. The difference is the cost of our own layer.
import { createServer } from "node:http";
import { announce } from "../../measuring/announce.mjs";
import { sameFields } from "./same-fields.mjs";

const server = createServer((request, response) => {
	const chunks = [];
	request.on("data", (chunk) => chunks.push(chunk));
	request.on("end", () => {
		const text = Buffer.concat(chunks).toString();
		const body = JSON.stringify({ text });
		response.writeHead(200, {
			"Content-Type": "application/json",
			"Content-Length": Buffer.byteLength(body),
			...sameFields("echoer"),
		});
		response.end(body);
	});
});
server.listen(0, "127.0.0.1", () => announce(server.address().port));
