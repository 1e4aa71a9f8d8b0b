import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import { MiB } from "../core/limits.js";
import type { MillSource } from "../runtime/import-mill.js";
import { answerClientError } from "./client-error.js";
import { type Listener, listenerFor } from "./listener.js";
import { makeService } from "./make-service.js";
import type { Service } from "./service.js";
import type { Settings } from "./settings.js";

/** A server of mills. */
export interface Server {
	/** The node:http server underneath. */
	readonly http: HttpServer;
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
	/** Fails readiness, stops to listen, lets running calls finish, then ends the workers. */
	close(): Promise<void>;
}

/**
 * Makes a server of mills, each given by the address of its module.
 *
 * @example
 * const server = await createServer([new URL("./word-counter.js", import.meta.url)]);
 * console.log(await server.listen(8080));
 */
export async function createServer(mills: readonly MillSource[], settings: Settings = {}): Promise<Server> {
	const http = createHttpServer({
		// We answer a missing Host ourselves, with a problem document.
		requireHostHeader: false,
		maxHeaderSize: 16 * 1024,
		// A caller that dribbles its headers holds a connection and nothing else, for five seconds.
		headersTimeout: 5_000,
		connectionsCheckingInterval: 1_000,
		keepAliveTimeout: 5_000,
	});
	http.maxConnections = settings.maxConnections ?? 10_000;
	const service = await makeService(mills, settings, () => loopback(http));
	http.requestTimeout = requestTimeout(service);
	join(http, service);
	return {
		http,
		mills: service.mills,
		versions: new Map([...service.versions].map(([label, { mills }]) => [label, mills])),
		listen: async (port = 8080, host = "127.0.0.1") => {
			const address = await listen(http, port, host, service.site.base);
			for (const what of service.runner.undenied) service.log("warn", "workers cannot be denied", { what });
			return address;
		},
		examined: async () => {
			await service.runner.examined;
			const states = [...service.runner.readiness()];
			return { unready: states.filter(([, { state }]) => state !== "ready").map(([name]) => name) };
		},
		workers: () => service.runner.pids(),
		close: () => drain(http, service, settings.drain ?? 10_000),
	};
}

/**
 * Lets an existing node:http server serve mills: requests, `Expect`, and what is no request at all.
 *
 * @example await attach(server, [new URL("./word-counter.js", import.meta.url)]);
 */
export async function attach(
	http: HttpServer,
	mills: readonly MillSource[],
	settings: Settings = {},
): Promise<void> {
	const service = await makeService(mills, settings, () => loopback(http));
	join(http, service);
	http.once("close", () => service.runner.close());
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
	return listenerFor(await makeService(mills, settings));
}

function join(http: HttpServer, service: Service): void {
	const listener = listenerFor(service);
	http.on("request", listener);
	http.on("checkContinue", listener.continued);
	http.on("checkExpectation", listener.expecting);
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
function loopback(http: HttpServer): string {
	const address = http.address();
	if (address === null || typeof address === "string") return "http://127.0.0.1:8080";
	const anywhere = address.address === "0.0.0.0" || address.address === "::";
	return origin(anywhere ? { ...address, address: "127.0.0.1", family: "IPv4" } : address);
}

function origin({ address, port, family }: AddressInfo): string {
	return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

function listen(http: HttpServer, port: number, host: string, base: string): Promise<string> {
	return new Promise((resolve, reject) => {
		http.once("error", reject);
		http.listen(port, host, () => {
			http.off("error", reject);
			resolve(`${origin(http.address() as AddressInfo)}${base}`);
		});
	});
}

/** What lies in the system's buffers when the end begins is read and answered within this time. */
const GRACE_MS = 250;

/** Nothing that has begun is lost, unless it takes longer than it may. */
async function drain(http: HttpServer, service: Service, patience: number): Promise<void> {
	service.draining = true;
	// Not http.close(): that would close idle connections at once, and with them calls that are on their way.
	const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(http, () => resolve()));
	let sweep: NodeJS.Timeout | undefined;
	const grace = setTimeout(() => {
		http.closeIdleConnections();
		// A connection that was busy is idle after its answer.
		sweep = setInterval(() => http.closeIdleConnections(), 20);
	}, GRACE_MS);
	const bound = setTimeout(() => http.closeAllConnections(), patience);
	await closed;
	for (const timer of [grace, sweep, bound]) clearTimeout(timer);
	// Ends what node:http itself keeps going beside the listener.
	http.close(() => {});
	service.runner.close();
}
