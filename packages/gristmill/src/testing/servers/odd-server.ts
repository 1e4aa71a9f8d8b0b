import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

/** A server as another developer might write it, and the requests that it received. */
export interface OddServer {
	readonly url: string;
	readonly server: Server;
	readonly requests: readonly { readonly line: string; readonly headers: IncomingMessage["headers"] }[];
}

/** Starts a plain node:http server. It is closed after the tests. */
export async function oddServer(listener: RequestListener): Promise<OddServer> {
	const requests: { line: string; headers: IncomingMessage["headers"] }[] = [];
	const server = createServer((request, response) => {
		requests.push({ line: `${request.method} ${request.url}`, headers: request.headers });
		return listener(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	after(() => {
		server.closeAllConnections();
		server.close();
	});
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, requests };
}

/** The answer to one request. */
interface OddAnswer {
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
}

/** A server that answers from a table of `METHOD /path`. It reads whole bodies and answers 404 to all other requests. */
export function tableServer(
	table: Readonly<Record<string, (request: IncomingMessage, body: string) => OddAnswer>>,
): Promise<OddServer> {
	return oddServer(async (request, response) => {
		let body = "";
		for await (const chunk of request.setEncoding("utf8")) body += chunk;
		const [path] = (request.url ?? "").split("?");
		const answer = table[`${request.method} ${path}`]?.(request, body) ?? { status: 404 };
		response.writeHead(answer.status ?? 200, { ...answer.headers }).end(answer.body);
	});
}

/** Returns an answer of this media type. */
export function typed(type: string, value: unknown, status = 200): OddAnswer {
	return {
		status,
		headers: { "Content-Type": type },
		body: typeof value === "string" ? value : JSON.stringify(value),
	};
}
