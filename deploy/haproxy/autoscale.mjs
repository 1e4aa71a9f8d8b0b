// Starts and stops replicas behind HAProxy on this machine, by how busy their workers are:
//     node autoscale.mjs /run/haproxy/admin.sock gristmill serve ./my-mill.ts --workers 4
// Each server on 127.0.0.1 in HAProxy's configuration is a place for a replica; HAProxy's checks find which have one. The first word
// is the socket of "stats socket /run/haproxy/admin.sock level admin" in the section "global".
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";

/** A replica starts if more than this share of the workers is busy. */
const BUSY = 0.7;
/** One stops if those that stay would be less busy than this: so much less that no replica starts and stops in turns. */
const QUIET = 0.4;
const EVERY_MS = 1_000;
const [socket, command, ...words] = process.argv.slice(2);
if (command === undefined) {
	console.error("The socket or the command is missing: node autoscale.mjs SOCKET COMMAND WORDS…");
	process.exit(2);
}
const ending = new AbortController();
for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => ending.abort());

const haproxy = (...commands) =>
	text(connect(socket).end(`${commands.join(";")}\n`)).catch(({ message }) => {
		console.error(`HAProxy does not take commands at ${socket}: ${message}.`);
		return "";
	});
/** The servers of all backends, such as "tokeniser/one", by their port. */
const places = new Map();
for (const row of (await haproxy("show servers state")).split("\n")) {
	const { 1: backend, 3: server, 4: address, 18: port } = row.split(" ");
	if (address === "127.0.0.1") places.set(port, [...(places.get(port) ?? []), `${backend}/${server}`]);
}
if (places.size === 0) {
	console.error("HAProxy has no server on 127.0.0.1.");
	process.exit(1);
}
/** The processes by port, the oldest first. */
const replicas = new Map();

const setState = (port, state) =>
	haproxy(...places.get(port).map((server) => `set server ${server} state ${state}`));

async function start() {
	const port = [...places.keys()].find((one) => !replicas.has(one));
	if (port === undefined) return;
	await setState(port, "ready");
	const child = spawn(command, [...words, "--port", port], { stdio: "inherit" });
	replicas.set(port, child);
	child.once("error", ({ message }) => console.error(message)).once("close", () => replicas.delete(port));
	console.log(`The replica at port ${port} starts. There are ${replicas.size}.`);
}

/** HAProxy gives it nothing more; then it finishes what it has. */
async function stop(port) {
	const child = replicas.get(port);
	const ended = once(child, "close");
	await setState(port, "drain");
	child.kill("SIGTERM");
	await ended;
	console.log(`The replica at port ${port} has ended. There are ${replicas.size}.`);
}

/** The share of its workers that is busy. */
async function useOf(port) {
	const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(5_000) });
	const found = (await answer.text()).matchAll(/^gristmill_worker_utilization_ratio\{.*\} (\S+)$/gm);
	return Math.max(0, ...[...found].map(([, value]) => Number(value)));
}

while (!ending.signal.aborted) {
	// One that does not answer, because it starts or hangs, is no reason to start or to stop one.
	const uses = await Promise.all([...replicas.keys()].map((port) => useOf(port).catch(() => QUIET)));
	const total = uses.reduce((sum, use) => sum + use, 0);
	if (total / uses.length > BUSY || uses.length === 0) await start();
	else if (uses.length > 1 && total / (uses.length - 1) < QUIET) await stop([...replicas.keys()].at(-1));
	await setTimeout(EVERY_MS);
}
await Promise.all([...replicas.keys()].map(stop));
