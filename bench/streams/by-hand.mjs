// What somebody would write by hand: node:http that splits lines and answers each as JSON.
import { createServer } from "node:http";
import { announce } from "../measuring/announce.mjs";

const server = createServer(async (request, response) => {
	response.setHeader("Content-Type", "application/jsonl");
	let held = "";
	for await (const piece of request.setEncoding("utf8")) {
		const lines = (held + piece).split("\n");
		held = lines.pop();
		for (const line of lines)
			if (!response.write(`${JSON.stringify({ text: JSON.parse(line) })}\n`))
				await new Promise((drained) => response.once("drain", drained));
	}
	response.end();
});
server.listen(0, "127.0.0.1", () => announce(server.address().port));
