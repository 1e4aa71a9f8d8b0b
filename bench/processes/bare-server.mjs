// Bare node:http with the same answer and the same header fields as gristmill: in one process, or in several with node:cluster.
import cluster from "node:cluster";
import { once } from "node:events";
import { announce } from "../http/servers/announce.mjs";

const processes = Number(process.argv[2]);

if (cluster.isPrimary && processes > 1) {
	const workers = Array.from({ length: processes }, () => cluster.fork());
	const addresses = await Promise.all(workers.map((worker) => once(worker, "listening")));
	announce(addresses[0][0].port);
} else await import("../http/servers/node-http-same-fields.mjs");
