import { Buffer } from "node:buffer";
import { MiB } from "../core/definition/limits.js";
import { type Answer, ask } from "./server.js";

/** Posts a message of an agent. */
export function postMessage(
	url: string,
	body: Uint8Array | string,
	headers: Record<string, string> = {},
): Promise<Answer> {
	return ask(`${url}/mcp`, {
		method: "POST",
		headers: { "Content-Type": "application/json", ...headers },
		body: Buffer.from(body),
	});
}

/** A message with this JSON as its arguments. */
export const call = (tool: string, given: string) =>
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${given}}}`;

const fill = (size: number, text: string) => text.repeat(Math.floor(size / text.length));
export const SIZE = 12 * MiB;

/** Messages that fit into the bound on bytes and are small when they are compressed. */
export const HOSTILE = {
	"many empty lists": call("word-counter", `{"input":[${fill(SIZE, "[],")}[]]}`),
	"many numbers": `[${fill(SIZE, "0,")}0]`,
	"deep lists": `{"params":${fill(SIZE, "[")}`,
	"deep objects": `{"params":${fill(SIZE, '{"a":')}`,
	"many members": call("word-counter", `{${fill(SIZE, '"key":0,')}"input":""}`),
	"thousands of calls in a batch": `[${fill(SIZE, `${call("word-counter", '{"input":""}')},`)}{}]`,
} as const;
