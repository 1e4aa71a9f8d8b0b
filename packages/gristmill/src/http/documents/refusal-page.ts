import { Buffer } from "node:buffer";
import { namedWeight } from "../../core/http-words/accept.js";
import { htmlPage } from "../../documents/html.js";
import { accepted } from "../flow/negotiate.js";
import type { Place } from "../flow/route.js";
import type { HttpReply, HttpRequest } from "../wire/message.js";
import { Refusal } from "../wire/refusal.js";
import { HTML, PAGE_FIELDS } from "./send-document.js";

/** A browser that opens the address of a mill gets the same 405 as a page, with a link to the mill's form. */
export function asRefusalPage(
	request: HttpRequest,
	reply: HttpReply,
	error: unknown,
	place: Place | undefined,
): HttpReply {
	const page = error instanceof Refusal ? error.members.page : undefined;
	if (place?.kind !== "mill" || typeof page !== "string" || !prefersPage(request)) return reply;
	const { name, summary, method } = place.served.mill;
	const text = [
		`# ${name}`,
		summary,
		`**[Try it in the browser](${page})**`,
		`Programs send ${method} to this address, with the input as the body. A browser sends GET, which this mill does not ` +
			"have, so the status is 405.",
	].join("\n\n");
	const headers = { ...reply.headers, ...PAGE_FIELDS, "Content-Type": HTML };
	return { ...reply, headers, body: Buffer.from(htmlPage(name, text, page.slice(0, page.indexOf("#")))) };
}

/** Browsers name HTML. A program that names JSON as well gets the problem document. */
function prefersPage(request: HttpRequest): boolean {
	const ranges = accepted(request);
	const weight = (type: string) => namedWeight(ranges, type) ?? 0;
	return weight("text/html") > Math.max(weight("application/json"), weight("application/problem+json"));
}
