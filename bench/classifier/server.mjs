// The served mill, in a separate process, so that the benchmark driver does not slow it down.
import { createServer } from "../../packages/gristmill/dist/index.js";
import { modules } from "../../packages/mills/dist/index.js";
import { announce } from "../http/servers/announce.mjs";

const workers = Number(process.env.BENCH_WORKERS);
const server = await createServer([modules.classifier], { log: () => {}, workers });
await server.listen(0);
await server.examined();
announce(server.http.address().port);
