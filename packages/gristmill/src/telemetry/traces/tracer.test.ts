import assert from "node:assert/strict";
import { test } from "node:test";
import * as api from "@opentelemetry/api";
import { BasicTracerProvider, type SpanProcessor } from "@opentelemetry/sdk-trace-base";
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
