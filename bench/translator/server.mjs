// The served translator, in a separate process. The environment says how many calls it may compute together.
import { createServer } from "../../packages/gristmill/dist/index.js";
import { modules } from "../../packages/mills/dist/index.js";
import { announce } from "../http/servers/announce.mjs";

const maxBatch = Number(process.argv[2]);
const workers = process.env.BENCH_WORKERS ? { workers: Number(process.env.BENCH_WORKERS) } : {};
const server = await createServer([modules.translator], {
	log: () => {},
	...workers,
	mills: { translator: { maxBatch } },
});
await server.listen(0);
await server.examined();
announce(server.http.address().port);
