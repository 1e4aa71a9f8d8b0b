import { createServer, defineMill, MiB, Type, text } from "../../../dist/src/index.js";
import { announce } from "./announce.mjs";

const echoer = defineMill({
	name: "echoer",
	version: "1.0.0",
	summary: "Gives a text back.",
	input: { "text/plain": text({ maxBytes: 4 * MiB }) },
	output: Type.Object({ text: Type.String() }),
	run: (input) => ({ text: input }),
});
// As an object the mill runs in this process, as the handlers of the rivals do.
const server = await createServer([echoer], { log: () => {} });
await server.listen(0);
announce(server.http.address().port);
