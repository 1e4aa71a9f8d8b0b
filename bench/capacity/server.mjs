import { createServer } from "../../packages/gristmill/dist/index.js";
import { modules } from "../../packages/mills/dist/index.js";

// One worker for each mill, as in production on one core. Everything else has its default.
const names = ["classifier", "translator", "tokeniser", "normaliser"];
const server = await createServer(
	names.map((name) => modules[name]),
	{ log: () => {}, workers: 1 },
);
await server.listen(0);
await server.examined();
process.on("message", () => process.send({ workers: server.workers() }));
process.on("disconnect", () => process.exit());
process.send({ port: server.http.address().port });
