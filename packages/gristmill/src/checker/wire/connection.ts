import { Buffer } from "node:buffer";
import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectSecure } from "node:tls";
import type { Clock, Timer } from "../../core/clock.js";
import type { ProbeReply, ProbeRequest } from "./exchange.js";
import { ReplyReader } from "./reply-reader.js";

/** Bounds for one exchange. */
interface Limits {
	/** Milliseconds for the whole of it. */
	readonly patience: number;
	/** Milliseconds to wait for the end of the connection, if a row checks it. */
	readonly closing: number;
	readonly clock: Clock;
	readonly userAgent: string;
}

/** Sends requests one after another on one connection, and returns their answers. */
export async function sendInOrder(questions: readonly ProbeRequest[], limits: Limits): Promise<ProbeReply[]> {
	const [first] = questions;
	if (!first) return [];
	const replies: ProbeReply[] = [];
	const opened = await open(first.url, limits);
	if (typeof opened === "string")
		return questions.map(() => ({ ...NOTHING, ending: "unreachable", trouble: opened }));
	try {
		for (const [i, question] of questions.entries())
			replies.push(await ask(opened, question, i === questions.length - 1, limits));
	} finally {
		opened.destroy();
	}
	return replies;
}

const NOTHING = {
	status: 0,
	fields: [],
	body: Buffer.alloc(0),
	interim: [],
	stray: 0,
	closed: true,
	milliseconds: 0,
} as const;

/** A socket, or the reason why there is none. */
function open(url: URL, { patience, clock }: Limits): Promise<Socket | string> {
	const secure = url.protocol === "https:";
	const port = Number(url.port) || (secure ? 443 : 80);
	const host = url.hostname.replace(/^\[|\]$/g, "");
	return new Promise((resolve) => {
		const socket = secure
			? connectSecure({
					host,
					port,
					...(isIP(host) === 0 && { servername: host }),
					ALPNProtocols: ["http/1.1"],
				})
			: connectPlain({ host, port });
		const timer = clock.setTimeout(() => {
			socket.destroy();
			resolve("no connection in time");
		}, patience);
		const settle = (result: Socket | string) => {
			clock.clearTimeout(timer);
			resolve(result);
		};
		socket.on("error", (error: NodeJS.ErrnoException) => settle(error.code ?? error.message));
		socket.once(secure ? "secureConnect" : "connect", () => settle(socket));
	});
}

function ask(socket: Socket, question: ProbeRequest, last: boolean, limits: Limits): Promise<ProbeReply> {
	const { clock } = limits;
	const begun = clock.now();
	return new Promise((resolve) => {
		let closed = socket.destroyed;
		let closing: Timer;
		const reader = new ReplyReader(question.method, (status) => {
			if (status !== 100 || !question.patient) return;
			if (question.body) socket.write(question.body);
			// The body was only announced, and there is none.
			else reader.giveUp("closed", "it asks for the body");
		});
		const finish = () => {
			clock.clearTimeout(timer);
			clock.clearTimeout(closing);
			socket.off("data", onData);
			socket.off("close", onClose);
			const { status, fields, body, interim, ending = "whole", trouble, stray } = reader;
			const milliseconds = clock.now() - begun;
			const found = { status, fields, body, interim, ending, stray, closed, milliseconds };
			resolve(trouble === undefined ? found : { ...found, trouble });
		};
		const onData = (bytes: Buffer) => {
			reader.feed(bytes);
			if (!reader.over) return;
			// A closed connection, and stray content after the answer, show only a moment later.
			const watched = question.rawHead !== undefined || question.method === "HEAD";
			if (watched && last && reader.ending === "whole") closing ??= clock.setTimeout(finish, limits.closing);
			else finish();
		};
		const onClose = () => {
			closed = true;
			reader.close();
			finish();
		};
		const timer = clock.setTimeout(
			() => {
				reader.giveUp("timeout", "no whole answer in time");
				finish();
			},
			Math.min(limits.patience, question.patience ?? limits.patience),
		);
		socket.on("data", onData);
		socket.on("close", onClose);
		// "close" follows and reports the failure. Without a listener, the error would be thrown.
		socket.on("error", () => {});
		if (closed) onClose();
		else write(socket, question, last, limits.userAgent);
	});
}

function write(socket: Socket, question: ProbeRequest, last: boolean, userAgent: string): void {
	const { method, url, headers = {}, body, chunked, rawHead, abort, patient } = question;
	const lines = rawHead ?? [
		`${method} ${url.pathname}${url.search} HTTP/1.1`,
		...fieldLines({
			Host: url.host,
			"User-Agent": userAgent,
			Connection: last ? "close" : "keep-alive",
			...(body !== undefined &&
				(chunked ? { "Transfer-Encoding": "chunked" } : { "Content-Length": String(body.byteLength) })),
			...headers,
		}),
	];
	socket.write(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
	if (body === undefined || patient) return;
	if (abort) {
		// Sends half of the body, then closes the connection.
		socket.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => socket.destroy());
	} else if (chunked) {
		// Two chunks, to find servers that read only the first one.
		const middle = Math.ceil(body.byteLength / 2);
		for (const piece of [body.subarray(0, middle), body.subarray(middle)])
			if (piece.byteLength > 0) {
				socket.write(`${piece.byteLength.toString(16)}\r\n`);
				socket.write(piece);
				socket.write("\r\n");
			}
		socket.write("0\r\n\r\n");
	} else socket.write(body);
}

function fieldLines(fields: Readonly<Record<string, string | undefined>>): string[] {
	return Object.entries(fields).flatMap(([name, value]) =>
		value === undefined ? [] : [`${name}: ${value}`],
	);
}
