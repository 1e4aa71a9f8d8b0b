import { readFileSync } from "node:fs";
import { createServer } from "../../../packages/gristmill/dist/index.js";
import { announce } from "../../measuring/announce.mjs";
import echoer from "../echoer.mjs";

const [, , file] = process.argv;
const options = file === undefined ? {} : JSON.parse(readFileSync(file, "utf8"));
// Given as an object, the mill runs in this process, like the handlers of the rivals.
const server = await createServer([echoer], { log: () => {}, ...options });
await server.listen(0);
announce(server.http.address().port);
