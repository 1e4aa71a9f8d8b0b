// A server that tells how long its event loop was taken at once. Each question ends one measurement and begins the next.
import { openSync, readSync } from "node:fs";
import { createServer } from "../../packages/gristmill/dist/index.js";
import { announce } from "../measuring/announce.mjs";
import { inProcess } from "./mills/filler.mjs";

const modules = ["length-meter", "form-meter", "filler"].map(
	(name) => new URL(`mills/${name}.mjs`, import.meta.url),
);
const server = await createServer([...modules, inProcess], { log: () => {}, workers: 1, inline: "never" });
await server.listen(0);
const { unready } = await server.examined();
if (unready.length > 0) throw new Error(`These mills are not ready: ${unready.join(", ")}`);

const stat = openSync(`/proc/self/task/${process.pid}/schedstat`);
const buffer = Buffer.alloc(64);
/** The CPU time of this thread in milliseconds: what other processes take of the machine does not count. */
const cpu = () => {
	const read = readSync(stat, buffer, 0, buffer.length, 0);
	return Number.parseInt(buffer.toString("latin1", 0, read), 10) / 1e6;
};

let began = [cpu(), performance.now()];
let turnCpu = 0;
let turn = 0;
const measure = () => {
	const now = [cpu(), performance.now()];
	turnCpu = Math.max(turnCpu, now[0] - began[0]);
	turn = Math.max(turn, now[1] - began[1]);
	began = now;
	setImmediate(measure);
};
measure();
announce(server.http.address().port, () => {
	const longest = { turnCpu, turn };
	turnCpu = 0;
	turn = 0;
	return longest;
});
