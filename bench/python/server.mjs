// Serves the mills of the benchmark in a process of its own, as FastAPI has one: the load must not share its event loop.
import { fileURLToPath } from "node:url";
import { createServer } from "../../packages/gristmill/dist/index.js";
import { pythonFile } from "../../packages/gristmill/dist/mill-files/python-file.js";
import { announce } from "../measuring/announce.mjs";

const server = await createServer(
	[
		new URL("javascript-measurer.mjs", import.meta.url),
		await pythonFile(
			fileURLToPath(new URL("python_measurer.py", import.meta.url)),
			process.env.BENCH_PYTHON || undefined,
		),
	],
	{ log: () => {}, workers: 1 },
);
await server.listen(0);
const { unready } = await server.examined();
if (unready.length > 0) throw new Error(`These mills are not ready: ${unready.join(", ")}`);
announce(server.http.address().port);
