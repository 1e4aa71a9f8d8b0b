// The CPU time of recording one call, compared with JSON.stringify of its log line.
//
//   BENCH_ROUNDS=7       measured rounds, after a warm-up round
//   BENCH_CALLS=200000   calls in each
import { openSync } from "node:fs";
import * as api from "@opentelemetry/api";
import { BasicTracerProvider, NoopSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { CallTimings } from "../packages/gristmill/dist/runtime/admission/call-timings.js";
import { writeAccess } from "../packages/gristmill/dist/telemetry/log/access-log.js";
import { logWriter } from "../packages/gristmill/dist/telemetry/log/log-writer.js";
import { Meters } from "../packages/gristmill/dist/telemetry/metrics/meters.js";
import { RequestRecord } from "../packages/gristmill/dist/telemetry/request-record.js";
import { makeTracer } from "../packages/gristmill/dist/telemetry/traces/tracer.js";
import { columns, median, short } from "./measuring/numbers.mjs";
import { alternate, save, settings } from "./measuring/rounds.mjs";
import { promClient } from "./telemetry/prom-client.mjs";

const { rounds, calls } = settings({ rounds: 7, calls: 200_000 });

/** A call as the flow leaves it. */
function recordOf(i) {
	const record = new RequestRecord(`bench-${i.toString(36)}`, "POST");
	const passage = new CallTimings();
	passage.lane = "inline";
	passage.times = { begun: record.began, done: record.began + (i % 50) / 1_000 };
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
const tracer = makeTracer(api, provider.getTracer("bench"), { scheme: "http", digest: () => "digest" });
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
const names = Object.keys(RIVALS);

const run = await alternate({ rounds, names }, async (name) => {
	const before = process.cpuUsage();
	for (let i = 0; i < calls; i++) {
		RIVALS[name](recordOf(i));
		// The lines are written in the background: give them a turn, as a server does.
		if (i % 1_000 === 0) await new Promise(setImmediate);
	}
	const { user, system } = process.cpuUsage(before);
	return { micros: (user + system) / calls };
});
await json.close();
await text.close();
save("telemetry", { rounds, calls, length, ...run });

const of = (name) => median(run.values({ name }, "micros"));
const bare = of("nothing");
const lines = names
	.filter((name) => name !== "nothing")
	.map((name) => {
		const cost = of(name) - bare;
		return [name, `${short(cost)} µs`, `${short(cost / (of(ANCHOR) - bare))} ×`];
	});
run.printHead(`${rounds} rounds of ${calls} calls`, `a call with nothing recorded: ${short(bare)} µs`);
console.log(columns([["one call", "CPU", `against ${ANCHOR}`], ...lines]));
