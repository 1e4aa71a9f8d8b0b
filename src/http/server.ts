import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import type { Server as HttpsServer } from "node:https";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import { MiB } from "../core/limits.js";
import type { MillSource } from "../runtime/import-mill.js";
import { answerClientError } from "./client-error.js";
import { endCommon } from "./common.js";
import { type Listener, listenerFor } from "./listener.js";
import { logToStderr } from "./log.js";
import { makeService } from "./make-service.js";
import { metricsServer } from "./metrics-server.js";
import type { Service } from "./service.js";
import type { Settings } from "./settings.js";
import { secureServer } from "./tls/certificate.js";

type WebServer = HttpServer | HttpsServer;

/** A server of mills. */
export interface Server {
	/** The node:http or node:https server underneath. */
	readonly http: WebServer;
	/** What it serves: names, in order. */
	readonly mills: Service["mills"];
	/** The same for each version that lies below the base. */
	readonly versions: ReadonlyMap<string, Service["mills"]>;
	/** Starts to listen and gives the address of the base; port 0 picks a free one. */
	listen(port?: number, host?: string): Promise<string>;
	/** Settled when every mill has run its own examples; `unready` names those that did not meet them. */
	examined(): Promise<{ readonly unready: readonly string[] }>;
	/** The process ids of the workers. */
	workers(): readonly number[];
	/** Reads certificates, tokens and keys again, as it happens by itself when their files change. */
	reload(): Promise<void>;
	/** Where the metrics are to be had; undefined where they are hidden, or before the server listens. */
	metricsUrl(): string | undefined;
	/** Fails readiness, stops to listen, lets running calls finish, then ends the workers. */
	close(): Promise<void>;
}

const TRANSPORT = {
	// We answer a missing Host ourselves, with a problem document.
	requireHostHeader: false,
	maxHeaderSize: 16 * 1024,
	// A caller that dribbles its headers holds a connection and nothing else, for five seconds.
	headersTimeout: 5_000,
	connectionsCheckingInterval: 1_000,
	keepAliveTimeout: 5_000,
};

/**
 * Makes a server of mills, each given by the address of its module.
 *
 * @example
 * const server = await createServer([new URL("./word-counter.js", import.meta.url)]);
 * console.log(await server.listen(8080));
 */
export async function createServer(mills: readonly MillSource[], settings: Settings = {}): Promise<Server> {
	const secure = settings.tls && (await secureServer(settings.tls, TRANSPORT, settings.log ?? logToStderr));
	const http = secure?.https ?? createHttpServer(TRANSPORT);
	http.maxConnections = settings.maxConnections ?? 10_000;
	const sockets = socketsOf(http);
	const service = await makeService(mills, settings, () => loopback(http)).catch((error: unknown) => {
		secure?.close();
		throw error;
	});
	http.requestTimeout = requestTimeout(service);
	join(http, service);
	const metrics = settings.metricsPort === undefined ? undefined : metricsServer(service);
	return {
		http,
		mills: service.mills,
		versions: new Map([...service.versions].map(([label, { mills }]) => [label, mills])),
		listen: async (port = 8080, host = "127.0.0.1") => {
			const address = await listen(http, port, host, service.site.base);
			// After the calls' own port: whoever scrapes finds a server that answers.
			if (metrics)
				await listen(metrics, settings.metricsPort ?? 0, host, "").catch((error: unknown) => {
					http.close();
					throw error;
				});
			for (const what of service.runner.undenied) service.log("warn", "workers cannot be denied", { what });
			return address;
		},
		examined: async () => {
			await service.runner.examined;
			const states = [...service.runner.readiness()];
			return { unready: states.filter(([, { state }]) => state !== "ready").map(([name]) => name) };
		},
		workers: () => service.runner.pids(),
		reload: async () => {
			await Promise.all([service.guard?.reload(), secure?.reload()]);
		},
		metricsUrl: () => {
			if (!service.telemetry.meters || !http.listening) return undefined;
			return metrics ? `${loopback(metrics)}/metrics` : `${loopback(http)}${service.site.base}/metrics`;
		},
		close: async () => {
			secure?.close();
			await drain(http, service, settings.drain ?? 10_000, sockets);
			// To the last, so that the end can be watched too.
			metrics?.close();
			metrics?.closeAllConnections();
		},
	};
}

/**
 * Lets an existing node:http server serve mills: requests, `Expect`, and what is no request at all.
 *
 * @example await attach(server, [new URL("./word-counter.js", import.meta.url)]);
 */
export async function attach(
	http: WebServer,
	mills: readonly MillSource[],
	settings: Settings = {},
): Promise<void> {
	demandNoPort(settings);
	const service = await makeService(mills, settings, () => loopback(http));
	join(http, service);
	http.once("close", () => end(service));
}

/**
 * Makes a function that an existing application can mount: node:http, Express, Fastify.
 *
 * @example app.use("/mills", await createListener(mills, { base: "/mills" }));
 */
export async function createListener(
	mills: readonly MillSource[],
	settings: Settings = {},
): Promise<Listener> {
	demandNoPort(settings);
	return listenerFor(await makeService(mills, settings));
}

/** Only what listens by itself can listen on one more port. */
function demandNoPort({ metricsPort }: Settings): void {
	if (metricsPort !== undefined)
		throw new RangeError("Leave metricsPort out: only createServer listens on ports.");
}

function join(http: WebServer, service: Service): void {
	const listener = listenerFor(service);
	http.on("request", listener);
	http.on("checkContinue", listener.continued);
	http.on("checkExpectation", listener.expecting);
	// node:http would cut the connection without a word.
	const tunnel = Object.assign(new Error("CONNECT"), { code: "HPE_INVALID_METHOD" });
	http.on("connect", (_, socket) => answerClientError(service, tunnel, socket));
	http.on("clientError", (error, socket) => answerClientError(service, error, socket));
}

/** Ten seconds for the request itself, and two more for each MiB that a body may have. */
function requestTimeout({ mills, versions }: Service): number {
	const all = [mills, ...[...versions.values()].map((version) => version.mills)].flat();
	const largest = Math.max(
		0,
		...all.flatMap(({ mill }) => Object.values(mill.input).map(({ maxBytes }) => maxBytes)),
	);
	return Math.min(10_000 + Math.ceil(largest / MiB) * 2_000, 3_600_000);
}

/** The address under which this machine reaches the server: what a pasted curl line needs. */
function loopback(http: WebServer): string {
	const address = http.address();
	if (address === null || typeof address === "string") return `${scheme(http)}://127.0.0.1:8080`;
	const anywhere = address.address === "0.0.0.0" || address.address === "::";
	return origin(http, anywhere ? { ...address, address: "127.0.0.1", family: "IPv4" } : address);
}

function scheme(http: WebServer): "http" | "https" {
	return http instanceof TlsServer ? "https" : "http";
}

function origin(http: WebServer, { address, port, family }: AddressInfo): string {
	return `${scheme(http)}://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

function listen(http: WebServer, port: number, host: string, base: string): Promise<string> {
	return new Promise((resolve, reject) => {
		http.once("error", reject);
		http.listen(port, host, () => {
			http.off("error", reject);
			resolve(`${origin(http, http.address() as AddressInfo)}${base}`);
		});
	});
}

/** The open connections, those included that node:http and node:https do not know: before a first byte or a handshake. */
function socketsOf(http: WebServer): ReadonlySet<Socket> {
	const sockets = new Set<Socket>();
	http.on("connection", (socket: Socket) => {
		sockets.add(socket);
		socket.once("close", () => sockets.delete(socket));
	});
	return sockets;
}

/** What lies in the system's buffers when the end begins is read and answered within this time. */
const GRACE_MS = 250;

/** Nothing that has begun is lost, unless it takes longer than it may. */
async function drain(
	http: WebServer,
	service: Service,
	patience: number,
	sockets: ReadonlySet<Socket>,
): Promise<void> {
	service.draining = true;
	// Not http.close(): that would close idle connections at once, and with them calls that are on their way.
	const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(http, () => resolve()));
	let sweep: NodeJS.Timeout | undefined;
	const grace = setTimeout(() => {
		http.closeIdleConnections();
		// Browsers open connections that they may never need: node:http waits for their first request, whatever comes.
		for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
		// A connection that was busy is idle after its answer.
		sweep = setInterval(() => http.closeIdleConnections(), 20);
	}, GRACE_MS);
	const bound = setTimeout(() => {
		for (const socket of sockets) socket.destroy();
	}, patience);
	await closed;
	for (const timer of [grace, sweep, bound]) clearTimeout(timer);
	// Ends what node:http itself keeps going beside the listener.
	http.close(() => {});
	await end(service);
}

async function end(service: Service): Promise<void> {
	service.runner.close();
	await endCommon(service);
}
