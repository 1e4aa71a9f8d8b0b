// A server of Gristmill with the mills and options of its argument; everything else has its default.
import { createServer } from "../../packages/gristmill/dist/index.js";
import { announce } from "./announce.mjs";

const { mills, options } = JSON.parse(process.argv[2]);
const server = await createServer(
	mills.map((mill) => new URL(mill)),
	{ log: () => {}, ...options },
);
await server.listen(0);
const { unready } = await server.examined();
if (unready.length > 0) throw new Error(`These mills are not ready: ${unready.join(", ")}`);
announce(server.http.address().port, () => ({ workers: server.workers() }));
