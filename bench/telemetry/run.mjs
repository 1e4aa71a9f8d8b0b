// The cost of recording one call, in microseconds of CPU, compared with JSON.stringify of the same access line, without
// writing it. They alternate within one run, and the order is reversed between rounds.
//
//   BENCH_ROUNDS=7       measured rounds, after a warm-up round
//   BENCH_CALLS=200000   calls in each
import { mkdirSync, openSync, writeFileSync } from "node:fs";
import * as api from "@opentelemetry/api";
import { BasicTracerProvider, NoopSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { CallTimings } from "../../packages/gristmill/dist/runtime/admission/call-timings.js";
import { writeAccess } from "../../packages/gristmill/dist/telemetry/log/access-log.js";
import { logWriter } from "../../packages/gristmill/dist/telemetry/log/log-writer.js";
import { Meters } from "../../packages/gristmill/dist/telemetry/metrics/meters.js";
import { RequestRecord } from "../../packages/gristmill/dist/telemetry/request-record.js";
import { makeTracer } from "../../packages/gristmill/dist/telemetry/traces/tracer.js";
import { MACHINE, othersShare } from "../runtime/machine.mjs";
import { columns, median, short } from "../runtime/numbers.mjs";
import { promClient } from "./prom-client.mjs";

const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const calls = Number(process.env.BENCH_CALLS ?? 200_000);
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(calls) || calls < 1000) {
	console.error("Set BENCH_ROUNDS above 0 and BENCH_CALLS of at least 1000.");
	process.exit(1);
}

/** A call as the flow leaves it. */
function visitOf(i) {
	const record = new RequestRecord(`bench-${i.toString(36)}`, "POST");
	const passage = new CallTimings();
	passage.lane = "inline";
	passage.begun = record.began;
	passage.done = record.began + (i % 50) / 1_000;
	record.mill = "echoer";
	record.route = "/echoer";
	record.passage = passage;
	record.status = 200;
	record.bytesIn = 1_024;
	record.bytesOut = 1_035;
	record.ended = performance.now();
	return record;
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
	[ANCHOR]: (record) =>
		writeAccess(
			(level, message, fields) => {
				length += JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }).length;
			},
			"all",
			record,
			undefined,
		),
	metrics: (record) => {
		meters.entered(record);
		meters.record(record);
	},
	...(prom && { "prom-client": prom }),
	"access line, json": (record) => writeAccess(json.log, "all", record, undefined),
	"access line, text": (record) => writeAccess(text.log, "all", record, undefined),
	"access line, below its level": (record) => writeAccess(silent.log, "all", record, undefined),
	"spans, not sent": (record) => tracer.record(record, {}),
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
	`A call with nothing recorded: ${short(bare)} µs. Others took ${Math.round(median(others) * 100)} % of the machine.`,
);
const folder = new URL("../results/", import.meta.url);
mkdirSync(folder, { recursive: true });
const result = { date: new Date().toISOString(), ...MACHINE, rounds, calls, length, others, samples };
writeFileSync(new URL("telemetry.json", folder), `${JSON.stringify(result, null, 2)}\n`);
