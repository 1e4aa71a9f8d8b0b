import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { xmlShape } from "../../codecs/formats/xml-shape.js";
import type { Example, Mill } from "../../core/definition/mill.js";
import { PROBLEMS, type ProblemKind } from "../../core/problem-table.js";
import { millDescription, serverDescription } from "../../documents/description.js";
import { htmlPage } from "../../documents/html.js";
import { offersPage } from "../../documents/links.js";
import { halListDocument, listDocument } from "../../documents/list.js";
import { openApi } from "../../documents/openapi/openapi.js";
import { problemPage, problemsPage } from "../../documents/problem-page.js";
import { schemaDocument } from "../../documents/schema.js";
import type { ServerInfo } from "../../documents/server-info.js";
import { docsPage } from "../../documents/site/docs-page.js";
import { favicon } from "../../documents/site/favicon.js";
import { llmsText } from "../../documents/site/llms.js";
import { robotsText } from "../../documents/site/robots.js";
import { xmlSchema } from "../../documents/xml-schema.js";
import { exampleBytes } from "../../runtime/loading/example-call.js";

/** A document as it is sent. */
export interface CachedDocument {
	readonly bytes: Uint8Array;
	readonly zipped: Uint8Array;
	/** A strong entity tag, made from the bytes, without quotes. */
	readonly tag: string;
}

/** The documents of a service. Each is made on its first request, then kept. */
export interface DocumentCache {
	schema(mill: Mill): CachedDocument;
	xmlSchema(mill: Mill): CachedDocument;
	/** Of a mill, or of the server. */
	description(mill: Mill | undefined, form: "markdown" | "html"): CachedDocument;
	/** `up` is the relative path from the list to the base. */
	list(mill: Mill | undefined, form: "json" | "hal", up: string): CachedDocument;
	openApi(): CachedDocument;
	/** The public keys of receipts; undefined if the server gives none. */
	keys(): CachedDocument | undefined;
	/** The reference for people. */
	docs(): CachedDocument;
	/** The guide for agents. */
	llms(): CachedDocument;
	robots(): CachedDocument;
	favicon(): CachedDocument;
	/** The input of an example; undefined if it is too large to be served. */
	example(mill: Mill, example: Example): CachedDocument | undefined;
	/** Of one problem, or of all; undefined if there is no such problem. */
	problem(code: string | undefined, form: "markdown" | "html"): CachedDocument | undefined;
}

export function makeDocumentCache(mills: readonly Mill[], info: ServerInfo): DocumentCache {
	const kept = new Map<string, CachedDocument>();
	const keep = (key: string, write: () => string | Uint8Array): CachedDocument => {
		const document = kept.get(key) ?? toCachedDocument(write());
		kept.set(key, document);
		return document;
	};
	const problems: Readonly<Record<string, ProblemKind>> = Object.assign(
		{},
		...mills.map((m) => m.problems),
		PROBLEMS,
	);
	const home = offersPage(info) ? `${info.publicUrl ?? info.base}/` : undefined;
	const page = (form: "markdown" | "html", title: string, text: string) =>
		form === "html" ? htmlPage(title, text, home, info.title) : text;

	return {
		schema: (mill) => keep(`schema ${mill.name}`, () => pretty(schemaDocument(mill, info))),
		xmlSchema: (mill) =>
			keep(`xml-schema ${mill.name}`, () => {
				const shape = xmlShape(mill.output);
				if (!shape) throw new TypeError(`${mill.name} has no XML form`);
				return xmlSchema(mill.name, mill.summary, shape);
			}),
		description: (mill, form) =>
			keep(`description ${mill?.name ?? ""} ${form}`, () =>
				page(
					form,
					mill?.name ?? info.title,
					mill ? millDescription(mill, info) : serverDescription(mills, info),
				),
			),
		list: (mill, form, up) =>
			keep(`list ${mill?.name ?? ""} ${form} ${up}`, () => {
				const document = form === "hal" ? halListDocument : listDocument;
				return pretty(document(mill ? [mill] : mills, info, up));
			}),
		keys: () => info.keys && keep("keys", () => pretty(info.keys as object)),
		openApi: () => keep("openapi", () => pretty(openApi(mills, info))),
		docs: () => keep("docs", () => docsPage(mills, info)),
		llms: () => keep("llms", () => llmsText(mills, info)),
		robots: () => keep("robots", () => robotsText(info)),
		favicon: () => keep("favicon", favicon),
		example: (mill, example) =>
			info.gives(example)
				? keep(`example ${mill.name} ${mill.examples.indexOf(example)}`, () => exampleBytes(mill, example))
				: undefined,
		problem: (code, form) => {
			if (code === undefined)
				return keep(`problems ${form}`, () => page(form, "Problems", problemsPage(problems)));
			const kind = Object.hasOwn(problems, code) ? problems[code] : undefined;
			return kind && keep(`problem ${code} ${form}`, () => page(form, kind.title, problemPage(code, kind)));
		},
	};
}

function pretty(document: object): string {
	return `${JSON.stringify(document, null, 2)}\n`;
}

/** Makes the bytes of a document, plain and compressed. */
export function toCachedDocument(text: string | Uint8Array): CachedDocument {
	const bytes = Buffer.from(text);
	const tag = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
	return { bytes, zipped: gzipSync(bytes), tag };
}
