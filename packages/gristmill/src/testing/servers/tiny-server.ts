import { Buffer } from "node:buffer";
import { once } from "node:events";
import {
	createServer,
	type IncomingMessage,
	type Server,
	type ServerOptions,
	type ServerResponse,
} from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { namedWeight, parseAccept, prefer, weight } from "../../core/http-words/accept.js";
import { parseMediaType } from "../../core/http-words/media-type.js";
import { StoppedClock } from "../stopped-clock.js";
import type { TinyFacts } from "./tiny-facts.js";

/** A request as the tiny server receives it. */
export interface TinyCall {
	readonly method: string;
	/** The path without the query. */
	readonly path: string;
	readonly query: string;
	readonly headers: IncomingMessage["headers"];
	readonly body: Buffer;
}

export interface TinyReply {
	readonly status: number;
	readonly headers?: Readonly<Record<string, string | undefined>>;
	readonly body?: string | Buffer;
}

/** A defect of a server that is otherwise correct. */
export interface Breakage {
	readonly facts?: (facts: TinyFacts) => Partial<TinyFacts>;
	/** The function is made for each server, so that it can keep state. The clock is that of the checker. */
	readonly answer?: (
		clock: StoppedClock,
	) => (call: TinyCall, correct: (call?: TinyCall) => TinyReply) => TinyReply | Promise<TinyReply>;
	readonly options?: ServerOptions;
	/** Serves over TLS. */
	readonly tls?: { readonly key: string; readonly cert: string };
	/** Returns the status for a request that the parser rejects. */
	readonly onUnreadable?: (code: string) => number;
	/** Returns the status for an announced body, or undefined to accept the body. */
	readonly onExpect?: (length: number) => number | undefined;
}

const SCHEMA = "application/schema+json";
const XML_SCHEMA = "application/schema+xml";
const DOCS = "x-text/docs";
const JSON_LINES = "application/jsonl";
const EVENT_STREAM = "text/event-stream";

/** Returns a problem document. */
export function problem(status: number, headers: TinyReply["headers"] = {}, more: object = {}): TinyReply {
	const body = JSON.stringify({ title: "No", status, ...more });
	return {
		status,
		headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store", ...headers },
		body,
	};
}

/** A mill in a page of code that satisfies every row of the checklist. */
function correctAnswer(facts: TinyFacts, call: TinyCall): TinyReply {
	const { method, path, headers } = call;
	const mill = `/v1/${facts.tool}`;
	if (path === mill) {
		if (method === "OPTIONS") return optionsReply(facts, headers);
		if (method === "POST") return result(facts, call);
		return method === "GET" || method === "HEAD" ? retrieval(facts, call) : refusedMethod(facts.allow);
	}
	const document = documents(facts)[path.replaceAll("%24", "$")];
	if (!document) return problem(404);
	return method === "GET" || method === "HEAD" ? conditional(document, headers) : refusedMethod("GET, HEAD");
}

function refusedMethod(allow: string): TinyReply {
	return problem(405, { Allow: allow, Vary: "Accept" });
}

function optionsReply({ allow, mediaType }: TinyFacts, headers: IncomingMessage["headers"]): TinyReply {
	const cors = headers.origin !== undefined && {
		"Access-Control-Allow-Origin": "*",
		"Access-Control-Allow-Methods": "POST",
		"Access-Control-Allow-Headers": "Content-Type",
	};
	return { status: 204, headers: { Allow: allow, "Accept-Post": mediaType, ...cors } };
}

function documents(facts: TinyFacts): Readonly<Record<string, TinyReply>> {
	const of = (name: string, type: string, body: string): TinyReply => ({
		status: 200,
		headers: { "Content-Type": `${type}; charset=utf-8`, ETag: facts.tag(name), Vary: "Accept" },
		body,
	});
	const { tool, offers } = facts;
	const schema = of("schema", SCHEMA, JSON.stringify(facts.schema));
	return {
		...(offers.links && {
			"/v1/docs/schema": schema,
			"/v1/docs/text": of("text", "text/plain", facts.description),
		}),
		...(offers.urls && {
			[`/v1/${tool}/$schema`]: schema,
			[`/v1/${tool}/$description`]: of("description", "text/markdown", facts.description),
			"/v1/$list": of("list", "application/json", JSON.stringify(facts.list)),
			"/v1/$schema": of("openapi", "application/json", JSON.stringify(facts.openApi)),
			"/v1/$description": of("server", "text/markdown", facts.description),
			"/.well-known/api-catalog": of(
				"catalogue",
				"application/linkset+json",
				JSON.stringify(facts.catalogue),
			),
		}),
		...(offers.negotiation && {
			[SCHEMA]: schema,
			[XML_SCHEMA]: of("xsd", XML_SCHEMA, facts.xmlSchema),
			[DOCS]: of("docs", DOCS, facts.description),
		}),
	};
}

function retrieval(facts: TinyFacts, { headers }: TinyCall): TinyReply {
	const ranges = parseAccept(headers.accept);
	const wanted = prefer([SCHEMA, XML_SCHEMA, DOCS], (type) => namedWeight(ranges, type) ?? 0);
	if (wanted === undefined) return refusedMethod(facts.allow);
	const document = documents(facts)[wanted];
	return document ? conditional(document, headers) : problem(404, { Vary: "Accept" });
}

function conditional(document: TinyReply, headers: IncomingMessage["headers"]): TinyReply {
	const tag = document.headers?.ETag;
	if (headers["if-none-match"] === undefined || headers["if-none-match"] !== tag) return document;
	return { status: 304, headers: { ETag: tag, Vary: "Accept" } };
}

function result(facts: TinyFacts, { headers, body, query }: TinyCall): TinyReply {
	const ranges = parseAccept(headers.accept);
	const types = [
		"application/json",
		...(facts.offers.links ? ["application/hal+json"] : []),
		"application/xml",
		...Object.keys(facts.raw ?? {}),
		...(facts.stream ? [JSON_LINES, EVENT_STREAM] : []),
	];
	const type = prefer(types, (one) => weight(ranges, one));
	if (type === undefined) return problem(406, { Vary: "Accept" }, { available: types });
	if (parseMediaType(headers["content-type"] ?? "")?.essence !== facts.mediaType)
		return problem(415, { Accept: facts.mediaType });
	if (headers["content-encoding"] !== undefined) return problem(415, { "Accept-Encoding": "identity" });
	const from = type === JSON_LINES ? /^\$from=(\d+)$/.exec(query)?.[1] : undefined;
	const { digest } = facts;
	const pins = [...query.matchAll(/(?:^|&)%24digest=([^&]*)/g)].map(([, pin]) => pin);
	const isPinned = digest !== undefined && pins.length === 1;
	if (query !== "" && from === undefined && !(isPinned && /^[\w-]{22}$/.test(pins[0] ?? "")))
		return problem(400);
	if (isPinned && pins[0] !== digest) return problem(412, { "Mill-Digest": digest });
	const output = body.length === 0 && facts.mediaType !== "text/plain" ? undefined : facts.run(body);
	if (output === undefined) return problem(400);
	const fields = {
		Vary: "Accept",
		"Cache-Control": isPinned ? "public, max-age=31536000, immutable" : "no-store",
		Link: '<docs/schema>; rel="describedby"',
		"Mill-Digest": digest,
	};
	if (type === JSON_LINES && facts.stream) {
		const { parts, rest } = facts.stream(body, headers["transfer-encoding"] !== undefined);
		const lines = [...parts.slice(Number(from ?? 0)), { $end: { parts: parts.length, ...rest } }];
		const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
		return { status: 200, headers: { ...fields, "Content-Type": type }, body: text };
	}
	if (type === EVENT_STREAM && facts.stream) {
		const { parts, rest } = facts.stream(body, headers["transfer-encoding"] !== undefined);
		const told = parts.map((part, n) => {
			const progress = `event: progress\ndata: {"done":${(n + 1) / parts.length}}\n\n`;
			return `event: part\nid: ${n}\ndata: ${JSON.stringify(part)}\n\n:\n\n${progress}`;
		});
		const end = `event: end\ndata: ${JSON.stringify({ parts: parts.length, ...rest })}\n\n`;
		return { status: 200, headers: { ...fields, "Content-Type": type }, body: told.join("") + end };
	}
	const bytes = facts.raw?.[type]?.(body);
	if (bytes) return { status: 200, headers: { ...fields, "Content-Type": type }, body: bytes };
	if (type === "application/xml") {
		const escaped = (text: unknown) => String(text).replace(/[<>&]/g, (c) => `&#${c.charCodeAt(0)};`);
		const members = Object.entries(output).map(([name, value]) => `<${name}>${escaped(value)}</${name}>`);
		const xml = `<?xml version="1.0" encoding="UTF-8"?><${facts.tool}>${members.join("")}</${facts.tool}>`;
		return {
			status: 200,
			headers: { ...fields, "Content-Type": "application/xml; charset=utf-8" },
			body: xml,
		};
	}
	const content = type === "application/json" ? output : { ...output, _links: facts.links };
	return { status: 200, headers: { ...fields, "Content-Type": type }, body: JSON.stringify(content) };
}

/** Starts a tiny server on a free port and returns the mill's address. */
export async function startTiny(
	correct: TinyFacts,
	{ facts, answer, options = {}, tls, onUnreadable, onExpect }: Breakage = {},
	clock = new StoppedClock(),
): Promise<{ readonly server: Server; readonly url: URL }> {
	const known = { ...correct, ...facts?.(correct) };
	const broken = answer?.(clock);
	const serve = async (request: IncomingMessage, response: ServerResponse) => {
		const [path = "", query = ""] = (request.url ?? "").split("?", 2);
		const chunks: Buffer[] = [];
		let whole = true;
		try {
			for await (const chunk of request) chunks.push(chunk);
		} catch {
			// The answer function gets an aborted upload as a separate method.
			whole = false;
		}
		const { method = "", headers } = request;
		const call = { method: whole ? method : "ABORTED", path, query, headers, body: Buffer.concat(chunks) };
		const right = (other: TinyCall = call) => correctAnswer(known, other);
		const reply = broken ? await broken(call, right) : right();
		if (whole) send(response, reply);
	};
	const server = tls ? createSecureServer({ ...options, ...tls }, serve) : createServer(options, serve);
	server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
		const length = Number(request.headers["content-length"]);
		const status = onExpect ? onExpect(length) : length > 1_000_000 ? 413 : undefined;
		if (status !== undefined) return send(response, problem(status, { Connection: "close" }));
		response.writeContinue();
		void serve(request, response);
	});
	server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
		const code = error.code ?? "";
		const status = onUnreadable?.(code) ?? (code === "HPE_INVALID_METHOD" ? 501 : 400);
		if (!socket.writable) return;
		const date = new Date().toUTCString();
		socket.end(
			`HTTP/1.1 ${status} No\r\nDate: ${date}\r\nContent-Length: 0\r\nConnection: close\r\n${PLAIN}\r\n\r\n`,
		);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return { server, url: new URL(`${tls ? "https" : "http"}://127.0.0.1:${port}/v1/${known.tool}`) };
}

const PLAIN = "Content-Type: application/problem+json";

function send(response: ServerResponse, { status, headers = {}, body = "" }: TinyReply): void {
	const fields = Object.entries({ "X-Content-Type-Options": "nosniff", ...headers });
	if ("Date" in headers && headers.Date === undefined) response.sendDate = false;
	response.writeHead(status, Object.fromEntries(fields.filter(([, value]) => value !== undefined)));
	response.end(body);
}
