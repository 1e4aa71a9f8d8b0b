import { Buffer } from "node:buffer";
import { namedWeight } from "../../core/http-words/accept.js";
import type { ProblemDocument } from "../../core/problem-document.js";
import { escaped, plainPage } from "../../documents/html.js";
import { offersPage } from "../../documents/links.js";
import { problemType, type ServerInfo } from "../../documents/server-info.js";
import { accepted } from "../flow/negotiate.js";
import type { Place } from "../flow/route.js";
import type { HttpReply, HttpRequest } from "../wire/message.js";
import { HTML, PAGE_FIELDS } from "./send-document.js";

/** A browser that opens an address gets a problem as a page, which says what the problem document says, with a way back. */
export function asRefusalPage(
	info: ServerInfo,
	request: HttpRequest,
	reply: HttpReply,
	place: Place | undefined,
): HttpReply {
	if (!prefersPage(request)) return reply;
	const problem = JSON.parse(Buffer.from(reply.body).toString()) as ProblemDocument;
	const { title, page } = problem;
	const home = offersPage(info) ? `${info.publicUrl ?? info.base}/` : undefined;
	// The bytes of a detail may be the caller's own, so it is never Markdown.
	const html =
		place?.kind === "mill" && typeof page === "string"
			? invitation(place, page)
			: explanation(info, problem, home);
	const headers = { ...reply.headers, ...PAGE_FIELDS, "Content-Type": HTML };
	// Without the page, nothing that everybody may read has the server's title.
	const server = home === undefined ? undefined : info.title;
	return { ...reply, headers, body: Buffer.from(plainPage(title, html, home, server)) };
}

/** The address of a mill, opened in a browser: the way to its form. */
function invitation({ served }: Extract<Place, { kind: "mill" }>, page: string): string {
	const { name, summary, method } = served.mill;
	return (
		`<h1>${escaped(name)}</h1><p>${escaped(summary)}</p>` +
		`<p><strong><a href="${escaped(page)}">Try it in the browser</a></strong></p>` +
		`<p>Programs send ${method} to this address, with the input as the body. A browser sends GET, which this mill does not ` +
		"have, so the status is 405.</p>"
	);
}

function explanation(
	info: ServerInfo,
	{ title, detail = "", code = "", status, instance }: ProblemDocument,
	home: string | undefined,
): string {
	const way = home === undefined ? "" : `<p><a href="${escaped(home)}">Go to the mills</a></p>`;
	const link = `<a href="${escaped(problemType(info, code))}">${escaped(code)}</a>`;
	return (
		`<h1>${escaped(title)}</h1><p>${escaped(detail)}</p>${way}` +
		`<p class="soft">Status ${status}, problem ${link}, request ${escaped(String(instance))}.</p>`
	);
}

/** Browsers read pages, and name HTML. A program that names JSON as well gets the problem document. */
function prefersPage(request: HttpRequest): boolean {
	if (request.method !== "GET" && request.method !== "HEAD") return false;
	const ranges = accepted(request);
	const weight = (type: string) => namedWeight(ranges, type) ?? 0;
	return weight("text/html") > Math.max(weight("application/json"), weight("application/problem+json"));
}
