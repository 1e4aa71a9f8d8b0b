import { accepts, type BrokenRow, type Correct, when } from "./ways.js";

const JSON_LINES = accepts("application/jsonl");
const EVENTS = accepts("text/event-stream");

/** Changes the text of a stream. */
const spoil = (change: (text: string) => string) => (correct: Correct) => {
	const reply = correct();
	return { ...reply, body: change(String(reply.body)) };
};

export const STREAMS: readonly BrokenRow[] = [
	{
		row: "F1",
		what: "breaks off a stream before its end",
		mill: "teller",
		answer: when(
			JSON_LINES,
			spoil((text) => text.slice(0, text.lastIndexOf('{"$end"'))),
		),
	},
	{
		row: "F1",
		what: "counts more parts than it sends",
		mill: "teller",
		answer: when(
			JSON_LINES,
			spoil((text) => text.slice(text.indexOf("\n") + 1)),
		),
	},
	{
		row: "F2",
		what: "has other parts than its plain answer",
		mill: "teller",
		facts: ({ stream }) => ({
			stream: (input, chunked) => {
				const { parts = [], rest = {} } = stream?.(input, chunked) ?? {};
				return { parts: [...parts].reverse(), rest };
			},
		}),
	},
	{
		row: "F2",
		what: "has other members at the end than in its plain answer",
		mill: "teller",
		facts: ({ stream }) => ({
			stream: (input, chunked) => ({ parts: stream?.(input, chunked).parts ?? [], rest: { words: -1 } }),
		}),
	},
	{
		row: "F3",
		what: "cuts the result where the input is cut",
		mill: "teller",
		facts: ({ stream }) => ({
			stream: (input, chunked) => {
				const { parts = [], rest = {} } = stream?.(input, false) ?? {};
				return { parts: chunked ? [parts.join("")] : parts, rest };
			},
		}),
	},
	{
		row: "F4",
		what: "sends the whole stream again to a caller that wants the rest",
		mill: "teller",
		answer: when(JSON_LINES, (correct, call) => correct({ ...call, query: "" })),
	},
	{
		row: "F5",
		what: "counts progress among the parts",
		mill: "teller",
		answer: when(
			EVENTS,
			spoil((text) => text.replaceAll("event: progress", "event: part")),
		),
	},
	{
		row: "F5",
		what: "writes progress into the parts",
		mill: "teller",
		answer: when(
			EVENTS,
			spoil((text) => text.replaceAll(/(?<=event: part\n.*\ndata: ").*(?="\n)/g, "$& 50 %")),
		),
	},
	{
		row: "F5",
		what: "tells progress in place of a part",
		mill: "teller",
		answer: when(
			EVENTS,
			spoil((text) => text.replace(/event: part\n.*\n/, "event: progress\n")),
		),
	},
	{
		row: "F5",
		what: "ends its events with progress",
		mill: "teller",
		answer: when(
			EVENTS,
			spoil((text) => text.replace(/event: end\n.*\n\n/, "")),
		),
	},
];
