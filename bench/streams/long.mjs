// Long texts: how fast they pass, and what they take of the memory.
import { readFileSync } from "node:fs";
import { alternate } from "../measuring/rounds.mjs";
import { send, TEXT } from "./send.mjs";

const megabyte = Buffer.from(
	"Café  au\u00a0lait, ça coûte 3\u202f€ et c’est bon.\nEncore une ligne de texte\n".repeat(16_000),
).subarray(0, 1_000_000);

/** What each mill is asked for. The text is cut within a character every megabyte. */
const ASKED = {
	normaliser: { path: "/normaliser?invalid=replace", headers: { ...TEXT, Accept: "text/plain" } },
	tokeniser: { path: "/tokeniser?invalid=replace&scheme=o200k_base&format=count", headers: TEXT },
};

/** Measures how long `long` megabytes take in one stream, and in calls of one megabyte. */
export function longTimes(servers, { rounds, long }) {
	const kinds = {
		stream: (server, { path, headers }) => send(server, path, headers, Array(long).fill(megabyte)),
		calls: async (server, { path, headers }) => {
			const sized = { ...headers, "Content-Length": megabyte.length };
			let ms = 0;
			for (let i = 0; i < long; i++) ms += (await send(server, path, sized, [megabyte])).ms;
			return { ms };
		},
	};
	return alternate({ rounds, names: Object.keys(kinds), kinds: Object.keys(ASKED) }, (name, mill) =>
		kinds[name](servers[mill], ASKED[mill]),
	);
}

const block = Buffer.from(`${"x".repeat(9_999)}\n`.repeat(100));

function memoryOf(pid) {
	return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) * 1024;
}

/** Measures the memory of a server of `line-passer`, before and while `gb` gigabytes pass in and out. */
export async function passingMemory(server, gb) {
	const blocks = Math.max(1, Math.round((gb * 1e9) / block.length));
	const blocksOf = function* (count) {
		for (let i = 0; i < count; i++) yield block;
	};
	const headers = { ...TEXT, Accept: "text/plain" };
	await send(server, "/line-passer", headers, blocksOf(10));
	const idle = memoryOf(server.pid);
	let most = idle;
	const passed = await send(server, "/line-passer", headers, blocksOf(blocks), () => {
		most = Math.max(most, memoryOf(server.pid));
	});
	const all = blocks * block.length;
	if (passed.bytes !== all) throw new Error(`${passed.bytes} of ${all} bytes came back.`);
	return { ...passed, idle, most };
}
