// The mill as it is served, in a process of its own: what drives the benchmark must not weigh on it.
import { createServer } from "../../dist/src/index.js";
import { BUILT_IN } from "../../dist/src/mills/built-in.js";
import { announce } from "../http/servers/announce.mjs";

const workers = Number(process.env.BENCH_WORKERS);
const server = await createServer([BUILT_IN.classifier], { log: () => {}, workers });
await server.listen(0);
await server.examined();
announce(server.http.address().port);
