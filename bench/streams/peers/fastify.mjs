import { Readable } from "node:stream";
import fastify from "fastify";
import { announce } from "../../measuring/announce.mjs";
import { PART } from "../part.mjs";

const app = fastify();
app.post("/part-maker", (request, reply) => {
	function* lines() {
		for (let part = 0; part < Number(request.body); part++) yield `${JSON.stringify(PART)}\n`;
	}
	return reply.type("application/jsonl").send(Readable.from(lines()));
});
await app.listen({ port: 0, host: "127.0.0.1" });
announce(app.server.address().port);
