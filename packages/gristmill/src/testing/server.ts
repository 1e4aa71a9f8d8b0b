import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { type IncomingMessage, request } from "node:http";
import { after, before, test } from "node:test";
import type { Clock } from "../core/clock.js";
import { makeServer } from "../http/server.js";
import type { Mill, Server, Settings } from "../index.js";
import { MILLS, SUBJECTS, type Subject } from "./mills/mills.js";

/** A server of the checklist's mills on its own port. */
export interface Running {
	readonly server: Server;
	/** The base, without a trailing slash. */
	readonly url: string;
	/** The log entries so far. */
	readonly log: readonly LogEntry[];
}

interface LogEntry {
	readonly level: string;
	readonly message: string;
	readonly fields: Readonly<Record<string, unknown>>;
}

interface Options {
	readonly mills?: readonly (URL | Mill)[];
	/** Gets the server before it listens. */
	readonly prepare?: (server: Server) => void;
	readonly clock?: Clock;
}

async function launch(settings: Settings, { mills = MILLS, prepare, clock }: Options): Promise<Running> {
	const log: LogEntry[] = [];
	const logged: Settings["log"] = (level, message, fields = {}) => log.push({ level, message, fields });
	const server = await makeServer(mills, { log: logged, ...settings }, undefined, clock);
	prepare?.(server);
	return { server, url: await server.listen(0), log };
}

/** Starts a server for one test, and closes it after the test. */
export async function start(settings: Settings = {}, options: Options = {}): Promise<Running> {
	const running = await launch(settings, options);
	after(() => running.server.close());
	return running;
}

const shared = new Map<string, Promise<Running>>();

/**
 * The server of the checklist's mills with these settings, one for all tests of this process. It does not keep the process alive. Tests
 * must not change it, and find in its log what others have left there.
 */
export function common(settings: Settings = {}): Promise<Running> {
	const key = JSON.stringify(settings);
	const running = shared.get(key) ?? launch(settings, {});
	shared.set(key, running);
	return running.then((one) => {
		one.server.http.unref();
		return one;
	});
}

/**
 * A server for the tests of a file: it starts before them and ends after them. With settings alone, it is the common one. A function
 * makes settings that need files or other servers.
 */
export function served(
	given: Settings | (() => Settings | Promise<Settings>) = {},
	options?: Options,
): Running {
	let running: Running | undefined;
	// What a test prepares or listens to is its own.
	const isCommon = !options && typeof given !== "function" && !given.log;
	before(async () => {
		const settings = typeof given === "function" ? await given() : given;
		running = await (isCommon ? common(settings) : launch(settings, options ?? {}));
		await running.server.examined();
	});
	if (!isCommon) after(() => running?.server.close());
	const started = () => {
		if (!running) throw new Error("The server starts before the tests: use it in a test or a hook.");
		return running;
	};
	return {
		get server() {
			return started().server;
		},
		get url() {
			return started().url;
		},
		get log() {
			return started().log;
		},
	};
}

/** A complete answer, independent of the client that requested it. */
export class Answer {
	readonly url: string;
	readonly status: number;
	readonly headers: Headers;
	readonly bytes: Buffer;

	constructor(url: string, status: number, headers: Headers, bytes: Uint8Array) {
		this.url = url;
		this.status = status;
		this.headers = headers;
		this.bytes = Buffer.from(bytes);
	}

	get text(): string {
		return this.bytes.toString("utf8");
	}

	/** The media type without parameters. */
	get type(): string | undefined {
		return this.headers.get("content-type")?.split(";", 1)[0];
	}

	json<T = Record<string, unknown>>(): T {
		return JSON.parse(this.text);
	}

	/** Returns the members of a list field, such as Allow or Vary. */
	list(field: string): string[] {
		return this.headers.get(field)?.split(/\s*,\s*/) ?? [];
	}

	/** Returns the target of a relation in the Link field. */
	link(relation: string): URL | undefined {
		const href = new RegExp(`<([^>]*)>; rel="${relation}"`).exec(this.headers.get("link") ?? "")?.[1];
		return href === undefined ? undefined : new URL(href, this.url);
	}
}

/** A connection is closed after this many milliseconds without a byte, so that a server that sends nothing fails its own test alone. */
export const SILENCE = 600_000;

type Fields = Readonly<Record<string, string | string[] | undefined>>;

interface Question {
	readonly method?: string;
	/** The fields are sent unchanged. Fields without a value are omitted. */
	readonly headers?: Fields;
	readonly body?: Uint8Array;
}

/** Sends exactly this with node:http. fetch adds Accept by itself and supports neither TRACE nor a GET with a body. */
export function ask(
	url: string | URL,
	{ method = "GET", headers = {}, body }: Question = {},
): Promise<Answer> {
	const given = Object.entries(headers).filter(([, value]) => value !== undefined);
	const framed = body === undefined || headers["Transfer-Encoding"] !== undefined;
	const fields = { ...(!framed && { "Content-Length": body.byteLength }), ...Object.fromEntries(given) };
	return new Promise((resolve, reject) => {
		const question = request(url, { method, headers: fields, agent: false }, (message) => {
			whole(String(url), message).then(resolve, reject);
		});
		question.on("error", reject);
		question.setTimeout(SILENCE, () => question.destroy(new Error(`No answer: ${method} ${url}`)));
		question.end(body);
	});
}

async function whole(url: string, message: IncomingMessage): Promise<Answer> {
	const headers = new Headers();
	for (const [name, values] of Object.entries(message.headersDistinct))
		for (const value of values ?? []) headers.append(name, value);
	const chunks: Buffer[] = [];
	for await (const chunk of message) chunks.push(chunk);
	return new Answer(url, message.statusCode ?? 0, headers, Buffer.concat(chunks));
}

/** Gets a document with fetch, without compression or redirects unless requested. */
export async function get(
	url: string | URL,
	headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
	// On a busy machine, fetch may use an idle connection in the moment in which the server closes it.
	const fields = { "Accept-Encoding": "identity", Connection: "close", ...headers };
	const response = await fetch(url, { headers: fields, redirect: "manual" });
	const bytes = new Uint8Array(await response.arrayBuffer());
	return new Answer(response.url, response.status, response.headers, bytes);
}

/** Calls a mill with its valid input, except for the given changes. */
export function call(
	{ url }: Running,
	subject: Subject,
	{ query = "", headers, ...changes }: Question & { readonly query?: string } = {},
): Promise<Answer> {
	return ask(`${url}/${subject.path}${query}`, {
		method: subject.method,
		body: subject.input,
		...changes,
		headers: { "Content-Type": subject.mediaType, ...headers },
	});
}

/** Defines one test for each mill. */
export function each(
	name: string,
	check: (subject: Subject) => Promise<void>,
	subjects: readonly Subject[] = SUBJECTS,
): void {
	for (const subject of subjects) test(`${name} (${subject.mill})`, () => check(subject));
}

/** A stack, a file, a version or the name of a library. No answer may contain these. */
const LEAK =
	/\n\s*at |node:|node_modules|\.[cm]?[jt]s\b|\/(?:home|srv|usr|work|root|tmp)\/|Error\b|typebox|v\d+\.\d+/i;

interface ProblemDocument {
	readonly type: string;
	readonly code: string;
	readonly title: string;
	readonly status: number;
	readonly detail: string;
	readonly instance: string;
	readonly available?: readonly string[];
	readonly maxBytes?: number;
	readonly digest?: string;
}

/** Asserts that an answer is this problem, in the form of every problem (rows E1 to E3). */
export function refused(answer: Answer, status: number, code: string): ProblemDocument {
	assert.equal(answer.status, status, answer.text);
	assert.equal(answer.headers.get("content-type"), "application/problem+json");
	const problem = answer.json<ProblemDocument>();
	assert.equal(problem.code, code);
	assert.equal(problem.status, status);
	assert.ok(problem.type.endsWith(`/$problems/${code}`), problem.type);
	assert.ok(problem.title.length > 0 && problem.detail.length > 0, answer.text);
	assert.equal(problem.instance, answer.headers.get("request-id"));
	assert.equal(answer.headers.get("cache-control"), "no-store");
	assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
	assert.ok(answer.headers.has("date"));
	assert.doesNotMatch(answer.text, LEAK);
	return problem;
}
