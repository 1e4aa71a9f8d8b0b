import { createServer } from "../../dist/src/index.js";
import { BUILT_IN } from "../../dist/src/mills/built-in.js";

// One worker for each kind of mill, as in production on one core; everything else as it is by default.
const names = ["classifier", "translator", "tokeniser", "normaliser"];
const server = await createServer(
	names.map((name) => BUILT_IN[name]),
	{ log: () => {}, workers: 1 },
);
await server.listen(0);
await server.examined();
process.on("message", () => process.send({ workers: server.workers() }));
process.on("disconnect", () => process.exit());
process.send({ port: server.http.address().port });
