import { Buffer } from "node:buffer";
import { accepts, type BrokenRow, fields, type Match, status, when } from "./ways.js";

const PNG = accepts("image/png");
const GIF = accepts("image/gif");
const EITHER: Match = (call) => PNG(call) || GIF(call);

export const BYTES: readonly BrokenRow[] = [
	{
		row: "O17",
		what: "does not answer with bytes that its schema lists",
		mill: "drawer",
		answer: when(GIF, status(406)),
	},
	{
		row: "O17",
		what: "labels bytes with another type",
		mill: "drawer",
		answer: when(GIF, fields({ "Content-Type": "application/octet-stream" })),
	},
	{
		row: "O17",
		what: "answers without any bytes",
		mill: "drawer",
		answer: when(GIF, (correct) => ({ ...correct(), body: "" })),
	},
	{
		row: "O18",
		what: "sends a PNG as a GIF",
		mill: "drawer",
		answer: when(GIF, (correct, call) => ({
			...correct(),
			body: correct({ ...call, headers: { ...call.headers, accept: "image/png" } }).body ?? "",
		})),
	},
	{
		row: "O18",
		what: "has a GIF in JSON although the schema says PNG",
		mill: "drawer",
		facts: ({ run, raw }) => ({
			run: (input) => {
				const output = run(input);
				return output && { ...output, drawing: raw?.["image/gif"]?.(input).toString("base64") };
			},
		}),
	},
	{
		row: "O19",
		what: "has the bytes in hexadecimal",
		mill: "drawer",
		facts: ({ run }) => ({
			run: (input) => {
				const output = run(input);
				return (
					output && {
						...output,
						drawing: `0x${Buffer.from(String(output.drawing), "base64").toString("hex")}-`,
					}
				);
			},
		}),
	},
	{
		row: "O19",
		what: "has no bytes in JSON",
		mill: "drawer",
		facts: ({ run }) => ({
			run: (input) => {
				const output = run(input);
				return output && { ...output, drawing: "" };
			},
		}),
	},
	{
		row: "O20",
		what: "sends JSON to callers that want another picture",
		mill: "drawer",
		answer: when(accepts("image/x-nonsense"), (correct, call) =>
			correct({ ...call, headers: { ...call.headers, accept: "application/json" } }),
		),
	},
	{
		row: "O21",
		what: "sends bytes without Vary",
		mill: "drawer",
		answer: when(EITHER, fields({ Vary: "Accept-Encoding" })),
	},
	{
		row: "P20",
		what: "writes the number of the call into the bytes",
		mill: "drawer",
		answer: () => {
			let calls = 0;
			return (call, correct) => {
				const reply = correct();
				if (!EITHER(call) || reply.status !== 200) return reply;
				return { ...reply, body: Buffer.concat([Buffer.from(reply.body ?? ""), Buffer.from([calls++])]) };
			};
		},
	},
];
