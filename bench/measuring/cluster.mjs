// Runs a server of node:http, which is the module of the first argument, in several processes: as many as the second one says, by
// default one for each core.
import cluster from "node:cluster";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { announce } from "./announce.mjs";

const [, , server, count = availableParallelism()] = process.argv;
if (cluster.isPrimary) {
	const workers = Array.from({ length: Number(count) }, () => cluster.fork());
	const addresses = await Promise.all(workers.map((worker) => once(worker, "listening")));
	announce(addresses[0][0].port);
} else await import(server);
