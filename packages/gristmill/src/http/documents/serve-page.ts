import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { IncompletePackage } from "../../core/file-trouble.js";
import { Problem } from "../../core/problem.js";
import { escaped, hashSource } from "../../documents/html.js";
import { offersPage } from "../../documents/links.js";
import { topBar } from "../../documents/look.js";
import { homeHtml } from "../../documents/site/home.js";
import { type CachedDocument, toCachedDocument } from "../host/document-cache.js";
import type { Service } from "../host/host.js";
import type { HeaderFields, HttpReply, HttpRequest } from "../wire/message.js";
import { Refusal } from "../wire/refusal.js";
import { HTML, sendDocument } from "./send-document.js";

/** The build output for browsers. */
const FILES = new URL("../../web/", import.meta.url);

/**
 * Asks for the schema of the mill that the address names, while the page's script is still loading: only the browser knows the fragment.
 * It stands before the style sheet, because a browser runs no script that follows one before it has loaded.
 */
const EARLY =
	"{const name=location.hash.slice(1).split(/[?/]/)[0];" +
	'if(name)globalThis.early={name,schema:fetch("./"+name+"/$schema").then(one=>one.ok?one.json():undefined,()=>{})}}';

/** The page may only talk to this server, and show pictures and play sounds that it has made. */
const POLICY =
	`default-src 'none'; script-src 'self' ${hashSource(EARLY)}; ` +
	"style-src 'self'; img-src 'self' blob: data:; media-src blob:; frame-src blob:; connect-src 'self'; " +
	"form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

const PAGE_FIELDS: HeaderFields = {
	"Content-Security-Policy": POLICY,
	// It names its script by a hash, and a new server does not have the script of an old page.
	"Cache-Control": "no-cache",
};
const FILE_FIELDS: HeaderFields = { "Cache-Control": "public, max-age=31536000, immutable" };

const TYPES: Readonly<Record<string, string>> = {
	js: "text/javascript; charset=utf-8",
	css: "text/css; charset=utf-8",
};

/** What the page loads; the last only for the author of the mills. */
const LOADED = ["app.js", "app.css", "mistakes.js"];

/** The files of the page. They are read on first use, and are the same for every service. */
interface Files {
	readonly html: string;
	/** By the name with the hash, such as `app-3f9….js`. */
	readonly named: ReadonlyMap<string, CachedDocument>;
	/** The element that loads what shows mistakes. */
	readonly mistakes: string;
}
let files: Files | undefined;

function readFiles(): Files {
	const named = new Map<string, CachedDocument>();
	let html = readOwn("index.html").toString();
	let mistakes = "";
	for (const file of LOADED) {
		const document = toCachedDocument(readOwn(file));
		const name = file.replace(".", `-${document.tag}.`);
		named.set(name, document);
		html = html.replace(file, `$page/${name}`);
		if (file === "mistakes.js") mistakes = `<script type="module" src="$page/${name}"></script>`;
	}
	return { html, named, mistakes };
}

function readOwn(name: string): Buffer {
	const path = fileURLToPath(new URL(name, FILES));
	try {
		return readFileSync(path);
	} catch (error) {
		throw new IncompletePackage(path, error);
	}
}

const pages = new WeakMap<Service, CachedDocument>();

/** The page at `{base}/`. It ignores the query, because shared links often carry foreign parameters. */
export function servePage(service: Service, request: HttpRequest): HttpReply {
	const page = pages.get(service) ?? toCachedDocument(writePage(service));
	pages.set(service, page);
	return sendDocument(request, page, HTML, PAGE_FIELDS);
}

function writePage(service: Service): string {
	files ??= readFiles();
	const { info, mills, documents, host } = service;
	const isClosed = host.guard?.closedDiscovery ?? false;
	const shown = mills.map(({ mill }) => mill).filter(({ name }) => offersPage(info, name));
	const end =
		'<a href="docs">Docs</a><button type="button" id="theme" class="icon" aria-label="Switch between light and dark">◐</button>' +
		'<button type="button" id="help" class="icon" aria-label="Help">?</button>';
	const [only] = shown;
	const hasSchemas = !isClosed && shown.every(({ name }) => info.offers("schema", name));
	const isAlone = shown.length === 1 && only && info.offers("schema", only.name);
	const parts: Readonly<Record<string, string>> = {
		title: escaped(info.title),
		mills: shown.map(({ name }) => name).join(" "),
		early: hasSchemas && shown.length > 1 ? `<script>${EARLY}</script>\n` : "",
		top: topBar(escaped(info.title), "./", '<span id="bar"></span>', end),
		// Who may not read the documents may not read the names and summaries of the mills either.
		home: isClosed ? '<section id="home"></section>' : homeHtml(shown, info),
		data:
			(host.development ? files.mistakes : "") +
			(isClosed
				? ""
				: inlined("list", documents.list(undefined, "json", ""), UNREAD) +
					(isAlone ? inlined("schema", documents.schema(only)) : "")),
	};
	return files.html.replace(/\{(\w+)\}/g, (braces, part: string) => parts[part] ?? braces);
}

/** What the page does not read of the list. A digest is as long as it is random, so it cannot be compressed. */
const UNREAD: readonly string[] = ["digest", "lines"];

/** A document in the page. It is data: no policy lets it run. */
function inlined(id: string, { bytes }: CachedDocument, unread: readonly string[] = []): string {
	const document: unknown = JSON.parse(Buffer.from(bytes).toString());
	const text = JSON.stringify(document, (name, value) => (unread.includes(name) ? undefined : value));
	return `<script type="application/json" id="${id}">${text.replaceAll("<", "\\u003c")}</script>`;
}

/** The script or style of the page, by the name with its hash. */
export function servePageFile({ info }: Service, name: string, request: HttpRequest): HttpReply {
	if (!offersPage(info)) throw new Refusal("not-offered", "This server offers no page.");
	files ??= readFiles();
	const document = files.named.get(name);
	if (!document) throw new Problem("not-found", "The page has no such file. It may have changed: reload it.");
	return sendDocument(request, document, TYPES[name.split(".").at(-1) ?? ""] ?? "", FILE_FIELDS);
}
