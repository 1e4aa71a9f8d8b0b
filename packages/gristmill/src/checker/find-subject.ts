import { Buffer } from "node:buffer";
import { isObject } from "../core/schema/is-object.js";
import {
	describedExamples,
	ENOUGH,
	inputObjects,
	madeUp,
	openApiExamples,
	schemaExamples,
	servedExample,
	variant,
} from "./inputs/inputs.js";
import { Skipped } from "./probe/outcome.js";
import { random } from "./probe/random.js";
import type { CheckSession } from "./probe/session.js";
import type { GivenInput } from "./probe/settings.js";
import type { ProbeInput, Subject } from "./probe/subject.js";
import {
	type Asker,
	anyDescription,
	anySchema,
	exampleByUrl,
	listEntry,
	listOf,
	namesTool,
	openApiOf,
	openApiPath,
} from "./schema/documents.js";
import type { ProbeExchange } from "./wire/exchange.js";
import { at, type JsonObject } from "./wire/json.js";

const MOST_CLIMBS = 4;
const MOST_TRIED = 8;
const METHOD = /^[A-Z]{1,20}$/;
/** The row name for requests before the rows. */
const LOOK = "look";

/** The server does not answer, or too slowly, so there is no report. */
export class Unreachable extends Error {
	override name = "Unreachable";
}

/** Finds the mill's base, method and valid inputs, before the rows run. */
export async function findSubject(session: CheckSession): Promise<Subject> {
	const { settings } = session;
	const mill = settings.url;
	const get = (url: URL, headers: Readonly<Record<string, string>> = {}) =>
		session.ask({ method: "GET", url, headers }, LOOK);

	const options = await session.ask({ method: "OPTIONS", url: mill }, LOOK);
	if (options.reply.ending === "unreachable")
		throw new Unreachable(
			`${mill.href} does not answer (${options.reply.trouble}). Check the URL, and that the server is running.`,
		);

	const base = settings.base ?? (await findBase(mill, get));
	const tool = toolBelow(base, mill);
	const place = { mill, base, tool };
	const asker = { get, subject: place };

	const list = await listOf(asker);
	const entry = listEntry(list, place);
	const path = openApiPath((await openApiOf(asker)).json, place);
	const schema = (await anySchema(asker))?.schema;
	const method = settings.method ?? methodOf(entry, options, path && Object.keys(path.operations));
	const operation = path?.operations[method.toLowerCase()];
	const mediaTypes = await typesOf({ entry, operation, schema, options, method, session, mill });

	const found =
		settings.inputs.length > 0
			? settings.inputs.map((input) => typed(input, mediaTypes))
			: await inputsOf({ get, subject: { ...place, mediaTypes } }, { schema, operation });
	// A media type from an untrusted document becomes a header field.
	const candidates = found.filter(({ mediaType }) => /^[\x20-\x7e]+$/.test(mediaType));
	const known = { ...place, method, mediaTypes };
	const inputs = await goodOnes(session, known, candidates);
	const canary = inputs[0] ??
		candidates[0] ?? { body: new Uint8Array(), mediaType: "text/plain", origin: "none" };
	if (tool === "" && list.status === 200) return { ...known, inputs, canary, doubt: "root" };
	const isMissing =
		inputs.length === 0 && options.status === 404 && (await call(session, known, canary)).status === 404;
	return { ...known, inputs, canary, ...(isMissing && { doubt: "missing" }) };
}

/** The URL above the mill, or higher if only there a list names its tool (a path pattern). */
async function findBase(mill: URL, get: (url: URL) => Promise<ProbeExchange>): Promise<URL> {
	// With a trailing slash, "." would be the mill itself.
	const parent = new URL(mill.pathname.endsWith("/") ? ".." : ".", mill);
	let listed: URL | undefined;
	for (let base = parent, i = 0; i < MOST_CLIMBS; i++) {
		const list = await get(new URL("$list", base));
		if (list.status === 200 && namesTool(list, { tool: toolBelow(base, mill) })) return base;
		if (list.status === 200) listed ??= base;
		if (base.pathname === "/") break;
		base = new URL("..", base);
	}
	return listed ?? parent;
}

function toolBelow(base: URL, mill: URL): string {
	return mill.pathname.slice(base.pathname.length).split("/")[0] ?? "";
}

function methodOf(
	entry: JsonObject | undefined,
	options: ProbeExchange,
	described: readonly string[] | undefined,
): string {
	if (typeof entry?.method === "string" && METHOD.test(entry.method)) return entry.method;
	// The report prints the method, and requests repeat it.
	const allowed = options
		.list("allow")
		.map((method) => method.toUpperCase())
		.filter((method) => METHOD.test(method));
	const own = allowed.filter((method) => !["OPTIONS", "GET", "HEAD"].includes(method));
	if (own.length === 1 && own[0]) return own[0];
	if (own.length === 0 && allowed.includes("GET")) return "GET";
	if (described?.length === 1 && described[0]) return described[0].toUpperCase();
	return "POST";
}

async function typesOf(from: {
	entry: JsonObject | undefined;
	operation: JsonObject | undefined;
	schema: JsonObject | undefined;
	options: ProbeExchange;
	method: string;
	session: CheckSession;
	mill: URL;
}): Promise<string[]> {
	const { entry, operation, schema, options, method, session, mill } = from;
	const content = at(operation, "requestBody", "content");
	const named = [
		...(Array.isArray(entry?.accepts) ? entry.accepts : []),
		...(isObject(content) ? Object.keys(content) : []),
		...inputObjects(schema).map((one) => one.contentMediaType),
		...options.list("accept-post"),
		...options.list("accept-query"),
	];
	if (named.every((type) => typeof type !== "string")) {
		// A 415 lists the accepted types (RFC 9110 §12.5.1).
		const headers = { "Content-Type": "application/x-nonsense", Accept: "application/json" };
		const refused = await session.ask({ method, url: mill, headers, body: new Uint8Array([0]) }, LOOK);
		named.push(...refused.list("accept"), ...refused.list("accept-post"));
	}
	const types = named.filter(
		(type): type is string => typeof type === "string" && /^[\w.+-]+\/[\w.+-]+$/.test(type),
	);
	return [...new Set(types)].slice(0, MOST_TRIED);
}

function typed({ body, origin, mediaType }: GivenInput, mediaTypes: readonly string[]): ProbeInput {
	return { body, origin, mediaType: mediaType ?? mediaTypes[0] ?? "application/octet-stream" };
}

/** The inputs in the documents of the mill, generated ones, and the example that the server sends. */
async function inputsOf(
	asker: Asker & { readonly subject: Pick<Subject, "mediaTypes"> },
	{
		schema,
		operation,
	}: { readonly schema: JsonObject | undefined; readonly operation: JsonObject | undefined },
): Promise<ProbeInput[]> {
	const { subject } = asker;
	const written = [
		...(schema ? schemaExamples(schema) : []),
		...(operation ? openApiExamples(operation) : []),
		...describedExamples((await anyDescription(asker))?.text ?? "", subject),
	];
	const types = subject.mediaTypes.length > 0 ? subject.mediaTypes : ["text/plain"];
	const served = servedExample(await exampleByUrl(asker).catch(unlessSkipped), subject)
		// If it is text, the other documents contain it, too.
		.filter(({ body }) => !written.some((other) => Buffer.compare(other.body, body) === 0));
	// Generated inputs come first: new ones can be made from each of them, but not from every picture.
	return [...[...written, ...types.flatMap(madeUp)].slice(0, MOST_TRIED - 1), ...served];
}

/** A server that refuses to send its example can still be checked. */
function unlessSkipped(error: unknown): undefined {
	if (!(error instanceof Skipped)) throw error;
}

function call(
	session: CheckSession,
	{ mill, method }: Pick<Subject, "mill" | "method">,
	{ mediaType, body }: ProbeInput,
): Promise<ProbeExchange> {
	const headers = { "Content-Type": mediaType, Accept: "application/json" };
	return session.ask({ method, url: mill, body, headers }, LOOK);
}

/** The inputs that get 200, and variants of them until there are enough. */
async function goodOnes(
	session: CheckSession,
	mill: Pick<Subject, "mill" | "method">,
	candidates: readonly ProbeInput[],
): Promise<ProbeInput[]> {
	const takes = async (input: ProbeInput) => (await call(session, mill, input)).status === 200;
	const good: ProbeInput[] = [];
	for (const input of candidates.slice(0, MOST_TRIED))
		if (good.length < ENOUGH && (await takes(input))) good.push(input);
	const chance = random(session.settings.seed);
	const own = [...good];
	for (let i = 0; own.length > 0 && good.length < ENOUGH && i < ENOUGH; i++) {
		const made = variant(own[i % own.length] as ProbeInput, chance);
		if (made && (await takes(made.input))) good.push(made.input);
	}
	return good;
}
