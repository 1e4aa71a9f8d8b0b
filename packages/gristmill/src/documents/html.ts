import { createHash } from "node:crypto";
import { Marked } from "marked";

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

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}
pre{overflow-x:auto;padding:.75rem 1rem;border:1px solid #8884;border-radius:6px}code{font-family:ui-monospace,monospace;font-size:.9em}
table{border-collapse:collapse;display:block;overflow-x:auto}th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid #8884}`;

/** The page may do nothing except use its one style sheet. */
export const CONTENT_SECURITY_POLICY =
	`default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; ` +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Renders a Markdown document as a complete page, without scripts and without raw HTML from the document. */
export function htmlPage(title: string, text: string): string {
	const body = markdown.parse(text, { async: false });
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}</body>
</html>
`;
}
