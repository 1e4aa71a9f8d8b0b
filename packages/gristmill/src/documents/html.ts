import { createHash } from "node:crypto";
import { Marked } from "marked";
import { LOOK, topBar } from "./look.js";

/** Escapes text for HTML, including attribute values in quotation marks. */
export function escaped(text: string): string {
	return text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");
}

const markdown = new Marked({
	renderer: {
		// Markdown allows raw HTML. A description is shown as text, regardless of its author.
		html: ({ text }) => escaped(text),
		link({ href, tokens }) {
			const text = this.parser.parseInline(tokens);
			return /^(?:https?:|[^:]*$)/i.test(href) ? `<a href="${escaped(href)}">${text}</a>` : text;
		},
		image: ({ text }) => escaped(text),
	},
});

const STYLE = `${LOOK}main{line-height:1.6;max-width:48rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}h1,h2,h3,h4{margin:1em 0 .5em}pre{white-space:pre-wrap;overflow-wrap:anywhere}table{display:block;overflow-x:auto}`;

/** How a policy names the one style or script that it allows. */
export function hashSource(text: string): string {
	return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Returns the policy of a page that may do nothing except use its one style sheet, run its one script, and show its icon. */
export function policyFor(style: string, script?: string): string {
	return (
		`default-src 'none'; style-src ${hashSource(style)}; ` +
		`${script === undefined ? "" : `script-src ${hashSource(script)}; `}` +
		"img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	);
}

export const CONTENT_SECURITY_POLICY = policyFor(STYLE);

/** Converts Markdown to HTML, without raw HTML from the text. */
export function markdownHtml(text: string): string {
	return markdown.parse(text, { async: false });
}

/** Renders a Markdown document as a complete page, without scripts. `home` is the address of the page of the mills, if there is one. */
export function htmlPage(title: string, text: string, home: string | undefined, server: string): string {
	return plainPage(title, markdownHtml(text), home, server);
}

/** Returns a page with the bar of all pages and this HTML below it. */
export function plainPage(
	title: string,
	html: string,
	home: string | undefined,
	server = "Gristmill",
): string {
	return wholePage(title, STYLE, `${topBar(escaped(server), home)}<main>${html}</main>`);
}

/** Returns a complete page with this style and this body. */
export function wholePage(title: string, style: string, body: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${body}</body>
</html>
`;
}
