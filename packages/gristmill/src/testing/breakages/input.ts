import { Buffer } from "node:buffer";
import type { TinyReply } from "../servers/tiny-server.js";
import { type BrokenRow, type Correct, fields, isCall, isPlain, status, when } from "./ways.js";

export const INPUT: readonly BrokenRow[] = [
	{
		row: "I1",
		what: "answers 400 for 415",
		answer: when(
			(call) => isPlain(call) && call.headers["content-type"] === "application/x-nonsense",
			status(400),
		),
	},
	{
		row: "I2",
		what: "does not say what it takes",
		answer: when(
			(call) => isPlain(call) && call.headers["content-type"] === "application/x-nonsense",
			fields({ Accept: undefined }),
		),
	},
	{
		row: "I3",
		what: "answers 404 without Content-Type",
		answer: when((call) => isCall(call) && call.headers["content-type"] === undefined, status(404)),
	},
	{
		row: "I4",
		what: "compares types letter by letter",
		answer: when(
			(call) => isCall(call) && (call.headers["content-type"] ?? "").includes("harmless"),
			status(415, { Accept: "text/plain" }),
		),
	},
	{
		row: "I5",
		what: "crashes on nothing",
		answer: when(
			(call) =>
				isPlain(call) &&
				call.headers["content-length"] === "0" &&
				call.headers["content-type"] === "text/plain",
			// Only the first time, because the load of P5 also sends empty bodies.
			once(status(500)),
		),
	},
	{
		row: "I6",
		what: "crashes on garbage",
		answer: when(
			(call) => isPlain(call) && call.body.subarray(0, 4).equals(Buffer.from("9f8c00ff", "hex")),
			status(500),
		),
	},
	{
		row: "I7",
		what: "crashes on half a picture",
		mill: "classifier",
		answer: when((call) => isPlain(call) && call.body[0] === 0xff && call.body.at(-1) !== 0xd9, status(500)),
	},
	{ row: "I8", what: "wants two gibibytes", onExpect: () => undefined },
	{
		row: "I9",
		what: "reads no chunks",
		answer: when((call) => isCall(call) && call.headers["transfer-encoding"] !== undefined, status(400)),
	},
	{
		row: "I10",
		what: "ignores Content-Encoding",
		answer: when(isCall, (correct, call) =>
			correct({ ...call, headers: { ...call.headers, "content-encoding": undefined } }),
		),
	},
	{
		row: "I10",
		what: "does not say which codings it knows",
		answer: when((call) => call.headers["content-encoding"] !== undefined, status(415)),
	},
	{ row: "I11", what: "expects nothing", onExpect: () => 417 },
];

/** Answers like this the first time, and correctly after that. */
function once(change: () => TinyReply): (correct: Correct) => TinyReply {
	const used = new WeakSet<object>();
	const key = {};
	return (correct) => {
		if (used.has(key)) return correct();
		used.add(key);
		return change();
	};
}
