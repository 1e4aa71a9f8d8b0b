import { Buffer } from "node:buffer";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { PROBLEMS, type ProblemCode } from "../core/problem-table.js";
import { problemDocument } from "../documents/problem-document.js";
import { RequestRecord } from "../telemetry/request-record.js";
import { recordRequest } from "./exchange.js";
import type { Host } from "./host/host.js";
import { Connection } from "./wire/connection.js";
import { freshId } from "./wire/envelope.js";

/** Problem codes for errors of node:http's parser. Every other error is a bad request. */
const CODES: Readonly<Record<string, ProblemCode>> = {
	HPE_INVALID_METHOD: "unknown-method",
	HPE_HEADER_OVERFLOW: "headers-too-large",
	ERR_HTTP_REQUEST_TIMEOUT: "request-timeout",
};

/** What no method contains (RFC 9110 §5.6.2), before the space that ends it. Binary protocols begin with such bytes, as TLS does. */
const NO_METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]*[^ !#$%&'*+.^_`|~0-9A-Za-z-]/;

const NO_HANDSHAKE = /^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/;

/** How long the caller has to read the answer. */
const LINGER_MS = 1_000;

/** An error of a connection; one of the parser has the bytes in which it was found, and where. */
interface ParserError extends NodeJS.ErrnoException {
	readonly rawPacket?: Buffer;
	readonly bytesParsed?: number;
}

/**
 * Answers bytes that are not a valid request, and closes the connection. Earlier requests on the same connection get their
 * answers first.
 */
export function answerClientError(host: Host, error: ParserError, socket: Duplex): void {
	const connection = Connection.of(socket, host.clock);
	// node:http reports each further packet again.
	if (connection.hasFailed) {
		connection.ignoreMore();
		return;
	}
	if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && connection.isLong) return;
	// The caller is gone, or does not speak TLS, which node:https also reports here.
	if (error.code === "ECONNRESET" || NO_HANDSHAKE.test(error.code ?? "") || !socket.writable) {
		socket.destroy();
		return;
	}
	// RFC 9112 §9.6: nothing is processed behind a request that says `Connection: close`, and its answer closes.
	const refuse = (record = new RequestRecord(freshId(), "")) => {
		if (error.code === "HPE_CLOSED_CONNECTION") return;
		writeProblem(host, codeOf(error), record, socket);
		hangUp(socket);
	};
	connection.fail(refuse, () => hangUp(socket));
}

function codeOf({ code = "", rawPacket, bytesParsed = 0 }: ParserError): ProblemCode {
	// The parser calls everything that does not begin with a method that it knows an unknown method.
	const isNoHttp =
		code === "HPE_INVALID_METHOD" && NO_METHOD.test(rawPacket?.toString("latin1", bytesParsed) ?? "");
	return isNoHttp ? "bad-request" : (CODES[code] ?? "bad-request");
}

function writeProblem(host: Host, code: ProblemCode, record: RequestRecord, socket: Duplex): void {
	const kind = PROBLEMS[code];
	const body = Buffer.from(
		JSON.stringify(problemDocument(host.main.info, record.id, { code, kind, problem: undefined })),
	);
	const head = [
		`HTTP/1.1 ${kind.status} ${STATUS_CODES[kind.status]}`,
		"Content-Type: application/problem+json",
		`Content-Length: ${body.byteLength}`,
		"Cache-Control: no-store",
		"X-Content-Type-Options: nosniff",
		`Request-Id: ${record.id}`,
		`Date: ${new Date().toUTCString()}`,
		"Connection: close",
	];
	socket.write(`${head.join("\r\n")}\r\n\r\n`);
	socket.write(body);
	Object.assign(record, {
		status: kind.status,
		code,
		bytesOut: body.byteLength,
		ended: performance.now(),
	});
	recordRequest(host, record, {});
}

/** Ends our side and reads on for a while. Closing at once would reset the connection, and the caller would lose the answer. */
function hangUp(socket: Duplex): void {
	socket.end();
	socket.resume();
	// The other side may stay open forever.
	setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
