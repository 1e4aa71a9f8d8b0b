import { fail, pass, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import { sameContent } from "../wire/json.js";
import { goodCall } from "./ground.js";

function at(url: URL, change: (copy: URL) => void): URL {
	const copy = new URL(url);
	change(copy);
	return copy;
}

/** R1 to R5: addresses and framing. */
export const ADDRESS_ROWS: readonly Row[] = [
	{
		id: "R1",
		level: "SHOULD",
		title: "A trailing slash does not name the mill",
		how: "call {mill}/: 404 or 308",
		check: async (context) => {
			const url = at(context.subject.mill, (copy) => {
				copy.pathname += "/";
			});
			const exchange = await context.call({ url });
			return exchange.status === 404 || exchange.status === 308
				? pass()
				: fail(exchange.line, "Answer 404: a mill has one URL.");
		},
	},
	{
		id: "R2",
		level: "MUST",
		title: "Paths are case-sensitive",
		how: "call {base}/TOOL in upper case: 404",
		check: async (context) => {
			const { mill, base } = context.subject;
			const rest = mill.pathname.slice(base.pathname.length);
			if (rest.toUpperCase() === rest) return skip("the path has no lower-case letters");
			const url = at(mill, (copy) => {
				copy.pathname = base.pathname + rest.toUpperCase();
			});
			const exchange = await context.call({ url });
			return exchange.status === 404 ? pass() : fail(exchange.line, "Answer 404 (RFC 3986 §6.2.2.1).");
		},
	},
	{
		id: "R3",
		level: "SHOULD",
		title: "An unknown parameter is ignored or rejected",
		how: "call {mill}?unknown=1: 200 with the same result, or 400",
		check: async (context) => {
			const plain = await goodCall(context);
			const url = at(context.subject.mill, (copy) => copy.searchParams.append("unknown", "1"));
			const exchange = await context.call({ url });
			if (exchange.status === 400) return pass();
			return exchange.status === 200 && sameContent(exchange.reply.body, plain.reply.body)
				? pass()
				: fail(exchange.line, "Reject unknown parameters with 400.");
		},
	},
	{
		id: "R4",
		level: "MUST",
		title: "A request without Host is rejected",
		how: "call over HTTP/1.1 without Host: 400",
		check: async (context) => {
			const { mill, method } = context.subject;
			const rawHead = [
				`${method} ${mill.pathname}${mill.search} HTTP/1.1`,
				"Content-Length: 0",
				"Connection: close",
			];
			const exchange = await context.ask({ method, url: mill, rawHead });
			return exchange.status === 400
				? pass()
				: fail(`without Host: ${exchange.answer}`, "Answer 400 (RFC 9112 §3.2).");
		},
	},
	{
		id: "R5",
		level: "SHOULD",
		title: "A request with two framings is rejected",
		how: "call with Content-Length and Transfer-Encoding: 400, or the server closes the connection after the answer",
		check: async (context) => {
			const { mill, method, canary } = context.subject;
			const rawHead = [
				`${method} ${mill.pathname}${mill.search} HTTP/1.1`,
				`Host: ${mill.host}`,
				`Content-Type: ${canary.mediaType}`,
				"Content-Length: 5",
				"Transfer-Encoding: chunked",
			];
			const exchange = await context.ask({
				method,
				url: mill,
				rawHead,
				body: new Uint8Array(),
				chunked: true,
			});
			if (exchange.status === 400 || exchange.reply.closed) return pass();
			return fail(
				`${exchange.answer}, and the connection stays open`,
				"Answer 400 and close the connection. Otherwise requests can be smuggled (RFC 9112 §11.2).",
			);
		},
	},
];
