// What it costs to record one call, in microseconds of CPU, against the anchor: JSON.stringify of the same access line,
// written nowhere. All run in turn within one run, the order reversed between rounds.
//
//   BENCH_ROUNDS=7       rounds that are counted, behind one that warms up
//   BENCH_CALLS=200000   calls in each
import { mkdirSync, openSync, writeFileSync } from "node:fs";
import * as api from "@opentelemetry/api";
import { BasicTracerProvider, NoopSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { Passage } from "../../dist/src/runtime/passage.js";
import { writeAccess } from "../../dist/src/telemetry/access-log.js";
import { logWriter } from "../../dist/src/telemetry/log-writer.js";
import { Meters } from "../../dist/src/telemetry/meters.js";
import { makeTracer } from "../../dist/src/telemetry/tracer.js";
import { Visit } from "../../dist/src/telemetry/visit.js";
import { MACHINE, othersShare } from "../runtime/machine.mjs";
import { columns, median, short } from "../runtime/numbers.mjs";
import { promClient } from "./prom-client.mjs";

const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const calls = Number(process.env.BENCH_CALLS ?? 200_000);
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(calls) || calls < 1000) {
	console.error("Give BENCH_ROUNDS above 0 and BENCH_CALLS of at least 1000.");
	process.exit(1);
}

/** A call as the flow leaves it. */
function visitOf(i) {
	const visit = new Visit(`bench-${i.toString(36)}`, "POST");
	const passage = new Passage();
	passage.lane = "inline";
	passage.begun = visit.began;
	passage.done = visit.began + (i % 50) / 1_000;
	visit.mill = "echoer";
	visit.route = "/echoer";
	visit.passage = passage;
	visit.status = 200;
	visit.bytesIn = 1_024;
	visit.bytesOut = 1_035;
	visit.ended = performance.now();
	return visit;
}

const meters = new Meters(["echoer"]);
const nowhere = openSync("/dev/null", "w");
const json = logWriter("info", "json", nowhere);
const text = logWriter("info", "text", nowhere);
const silent = logWriter("error", "json", nowhere);
const provider = new BasicTracerProvider({ spanProcessors: [new NoopSpanProcessor()] });
const tracer = makeTracer(api, provider.getTracer("bench"), () => "digest");
const prom = await promClient();
let length = 0;

const ANCHOR = "JSON.stringify";
const RIVALS = {
	nothing: () => {},
	[ANCHOR]: (visit) =>
		writeAccess(
			(level, message, fields) => {
				length += JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }).length;
			},
			"all",
			visit,
			undefined,
		),
	metrics: (visit) => {
		meters.entered(visit);
		meters.record(visit);
	},
	...(prom && { "prom-client": prom }),
	"access line, json": (visit) => writeAccess(json.log, "all", visit, undefined),
	"access line, text": (visit) => writeAccess(text.log, "all", visit, undefined),
	"access line, below its level": (visit) => writeAccess(silent.log, "all", visit, undefined),
	"spans, not sent": (visit) => tracer.record(visit, {}),
};
const NAMES = Object.keys(RIVALS);

const samples = [];
const others = [];
for (let round = 0; round <= rounds; round++) {
	others.push(await othersShare());
	for (const name of round % 2 === 0 ? NAMES : NAMES.toReversed()) {
		const before = process.cpuUsage();
		for (let i = 0; i < calls; i++) {
			RIVALS[name](visitOf(i));
			// The lines are written in the background: give them a turn, as a server does.
			if (i % 1_000 === 0) await new Promise(setImmediate);
		}
		const { user, system } = process.cpuUsage(before);
		if (round > 0) samples.push({ round, name, micros: (user + system) / calls });
	}
}
await json.close();
await text.close();

const of = (name) => median(samples.filter((sample) => sample.name === name).map(({ micros }) => micros));
const bare = of("nothing");
const rows = NAMES.filter((name) => name !== "nothing").map((name) => [
	name,
	`${short(of(name) - bare)} µs`,
	`${short((of(name) - bare) / (of(ANCHOR) - bare))} ×`,
]);
console.log(columns([["one call", "CPU", `against ${ANCHOR}`], ...rows].map((row) => row)));
console.log(
	`A visit with nothing recorded: ${short(bare)} µs. Others took ${Math.round(median(others) * 100)} % of the machine.`,
);
const folder = new URL("../results/", import.meta.url);
mkdirSync(folder, { recursive: true });
const result = { date: new Date().toISOString(), ...MACHINE, rounds, calls, length, others, samples };
writeFileSync(new URL("telemetry.json", folder), `${JSON.stringify(result, null, 2)}\n`);
