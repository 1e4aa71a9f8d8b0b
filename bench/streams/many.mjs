// Many inputs in one request, compared with a call for each.
import { readFileSync } from "node:fs";
import { alternate } from "../measuring/rounds.mjs";
import { makeSentences } from "../translator/sentences.mjs";
import { send, TEXT } from "./send.mjs";

const LINES = { "Content-Type": "application/jsonl" };

/** CPU microseconds of a server, its workers included. */
async function cpuOf(server, work) {
	const workers = (await server.ask()).workers ?? [];
	const before = (await server.cpu()) + ticksOf(workers);
	await work();
	return (await server.cpu()) + ticksOf(workers) - before;
}

function ticksOf(pids) {
	const ticks = pids.map((pid) => readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1].split(" "));
	return ticks.reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0) * 10_000;
}

/** Calls with keep-alive, some at a time. */
async function oneByOne(server, path, bodies, atATime) {
	const url = `http://127.0.0.1:${server.port}${path}`;
	for (let i = 0; i < bodies.length; i += atATime)
		await Promise.all(
			bodies.slice(i, i + atATime).map(async (body) => {
				const response = await fetch(url, { method: "POST", headers: TEXT, body });
				await response.arrayBuffer();
				if (!response.ok) throw new Error(`Status ${response.status}.`);
			}),
		);
}

const asLines = (texts) => [Buffer.from(texts.map((text) => `${JSON.stringify(text)}\n`).join(""))];

/** The CPU time of a line of 1 KB, of a call with keep-alive, and of a line that node:http splits by hand. */
export function lineCosts({ echoer, hand }, { rounds, lines }) {
	// Equal calls would be computed once.
	const texts = Array.from({ length: lines }, (_, i) => `${i}`.padEnd(1_000, "x"));
	const body = asLines(texts);
	const kinds = {
		"one request": () => cpuOf(echoer, () => send(echoer, "/echoer", LINES, body)),
		calls: () => cpuOf(echoer, () => oneByOne(echoer, "/echoer", texts, 16)),
		"by hand": () => cpuOf(hand, () => send(hand, "/", LINES, body)),
	};
	return alternate({ rounds, names: Object.keys(kinds) }, async (name) => ({
		cpu: (await kinds[name]()) / lines,
	}));
}

/** The time of the sentences of a translator in one request, and one by one. */
export function sentenceTimes({ translator }, { rounds, translated }) {
	const sentences = makeSentences("en", translated).map((sentence) => `${sentence}.`);
	const path = "/translator?from=en&to=es";
	const kinds = {
		"one request": () => send(translator, path, LINES, asLines(sentences)),
		calls: () => oneByOne(translator, path, sentences, 1),
	};
	return alternate({ rounds, names: Object.keys(kinds) }, async (name) => {
		const began = performance.now();
		await kinds[name]();
		return { ms: performance.now() - began };
	});
}
