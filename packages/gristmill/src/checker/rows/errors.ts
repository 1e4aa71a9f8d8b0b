import { isObject } from "../../core/schema/is-object.js";
import { fail, pass, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import type { RowContext } from "../probe/row-context.js";
import { below } from "../probe/subject.js";
import { anySchema } from "../schema/documents.js";
import { type ProbeExchange, printable, retryDelay } from "../wire/exchange.js";
import { at, objectsIn } from "../wire/json.js";
import { isRefusal, isUnread } from "./ground.js";

const PROBLEM = "application/problem+json";

/** All 4xx answers of the run. Sends some bad requests first, in case this row runs alone. */
async function refusals(context: RowContext): Promise<ProbeExchange[]> {
	await context.call({ method: context.subject.method === "PUT" ? "PATCH" : "PUT" });
	await context.call({ headers: { "Content-Type": "application/x-nonsense" } });
	await context.call({ url: below(context.subject, "no-such-mill-xyz") });
	return context.seen.filter((exchange) => isRefusal(exchange) && exchange.question.method !== "HEAD");
}

/** The errors, one for each body. A server may send the same body to hundreds of requests. */
function distinctErrors(seen: readonly ProbeExchange[]): ProbeExchange[] {
	const byText = new Map<string, ProbeExchange>();
	for (const exchange of seen.filter(({ status }) => status >= 400)) {
		const { text } = exchange;
		if (!byText.has(text)) byText.set(text, exchange);
	}
	return [...byText.values()];
}

/** Stack traces, file paths, and library versions. Repetitions are bounded, because the text is untrusted. */
export const LEAKS = [
	/^[ \t]{1,20}at .{1,200}[:(]\d/m,
	/\bTraceback \(most recent call last\)/,
	/\bFile "[^"\n]{1,200}", line \d/,
	/\/(?:home|srv|usr|root|var|opt|tmp|app)\/[\w.-]{1,100}\//,
	/\b[A-Z]:\\[\w ]{1,100}\\/,
	/\bnode_modules\b|\bsite-packages\b/,
	/\b(?:express|fastify|koa|django|flask|werkzeug|tomcat|jetty|nginx|apache|php|openresty)\/\d/i,
	/\b(?:[a-z_]\w{0,60}\.){1,10}[A-Z]\w{0,100}(?:Exception|Error)\b/,
];

/** The beginning of an error, as much as is searched for internals. */
const SEARCHED = 16_384;

/** URLs. What follows their path stays, such as the line in a stack trace. */
const WEB_URL = /https?:\/\/[^\s"'<>\\/]*(?:\/[\w.~%!$&*+,;=@-]*)*/gi;
/** Absolute paths, without the punctuation after them. */
const PATH = /(?<![\w.~/-])\/(?:[\w.~%!$&*+,;:=@/-]*[\w~%$&*+=@/-])?/g;

/**
 * The text of an error without URLs and without paths that the checker requested. They look like files of the server,
 * and are none: /app/mills/word-counter, in the `instance` of a problem. A longer path, such as
 * /app/mills/word-counter/index.js, stays.
 */
function withoutAddresses({ text }: ProbeExchange, requested: ReadonlySet<string>): string {
	return text
		.slice(0, SEARCHED)
		.replace(WEB_URL, "…")
		.replace(PATH, (path) => (requested.has(path) ? "…" : path));
}

/** E1 to E5: what errors look like. */
export const ERROR_ROWS: readonly Row[] = [
	{
		id: "E1",
		level: "SHOULD",
		title: "Errors are problem documents",
		how: `every 4xx of the run: ${PROBLEM}`,
		last: true,
		check: async (context) => {
			const bad = (await refusals(context)).find(
				(exchange) => exchange.type !== PROBLEM && !isUnread(exchange),
			);
			return bad ? fail(bad.line, `Send errors as ${PROBLEM} (RFC 9457).`) : pass();
		},
	},
	{
		id: "E2",
		level: "MUST",
		title: "A problem's status is the answer's",
		how: "every problem document: status, if it has one, is the HTTP status",
		last: true,
		check: async (context) => {
			const problems = (await refusals(context)).filter(({ type }) => type === PROBLEM);
			if (problems.length === 0) return skip("there are no problem documents");
			const bad = problems.find(({ json, status }) => (at(json, "status") ?? status) !== status);
			return bad
				? fail(
						`${bad.line} and status ${printable(String(at(bad.json, "status")))} in it`,
						"Send the same number.",
					)
				: pass();
		},
	},
	{
		id: "E3",
		level: "MUST",
		title: "Errors reveal no internals",
		how: "every error: no stack trace, no path, no library's version",
		last: true,
		check: async (context) => {
			await refusals(context);
			const requested = new Set(context.seen.map(({ url }) => url.pathname));
			for (const exchange of distinctErrors(context.seen)) {
				const text = withoutAddresses(exchange, requested);
				const found = LEAKS.map((leak) => leak.exec(text)?.[0]).find(Boolean);
				if (found !== undefined)
					return fail(
						`${exchange.line}: ${printable(found.trim(), 80)}`,
						"Write it to the log, and send an id.",
					);
			}
			return pass();
		},
	},
	{
		id: "E4",
		level: "MUST",
		title: "Credentials required by the schema are enforced",
		how: "call without credentials, if the schema requires them: 401 with WWW-Authenticate",
		check: async (context) => {
			const found = await anySchema(context);
			if (!found) return skip("no schema is offered");
			const demands = [...objectsIn(found.schema)].some(
				({ security }) =>
					Array.isArray(security) &&
					security.length > 0 &&
					// An empty requirement means that credentials are optional.
					security.every((one) => isObject(one) && Object.keys(one).length > 0),
			);
			if (!demands) return skip("the schema requires no credentials");
			const exchange = await context.call({ bare: true });
			return exchange.status === 401 && exchange.field("www-authenticate") !== undefined
				? pass()
				: fail(
						`without credentials: ${exchange.answer}`,
						"Answer 401 with WWW-Authenticate (RFC 9110 §15.5.2).",
					);
		},
	},
	{
		id: "E5",
		level: "SHOULD",
		title: "No request made the server fail",
		how: "every answer of the run: no 5xx, except those that another row reports",
		last: true,
		check: async (context) => {
			const reported = ({ rows }: ProbeExchange) =>
				[...rows].some((id) => context.outcomes.get(id)?.kind === "fail");
			const bad = context.seen.filter(
				(exchange) =>
					exchange.status >= 500 &&
					// 501 is correct for an unknown method.
					!(exchange.status === 501 && exchange.question.method !== context.subject.method) &&
					// An overloaded server may answer 503 with Retry-After.
					retryDelay(exchange.reply) === undefined &&
					!reported(exchange),
			);
			const [first] = bad;
			return first
				? fail(
						`${bad.length} of ${context.seen.length} answers, the first: ${first.line}`,
						"See the server's log.",
					)
				: pass();
		},
	},
];
