import { Buffer } from "node:buffer";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { PROBLEMS, type ProblemCode } from "../core/problem-table.js";
import { problemDocument } from "../documents/problem-document.js";
import { record } from "../telemetry/telemetry.js";
import { Visit } from "../telemetry/visit.js";
import { freshId } from "./fresh-id.js";
import type { Service } from "./service.js";

/** What node:http's parser complains of, in our words. Everything else is a bad request. */
const CODES: Readonly<Record<string, ProblemCode>> = {
	HPE_INVALID_METHOD: "unknown-method",
	HPE_HEADER_OVERFLOW: "headers-too-large",
	ERR_HTTP_REQUEST_TIMEOUT: "request-timeout",
};

const NO_HANDSHAKE = /^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/;

/** How long the caller has to read the answer. */
const LINGER_MS = 1_000;

/** Answers what could not even be read as a request, straight on the socket, and closes it. */
export function answerClientError(service: Service, error: NodeJS.ErrnoException, socket: Duplex): void {
	// Nothing to say to a caller that is gone, or that speaks no TLS where TLS is spoken: node:https tells of it here too.
	if (error.code === "ECONNRESET" || NO_HANDSHAKE.test(error.code ?? "") || !socket.writable) {
		socket.destroy();
		return;
	}
	// The other side may keep its half open for ever.
	setTimeout(() => socket.destroy(), LINGER_MS).unref();
	const response = (socket as Duplex & { _httpMessage?: { headersSent: boolean } })._httpMessage;
	// An answer has begun: what is written of it still goes out, and nothing is put behind it.
	if (response?.headersSent) {
		socket.end();
		return;
	}
	const code = CODES[error.code ?? ""] ?? "bad-request";
	const kind = PROBLEMS[code];
	const id = freshId();
	const body = Buffer.from(
		JSON.stringify(problemDocument(service.site, id, { code, kind, problem: undefined })),
	);
	const head = [
		`HTTP/1.1 ${kind.status} ${STATUS_CODES[kind.status]}`,
		"Content-Type: application/problem+json",
		`Content-Length: ${body.byteLength}`,
		"Cache-Control: no-store",
		"X-Content-Type-Options: nosniff",
		`Request-Id: ${id}`,
		`Date: ${new Date().toUTCString()}`,
		"Connection: close",
	];
	socket.write(`${head.join("\r\n")}\r\n\r\n`);
	socket.end(body);
	const visit = new Visit(id, "");
	Object.assign(visit, { status: kind.status, code, bytesOut: body.byteLength, ended: visit.began });
	record(service.telemetry, visit, {});
}
