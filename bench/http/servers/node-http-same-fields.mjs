// The same answer as gristmill gives, field for field, by hand: what is left between the two is our own layer.
import { createServer } from "node:http";
import { announce } from "./announce.mjs";
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
