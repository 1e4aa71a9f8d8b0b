import { Buffer } from "node:buffer";
import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectSecure } from "node:tls";
import type { Question, Reply } from "./exchange.js";
import { ReplyReader } from "./reply-reader.js";

/** How long the closing of a connection is waited for where a row asks about it. */
const CLOSING = 300;

/** Bounds for one exchange. */
export interface Limits {
	/** Milliseconds for the whole of it. */
	readonly patience: number;
	readonly userAgent: string;
}

/** Sends questions one behind the other on one connection, and gives what came back for each. */
export async function converse(questions: readonly Question[], limits: Limits): Promise<Reply[]> {
	const [first] = questions;
	if (!first) return [];
	const replies: Reply[] = [];
	const opened = await open(first.url, limits.patience);
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

/** A socket, or why there is none. */
function open(url: URL, patience: number): Promise<Socket | string> {
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
		const timer = setTimeout(() => {
			socket.destroy();
			resolve("no connection in time");
		}, patience);
		const settle = (result: Socket | string) => {
			clearTimeout(timer);
			resolve(result);
		};
		socket.on("error", (error: NodeJS.ErrnoException) => settle(error.code ?? error.message));
		socket.once(secure ? "secureConnect" : "connect", () => settle(socket));
	});
}

function ask(socket: Socket, question: Question, last: boolean, limits: Limits): Promise<Reply> {
	const begun = performance.now();
	return new Promise((resolve) => {
		let closed = socket.destroyed;
		let closing: NodeJS.Timeout | undefined;
		const reader = new ReplyReader(question.method, (status) => {
			if (status !== 100 || !question.patient) return;
			if (question.body) socket.write(question.body);
			// It was announced to see whether it is wanted, and there is none.
			else reader.giveUp("closed", "it asks for the body");
		});
		const finish = () => {
			clearTimeout(timer);
			clearTimeout(closing);
			socket.off("data", onData);
			socket.off("close", onClose);
			const { status, fields, body, interim, ending = "whole", trouble, stray } = reader;
			const milliseconds = performance.now() - begun;
			const found = { status, fields, body, interim, ending, stray, closed, milliseconds };
			resolve(trouble === undefined ? found : { ...found, trouble });
		};
		const onData = (bytes: Buffer) => {
			reader.feed(bytes);
			if (!reader.over) return;
			// Whether it closes, and what comes behind an answer without content, shows a moment later.
			const watched = question.rawHead !== undefined || question.method === "HEAD";
			if (watched && last && reader.ending === "whole") closing ??= setTimeout(finish, CLOSING);
			else finish();
		};
		const onClose = () => {
			closed = true;
			reader.close();
			finish();
		};
		const timer = setTimeout(
			() => {
				reader.giveUp("timeout", "no whole answer in time");
				finish();
			},
			Math.min(limits.patience, question.patience ?? limits.patience),
		);
		socket.on("data", onData);
		socket.on("close", onClose);
		// What fails is told by "close", which follows; without a listener it would be thrown.
		socket.on("error", () => {});
		if (closed) onClose();
		else write(socket, question, last, limits.userAgent);
	});
}

function write(socket: Socket, question: Question, last: boolean, userAgent: string): void {
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
		// Half of the body, and then the connection is torn down.
		socket.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => socket.destroy());
	} else if (chunked) {
		// Two chunks, so that whoever keeps only the first one is found out.
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
