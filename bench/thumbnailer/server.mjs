// The served mill, in a separate process, so that the benchmark driver does not slow it down.
import { createServer } from "../../packages/gristmill/dist/index.js";
import { announce } from "../http/servers/announce.mjs";

const mill = new URL("../../packages/gristmill/dist/examples/thumbnailer.js", import.meta.url);
const server = await createServer([mill], { log: () => {}, workers: Number(process.env.BENCH_WORKERS) });
await server.listen(0);
await server.examined();
announce(server.http.address().port);
