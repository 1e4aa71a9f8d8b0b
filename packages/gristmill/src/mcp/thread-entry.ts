import { Buffer, isUtf8 } from "node:buffer";
import { getPriority, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { asBuffer } from "../core/as-buffer.js";
import { isObject } from "../core/schema/is-object.js";
import { CallerGone } from "../runtime/failures.js";
import { describeCrash } from "../runtime/loading/describe-crash.js";
import { INVALID_PARAMS, lostArgument } from "./arguments/lost-argument.js";
import { makeMcpHandler } from "./mcp-handler.js";
import { idOf } from "./message-id.js";
import { type FromThread, type McpAnswer, owned, type ThreadData, type ToThread } from "./thread-messages.js";
import type { Perform, ToolOutcome } from "./tool-set.js";

// The thread in which the messages of agents are parsed, validated and answered.

/** A message in progress. */
interface PendingMessage {
	readonly abort: AbortController;
	settle?: { readonly done: (outcome: ToolOutcome) => void; readonly gone: () => void };
}

const { catalog } = workerData as ThreadData;
const handler = makeMcpHandler(catalog);
const open = new Map<number, PendingMessage>();

parentPort?.on("message", (message: ToThread) => {
	switch (message.type) {
		case "message":
			void answer(message);
			return;
		case "outcome":
			open.get(message.id)?.settle?.done(message.outcome);
			return;
		case "drop":
			open.get(message.id)?.abort.abort();
			open.get(message.id)?.settle?.gone();
	}
});

async function answer({ id, bytes, fields, requestId }: Extract<ToThread, { type: "message" }>) {
	const abort = new AbortController();
	open.set(id, { abort });
	try {
		const body = parsed(bytes);
		// Batches of revision 2025-03, removed later, would allow many calls for one admission.
		if (Array.isArray(body))
			return tell(id, rejected("The request has a batch of messages. Send one message per request."));
		const lost = lostArgument(body);
		if (lost !== undefined) return tell(id, rejected(lost, INVALID_PARAMS, idOf(body)));
		const tool = toolOf(body);
		if (tool !== undefined) say({ type: "tool", id, name: shortName(tool) });
		const headers = { ...HEADERS, ...fields, "Request-Id": requestId };
		const request = new Request("http://localhost/mcp", { method: "POST", headers, signal: abort.signal });
		const response = await handler(request, body, performElsewhere(id));
		tell(id, {
			status: response.status,
			contentType: response.headers.get("content-type") ?? undefined,
			body: new Uint8Array(await response.arrayBuffer()),
		});
	} catch (error) {
		if (!abort.signal.aborted) say({ type: "failed", id, reason: describeCrash(error) });
	} finally {
		open.delete(id);
	}
}

const JSON_TYPE = "application/json";
const HEADERS = { Accept: `${JSON_TYPE}, text/event-stream`, "Content-Type": JSON_TYPE };

/** No tool has a longer name than this. */
function shortName(name: string): string {
	return name.length <= 256 ? name : "";
}

/** The mills run in the server process. This sends the call there and waits for the outcome. */
function performElsewhere(id: number): Perform {
	return (name, request) =>
		new Promise((resolve, reject) => {
			const message = open.get(id);
			if (!message || message.abort.signal.aborted) return reject(new CallerGone());
			message.settle = { done: resolve, gone: () => reject(new CallerGone()) };
			if ("unread" in request) return say({ type: "call", id, name, request });
			const body = owned(request.body);
			say({ type: "call", id, name, request: { ...request, body } }, [body.buffer]);
		});
}

function rejected(message: string, code = -32_600, id: string | number | null = null): McpAnswer {
	const body = { jsonrpc: "2.0", id, error: { code, message } };
	return { status: 400, contentType: JSON_TYPE, body: Buffer.from(JSON.stringify(body)) };
}

function tell(id: number, answer: McpAnswer): void {
	const body = owned(answer.body);
	say({ type: "answer", id, ...answer, body }, [body.buffer]);
}

function say(message: FromThread, handedOver: readonly ArrayBuffer[] = []): void {
	parentPort?.postMessage(message, handedOver);
}

// Calls and health checks have priority. Only on Linux does a thread have its own priority.
if (process.platform === "linux")
	try {
		setPriority(getPriority() + 5);
	} catch {
		// Not permitted on this system. The thread works anyway.
	}

/** A message as a value; undefined if it is not JSON. The protocol has an answer for that. */
function parsed(bytes: Uint8Array): unknown {
	if (!isUtf8(bytes)) return undefined;
	try {
		return JSON.parse(asBuffer(bytes).toString());
	} catch {
		return undefined;
	}
}

/** The tool that a message calls. */
function toolOf(body: unknown): string | undefined {
	if (!isObject(body) || body.method !== "tools/call" || !isObject(body.params)) return undefined;
	return typeof body.params.name === "string" ? body.params.name : undefined;
}
