import { createServer, defineMill, MiB, Type, text } from "../../../packages/gristmill/dist/index.js";
import { announce } from "./announce.mjs";

const echoer = defineMill({
	name: "echoer",
	version: "1.0.0",
	summary: "Gives a text back.",
	input: { "text/plain": text({ maxBytes: 4 * MiB }) },
	output: Type.Object({ text: Type.String() }),
	run: (input) => ({ text: input }),
});
// Given as an object, the mill runs in this process, like the handlers of the rivals.
const server = await createServer([echoer], { log: () => {} });
await server.listen(0);
announce(server.http.address().port);
