import { JsonGauge } from "../codecs/formats/json-bounds.js";
import { weight } from "../core/http-words/accept.js";
import { parseMediaType } from "../core/http-words/media-type.js";
import { Problem } from "../core/problem.js";
import { tooMuch } from "../mcp/message-bounds.js";
import type { CallNotes } from "../mcp/tool-set.js";
import { CODINGS, decompress, parseCoding } from "./body/inflate.js";
import { accepted } from "./flow/negotiate.js";
import { MCP_METHODS } from "./flow/options-method.js";
import type { Service } from "./host/host.js";
import { type HttpReply, type HttpRequest, LARGE_ANSWER } from "./wire/message.js";
import { Pace } from "./wire/pace.js";
import { Refusal, unsupportedCoding } from "./wire/refusal.js";

const JSON_TYPE = "application/json";
/** For all messages of the process: many of them at once must not hold up other requests. */
const pace = new Pace();

/** Answers a message of the Model Context Protocol: one POST, one JSON answer. */
export async function serveMcp(service: Service, request: HttpRequest): Promise<HttpReply> {
	if (!service.info.offers("mcp")) throw new Refusal("not-offered", "This server offers no MCP.");
	refuseForeignPages(service, request);
	if (request.method !== "POST")
		throw new Refusal(
			"method-not-allowed",
			"Messages are sent with POST. The server has no event streams or sessions for agents.",
			{
				headers: { Allow: MCP_METHODS },
			},
		);
	// Every message costs a call: the server must read it to know what it asks for.
	const { rateLimit } = service.host;
	request.leave = rateLimit?.enter(request);
	const counted = rateLimit?.take(request);
	if (counted) await counted;
	agree(request);
	service.mcp.admit();
	const bytes = await readMessage(service, request);
	const notes: CallNotes = {
		began: (timings) => {
			if (request.record) request.record.passage = timings;
		},
		code: undefined,
	};
	const { status, contentType, body } = await service.mcp.answer({
		bytes,
		fields: protocolFields(request),
		id: request.id,
		signal: request.cancellation.signal(),
		hold: (bytes) => bytes >= LARGE_ANSWER && request.hold?.(bytes),
		notes,
		called: (tool) => {
			countAsCall(service, request, tool);
			permitTool(service, request, tool);
		},
	});
	if (body.byteLength >= LARGE_ANSWER) request.hold?.(body.byteLength);
	return {
		status,
		headers: {
			...(contentType !== undefined && { "Content-Type": contentType }),
			"Cache-Control": "no-store",
		},
		body,
		...(notes.code !== undefined && { problem: notes.code }),
	};
}

/** A caller that may not call a mill may not call it as a tool either. */
function permitTool({ host: { guard } }: Service, { principal }: HttpRequest, tool: string): void {
	if (guard && principal && !guard.isOpen(tool)) guard.permit(principal, tool);
}

/** A call of an offered tool counts for its mill. An unknown name counts for none. */
function countAsCall(service: Service, { record }: HttpRequest, tool: string): void {
	const { info, mills, prefix, host } = service;
	if (!record || !info.offers("mcp", tool) || !mills.some(({ mill }) => mill.name === tool)) return;
	record.mill = prefix + tool;
	host.telemetry.meters?.entered(record);
}

/** Checks the header fields before the message is read. */
function agree(request: HttpRequest): void {
	if (parseMediaType(request.headers["content-type"] ?? "")?.essence !== JSON_TYPE)
		throw new Refusal("unsupported-media-type", `A message must have the Content-Type ${JSON_TYPE}.`, {
			headers: { Accept: JSON_TYPE },
		});
	// The protocol requires clients to accept streams, too. This server never sends any, so JSON is enough.
	if (weight(accepted(request), JSON_TYPE) === 0)
		throw new Refusal("not-acceptable", `Answers to messages are ${JSON_TYPE}, which Accept excludes.`, {
			members: { available: [JSON_TYPE] },
		});
}

/**
 * A page in a browser can reach servers that its author cannot: on this machine or in this network. A page of another
 * origin is therefore refused unless the operator allows it. This also stops DNS rebinding, which changes the origin.
 */
function refuseForeignPages({ host: { cors }, info }: Service, { headers: { origin } }: HttpRequest): void {
	if (origin === undefined || cors === "*" || cors.includes(origin)) return;
	if (origin === new URL(info.address()).origin) return;
	throw new Problem("forbidden", "Pages of this origin may not call. The operator can allow it with --cors.");
}

async function readMessage(service: Service, request: HttpRequest): Promise<Uint8Array> {
	const encoding = request.headers["content-encoding"];
	const coding = parseCoding(encoding);
	if (coding === "unknown") throw unsupportedCoding(encoding ?? "", CODINGS);
	const { bounds } = service.mcp;
	const room = service.mcp.reserve();
	const gauge = new JsonGauge(bounds);
	// The memory and the bounds are checked for each piece: a hostile message is refused before it is read whole, and a few
	// kilobytes can expand to the largest message.
	const judge = (piece: Uint8Array) => {
		room.hold(piece.byteLength);
		return pace.run(() => {
			const excess = gauge.push(piece);
			if (excess) throw tooMuch(excess, bounds);
		});
	};
	try {
		const raw = await request.read(bounds.bytes, coding ? undefined : judge);
		if (request.record) request.record.bytesIn = raw.byteLength;
		if (!coding) return raw;
		return await decompress(coding, raw, bounds.bytes, (piece) => {
			request.hold?.(piece.byteLength);
			return judge(piece);
		});
	} finally {
		room.release();
	}
}

/** Only the header fields of the protocol are passed to the library. */
function protocolFields({ headers }: HttpRequest): Record<string, string> {
	const fields: Record<string, string> = {};
	for (const [name, value] of Object.entries(headers))
		if (name.startsWith("mcp-") && typeof value === "string") fields[name] = value;
	return fields;
}
