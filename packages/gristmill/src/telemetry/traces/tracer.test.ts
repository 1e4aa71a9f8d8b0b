import assert from "node:assert/strict";
import { test } from "node:test";
import * as api from "@opentelemetry/api";
import {
	BasicTracerProvider,
	InMemorySpanExporter,
	SimpleSpanProcessor,
	type SpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { RequestRecord } from "../request-record.js";
import { makeTracer } from "./tracer.js";

for (const hook of ["onStart", "onEnd"] as const)
	test(`a request goes on without a trace if ${hook} of a processor throws, and the log says so once`, () => {
		const nothing = async () => {};
		const processor: SpanProcessor = {
			onStart: () => {},
			onEnd: () => {},
			forceFlush: nothing,
			shutdown: nothing,
			[hook]: () => {
				throw new Error("full");
			},
		};
		const provider = new BasicTracerProvider({ spanProcessors: [processor] });
		const lines: string[] = [];
		const facts = { scheme: "http", digest: () => "" } as const;
		const tracer = makeTracer(api, provider.getTracer("test"), facts, (level, message, fields) =>
			lines.push(`${level} ${message}: ${String(fields?.error).split("\n")[0]}`),
		);
		for (const id of ["one", "two"]) assert.equal(tracer.record(new RequestRecord(id, "GET"), {}), undefined);
		assert.deepEqual(lines, ["error spans cannot be recorded: Error: full"]);
	});

test("parts of a result are events of its span, at their times and with their numbers", () => {
	const exporter = new InMemorySpanExporter();
	const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
	const facts = { scheme: "http", digest: () => "" } as const;
	const tracer = makeTracer(api, provider.getTracer("test"), facts, () => {});
	const record = new RequestRecord("id", "POST", 1_000);
	record.ended = 1_500;
	record.stream = {
		parts: 5,
		times: [
			{ parts: 1, at: 1_100 },
			{ parts: 4, at: 1_250 },
		],
	};
	assert.ok(tracer.record(record, {}));
	const [span] = exporter.getFinishedSpans();
	assert.equal(span?.attributes["gristmill.parts"], 5);
	const sinceBegin = ([seconds, nanos]: api.HrTime) =>
		Math.round((seconds - (span?.startTime[0] ?? 0)) * 1e3 + (nanos - (span?.startTime[1] ?? 0)) / 1e6);
	assert.deepEqual(
		span?.events.map(({ name, attributes, time }) => [name, attributes, sinceBegin(time)]),
		[
			["part", { "gristmill.parts": 1 }, 100],
			["part", { "gristmill.parts": 4 }, 250],
		],
	);
});
