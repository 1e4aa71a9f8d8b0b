import { Buffer, isUtf8 } from "node:buffer";
import { parseAccept, weight } from "../core/accept.js";
import { isObject } from "../core/is-object.js";
import { parseMediaType } from "../core/media-type.js";
import { Problem } from "../core/problem.js";
import type { CallNotes } from "../mcp/toolbox.js";
import { Passage } from "../runtime/passage.js";
import { countCall } from "./count-call.js";
import { CODINGS, parseCoding, undo } from "./inflate.js";
import type { Request as Asked, Reply } from "./message.js";
import { MCP_METHODS } from "./options.js";
import { withinRate } from "./rate-limit.js";
import { Refusal } from "./refusal.js";
import type { Service } from "./service.js";

const JSON_TYPE = "application/json";

/** Answers a message of the Model Context Protocol: one POST, one JSON answer. */
export async function serveMcp(service: Service, asked: Asked): Promise<Reply> {
	if (!service.site.offers("mcp")) throw new Refusal("not-offered", "This server offers no MCP.");
	refuseForeignPages(service, asked);
	if (asked.method !== "POST")
		throw new Refusal(
			"method-not-allowed",
			"Send each message with POST: there are no streams and no sessions.",
			{
				headers: { Allow: MCP_METHODS },
			},
		);
	agree(asked);
	const body = parsed(await readMessage(service, asked));
	// A batch of 2025-03, which later revisions took back, would be a thousand calls for one admission.
	if (Array.isArray(body)) return rejected("Send one message in each request: this is a batch.");
	const tool = toolOf(body);
	if (tool === undefined) return replyOf(await (await service.mcp())(asRequest(asked), body));
	const notes: CallNotes = { passage: new Passage(), code: undefined };
	countAsCall(service, asked, tool, notes);
	permitTool(service, asked, tool);
	return withinRate(service.rateLimit, asked, async () => {
		const reply = await replyOf(await (await service.mcp())(asRequest(asked), body, notes));
		return { ...reply, ...(notes.code !== undefined && { problem: notes.code }) };
	});
}

/** The tool that a message calls. */
function toolOf(body: unknown): string | undefined {
	if (!isObject(body) || body.method !== "tools/call" || !isObject(body.params)) return undefined;
	return typeof body.params.name === "string" ? body.params.name : undefined;
}

/** Who may not call a mill may not call it as a tool either. */
function permitTool({ guard }: Service, { principal }: Asked, tool: string): void {
	if (guard && principal && !guard.isOpen(tool)) guard.permit(principal, tool);
}

/** A tool that is offered is counted as its mill; a name that somebody made up is nobody's. */
function countAsCall(service: Service, { visit }: Asked, tool: string, { passage }: CallNotes): void {
	const { site, mills } = service;
	if (!visit || !site.offers("mcp", tool) || !mills.some(({ mill }) => mill.name === tool)) return;
	visit.passage = passage;
	countCall(service, visit, tool);
}

/** Judges the header fields before a byte of the message is read. */
function agree({ headers }: Asked): void {
	if (parseMediaType(headers["content-type"] ?? "")?.essence !== JSON_TYPE)
		throw new Refusal("unsupported-media-type", `Send Content-Type: ${JSON_TYPE}.`, {
			headers: { Accept: JSON_TYPE },
		});
	// Clients have to accept streams too, which are never sent here: whoever accepts JSON is served.
	if (weight(parseAccept(headers.accept), JSON_TYPE) === 0)
		throw new Refusal("not-acceptable", `Accept ${JSON_TYPE}.`, { members: { available: [JSON_TYPE] } });
}

/**
 * A page that a browser shows may reach servers that its author cannot: on this machine, in this network. So a page of
 * another origin is refused unless the operator allows it; a name that was bound to our address later is another origin.
 */
function refuseForeignPages({ cors, site }: Service, { headers: { origin } }: Asked): void {
	if (origin === undefined || cors === "*" || cors.includes(origin)) return;
	if (origin === new URL(site.address()).origin) return;
	throw new Problem(
		"forbidden",
		"Ask the operator to allow the origin of this page with --cors: it is another.",
	);
}

async function readMessage(service: Service, asked: Asked): Promise<Uint8Array> {
	const coding = parseCoding(asked.headers["content-encoding"]);
	if (coding === "unknown")
		throw new Refusal("unsupported-encoding", `Send the body as it is, or as ${CODINGS.join(", ")}.`, {
			headers: { "Accept-Encoding": CODINGS.join(", ") },
		});
	const limit = messageLimit(service);
	const raw = await asked.read(limit);
	if (asked.visit) asked.visit.bytesIn = raw.byteLength;
	return coding ? undo(coding, raw, limit, (bytes) => asked.hold?.(bytes)) : raw;
}

/** Room for a message beside its input. */
const ENVELOPE = 64 * 1024;

/** The most bytes of a message: base64 makes four of three, and the escapes of JSON can make two of one. */
export function messageLimit({ mills }: Pick<Service, "mills">): number {
	const forms = mills.flatMap(({ mill }) => Object.values(mill.input));
	return ENVELOPE + 2 * Math.max(0, ...forms.map(({ maxBytes }) => maxBytes));
}

/** JSON that cannot be parsed is answered by the protocol, in its own words. */
function parsed(bytes: Uint8Array): unknown {
	if (!isUtf8(bytes)) return undefined;
	try {
		return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
	} catch {
		return undefined;
	}
}

/** The request as the protocol's library wants it: no more of it than it has to know. */
function asRequest(asked: Asked): Request {
	const headers = new Headers({
		Accept: `${JSON_TYPE}, text/event-stream`,
		"Content-Type": JSON_TYPE,
		"Request-Id": asked.id,
	});
	for (const [name, value] of Object.entries(asked.headers))
		if (name.startsWith("mcp-") && typeof value === "string") headers.set(name, value);
	return new Request("http://localhost/mcp", { method: "POST", headers, signal: asked.signal() });
}

async function replyOf(response: Response): Promise<Reply> {
	const type = response.headers.get("content-type");
	return {
		status: response.status,
		headers: { ...(type !== null && { "Content-Type": type }), "Cache-Control": "no-store" },
		body: await response.text(),
	};
}

function rejected(message: string): Reply {
	const body = { jsonrpc: "2.0", id: null, error: { code: -32_600, message } };
	return {
		status: 400,
		headers: { "Content-Type": JSON_TYPE, "Cache-Control": "no-store" },
		body: JSON.stringify(body),
	};
}
