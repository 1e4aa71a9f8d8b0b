import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TLSSocket, Server as TlsServer } from "node:tls";
import { CLOCK, type Clock } from "../core/clock.js";
import { MiB } from "../core/definition/limits.js";
import type { MillSource } from "../runtime/loading/import-mill.js";
import { DEFAULTS } from "../settings/table.js";
import { guardedLog } from "../telemetry/log/guarded-log.js";
import { answerClientError } from "./client-error.js";
import { metricsServer } from "./documents/metrics.js";
import { endHost } from "./end-host.js";
import { fetchHandlerFor } from "./fetch-exchange.js";
import { digestsOf, type Host } from "./host/host.js";
import type { FetchHandler, MillListener, ServedMills } from "./mounts.js";
import { listenerFor } from "./node-exchange.js";
import type { Siblings } from "./processes/siblings.js";
import { factsOf, mounted } from "./served-mills.js";
import { mustBeUsable } from "./service/known-settings.js";
import { checkHost, makeHost } from "./service/make-host.js";
import type { HostSettings, Settings } from "./service/settings.js";
import { secureServer } from "./tls/certificate.js";
import { readCredentials } from "./tls/credentials.js";
import { DirectMessage } from "./wire/direct-message.js";
import { DirectResponse } from "./wire/direct-response.js";
import { drain, socketsOf } from "./wire/drain.js";
import type { WebServer } from "./wire/node-http.js";

/** A server of mills. */
export interface Server extends ServedMills {
	/** The node:http or node:https server underneath. */
	readonly http: WebServer;
	/** Starts to listen and returns the address of the base. Port 0 picks a free port. */
	listen(port?: number, host?: string): Promise<string>;
	/** Reloads certificates, tokens and keys. This also happens when their files change. */
	reload(): Promise<void>;
	/** The address of the metrics; undefined if they are hidden, or before the server listens. */
	metricsUrl(): string | undefined;
}

const TRANSPORT = {
	IncomingMessage: DirectMessage,
	ServerResponse: DirectResponse,
	// We answer a missing Host ourselves, with a problem document.
	requireHostHeader: false,
	maxHeaderSize: 16 * 1024,
	// A caller that sends its headers slowly can hold a connection for five seconds, and nothing else.
	headersTimeout: 5_000,
	connectionsCheckingInterval: 1_000,
	keepAliveTimeout: 5_000,
};

/** Makes a server of mills, each given by the address of its module. */
export async function createServer(mills: readonly MillSource[], settings: Settings = {}): Promise<Server> {
	mustBeUsable(settings, "createServer");
	return makeServer(mills, settings);
}

/** The same for one of several processes that serve together. */
export async function makeServer(
	mills: readonly MillSource[],
	settings: HostSettings,
	siblings?: Siblings,
	clock: Clock = CLOCK,
): Promise<Server & { digests(): Readonly<Record<string, string>> }> {
	const secure = settings.tls && (await secureServer(settings.tls, TRANSPORT, guardedLog(settings.log)));
	const http = secure?.https ?? createHttpServer(TRANSPORT);
	http.maxConnections = settings.maxConnections ?? DEFAULTS.maxConnections;
	const sockets = socketsOf(http);
	const host = await makeHost(mills, settings, () => loopback(http), siblings, clock).catch(
		(error: unknown) => {
			secure?.close();
			throw error;
		},
	);
	http.requestTimeout = requestTimeout(host);
	join(http, host);
	const metrics = settings.metricsPort === undefined ? undefined : metricsServer(host);
	let closing: Promise<void> | undefined;
	const end = async (reason: string | undefined) => {
		secure?.close();
		await endHost(host, reason, (cutting) => drain(http, settings.drain ?? DEFAULTS.drain, sockets, cutting));
		// Last, so that the shutdown can be observed, too.
		metrics?.close();
		metrics?.closeAllConnections();
	};
	return {
		...factsOf(host),
		digests: () => digestsOf(host),
		http,
		listen: async (port = DEFAULTS.port, hostname = DEFAULTS.host) => {
			const address = await listen(http, port, hostname, host.main.info.base);
			// After the main port, so that a scraper finds a server that answers calls.
			if (metrics)
				await listen(metrics, settings.metricsPort ?? 0, hostname, "").catch((error: unknown) => {
					http.close();
					throw error;
				});
			if (!host.development && (siblings?.isFirst ?? true))
				for (const sentence of host.main.runner.undenied)
					host.log("warn", sentence, { node: process.versions.node });
			return address;
		},
		reload: async () => {
			await Promise.all([host.guard?.reload(), secure?.reload()]);
		},
		metricsUrl: () => {
			if (!host.telemetry.meters || !http.listening) return undefined;
			return metrics ? `${loopback(metrics)}/metrics` : `${loopback(http)}${host.main.info.base}/metrics`;
		},
		close: (reason) => {
			closing ??= end(reason);
			return closing;
		},
	};
}

/** Throws what `createServer` would throw for these mills and settings, and starts nothing. */
export async function checkServer(mills: readonly MillSource[], settings: Settings): Promise<void> {
	if (settings.tls) await readCredentials(settings.tls);
	await checkHost(mills, settings);
}

/** Lets an existing node:http server serve mills. Handles requests, `Expect`, and bytes that are not a request. */
export async function attach(
	http: WebServer,
	mills: readonly MillSource[],
	settings: Settings = {},
): Promise<void> {
	mustBeUsable(settings, "attach");
	const host = await makeHost(mills, settings, () => loopback(http));
	join(http, host);
	http.once("close", () => host.close());
}

/** Makes a function that an existing application can mount: node:http, Express, Fastify. */
export async function createListener(
	mills: readonly MillSource[],
	settings: Settings = {},
): Promise<MillListener> {
	mustBeUsable(settings, "createListener");
	const host = await makeHost(mills, settings);
	return Object.assign(listenerFor(host), mounted(host, settings.drain ?? DEFAULTS.drain));
}

/** Makes a function that answers fetch requests: Hono, Next, Bun, Deno. */
export async function createFetchHandler(
	mills: readonly MillSource[],
	settings: Settings = {},
): Promise<FetchHandler> {
	mustBeUsable(settings, "createFetchHandler");
	const host = await makeHost(mills, settings);
	return Object.assign(fetchHandlerFor(host), mounted(host, settings.drain ?? DEFAULTS.drain));
}

function join(http: WebServer, host: Host): void {
	const listener = listenerFor(host);
	// A caller may end its side and wait for the answer; connection.ts decides which callers do. The property is not documented
	// in node:http. With TLS it is set after the handshake: a caller that ends its side before that is gone.
	Object.assign(http, { httpAllowHalfOpen: true });
	http.on("secureConnection", (socket: TLSSocket) => {
		socket.allowHalfOpen = true;
	});
	http.on("request", listener);
	http.on("checkContinue", listener.continued);
	http.on("checkExpectation", listener.expecting);
	// By default, node:http cuts the connection without an answer.
	const tunnel = Object.assign(new Error("CONNECT"), { code: "HPE_INVALID_METHOD" });
	http.on("connect", (_, socket) => {
		// node:http no longer listens for errors of the socket, and an unhandled one would end the process.
		socket.on("error", () => {});
		answerClientError(host, tunnel, socket);
	});
	http.on("clientError", (error, socket) => answerClientError(host, error, socket));
}

/** Ten seconds, plus two for each MiB of the largest allowed body. */
function requestTimeout({ services }: Host): number {
	const all = services.flatMap(({ mills }) => mills);
	const largest = Math.max(
		0,
		// How long inputs may take is limited while they are read.
		...all.flatMap(({ mill }) =>
			Object.values(mill.input).map(({ maxBytes, stream }) => (stream ? 0 : maxBytes)),
		),
	);
	return Math.min(10_000 + Math.ceil(largest / MiB) * 2_000, 3_600_000);
}

/** The address of the server on this machine, for curl lines. */
function loopback(http: WebServer): string {
	const address = http.address();
	if (address === null || typeof address === "string")
		return `${scheme(http)}://${DEFAULTS.host}:${DEFAULTS.port}`;
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
