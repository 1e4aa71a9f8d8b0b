// Computes on the loop, with one process per core.
import cluster from "node:cluster";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { announce } from "../../http/servers/announce.mjs";
import { grind } from "../grind.mjs";
import { bareServer } from "./bare.mjs";

if (cluster.isPrimary) {
	const workers = Array.from({ length: availableParallelism() }, () => cluster.fork());
	const addresses = await Promise.all(workers.map((worker) => once(worker, "listening")));
	announce(addresses[0][0].port);
} else {
	bareServer((text, give) => give(grind(text))).listen(0, "127.0.0.1");
}
