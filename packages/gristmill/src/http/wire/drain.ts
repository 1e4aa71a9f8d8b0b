import { Server as NetServer, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { WebServer } from "./node-http.js";

/** The open connections. node:http and node:https do not track those before the first byte or handshake. */
export function socketsOf(http: WebServer): ReadonlySet<Socket> {
	const sockets = new Set<Socket>();
	const add = (socket: Socket) => {
		sockets.add(socket);
		socket.once("close", () => sockets.delete(socket));
	};
	http.on("connection", add);
	// Only the TLS socket knows the bytes that wait to be encrypted and sent.
	http.on("secureConnection", add);
	return sockets;
}

/** Requests in the system's buffers at the start of the shutdown are read and answered within this time. */
const GRACE_MS = 250;
const SWEEP_MS = 20;

/**
 * Stops listening, and waits until every call that has begun is answered. After `patience` milliseconds, `cutting` is called, and all
 * connections are cut.
 */
export async function drain(
	http: WebServer,
	patience: number,
	sockets: ReadonlySet<Socket>,
	cutting: () => void = () => {},
): Promise<void> {
	// Not http.close(): it would close idle connections at once, and lose calls on their way.
	const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(http, () => resolve()));
	const closeIdle = () => {
		// node:http treats a connection as idle once its answer is written, even if most of it is not sent yet.
		if (![...sockets].some(({ writableLength }) => writableLength > 0)) http.closeIdleConnections();
	};
	let sweep: NodeJS.Timeout | undefined;
	let isClosed = false;
	// What has arrived meanwhile is read first: a busy machine may have kept this process waiting.
	const sweepSoon = () => setImmediate(closeIdle);
	const grace = setTimeout(async () => {
		await nextTurn();
		if (isClosed) return;
		closeIdle();
		// Browsers open connections that they may never need, and node:http waits for their first request.
		for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
		// A connection that was busy is idle after its answer.
		sweep = setInterval(sweepSoon, SWEEP_MS);
	}, GRACE_MS);
	const bound = setTimeout(() => {
		cutting();
		for (const socket of sockets) socket.destroy();
	}, patience);
	await closed;
	isClosed = true;
	for (const timer of [grace, sweep, bound]) clearTimeout(timer);
	// Ends the timers of node:http.
	http.close(() => {});
}
