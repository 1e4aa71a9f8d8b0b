// Where the CPU time of a server goes under the load of the benchmark http.
//
//   npm run bench -- profile ["1 KB" [SERVER]]
//   BENCH_SECONDS=10
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCall, makeText, SIZES } from "./http/requests.mjs";
import { load } from "./measuring/load.mjs";
import { settings, stop } from "./measuring/rounds.mjs";
import { start } from "./measuring/start.mjs";

const [, , size = "1 KB", name = "gristmill"] = process.argv;
const { seconds } = settings({ seconds: 10 });
if (!Object.hasOwn(SIZES, size)) stop(`The size is not ${Object.keys(SIZES).join(", ")}: ${size}`);

const folder = mkdtempSync(join(tmpdir(), "bench-"));
try {
	const server = await start(
		new URL(`http/servers/${name}.mjs`, import.meta.url),
		[],
		["--cpu-prof", `--cpu-prof-dir=${folder}`, "--cpu-prof-interval=200"],
	);
	const call = makeCall(makeText("ascii", SIZES[size]));
	await load(server.port, call, { seconds, connections: 16 });
	await server.stop();
	const [file] = readdirSync(folder);
	print(JSON.parse(readFileSync(join(folder, file), "utf8")));
} finally {
	rmSync(folder, { recursive: true, force: true });
}

function print({ nodes, samples, timeDeltas }) {
	const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
	const times = new Map();
	let total = 0;
	samples.forEach((id, i) => {
		const { functionName, url, lineNumber } = byId.get(id);
		if (functionName === "(idle)") return;
		const place = url ? `${url.replace(/^.*\/(?=packages\/|bench\/)/, "")}:${lineNumber + 1}` : "";
		const key = `${functionName || "(anonymous)"} ${place}`;
		total += timeDeltas[i];
		times.set(key, (times.get(key) ?? 0) + timeDeltas[i]);
	});
	const share = (time) => `${((100 * time) / total).toFixed(2).padStart(6)} %`;
	const sorted = [...times].sort((a, b) => b[1] - a[1]);
	const own = sorted.filter(([key]) => key.includes(" packages/gristmill/"));
	console.log("Self time, as shares of the time that was not idle\n");
	for (const [key, time] of sorted.slice(0, 20)) console.log(share(time), key);
	console.log(
		`\n${share(own.reduce((sum, [, time]) => sum + time, 0))} gristmill's own functions; of these\n`,
	);
	for (const [key, time] of own.slice(0, 20)) console.log(share(time), key);
}
