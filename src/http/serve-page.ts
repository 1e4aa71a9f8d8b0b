import { readFileSync } from "node:fs";
import { Problem } from "../core/problem.js";
import { escaped } from "../documents/html.js";
import { offersPage } from "../documents/links.js";
import { only } from "./document-forms.js";
import type { Fields, Reply, Request } from "./message.js";
import { Refusal } from "./refusal.js";
import { HTML, sendSheet } from "./send-sheet.js";
import type { Service } from "./service.js";
import { type Sheet, toSheet } from "./shelf.js";

/** Where the build puts what a browser loads. */
const FILES = new URL("../../page/", import.meta.url);

/** What the page may do: talk to this server, show pictures that it has made, and nothing else. */
const POLICY =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; " +
	"form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

const PAGE_FIELDS: Fields = {
	"Content-Security-Policy": POLICY,
	// It names its script by a hash: an old page would ask a new server for a script that is gone.
	"Cache-Control": "no-cache",
};
const FILE_FIELDS: Fields = { "Cache-Control": "public, max-age=31536000, immutable" };

const TYPES: Readonly<Record<string, string>> = {
	js: "text/javascript; charset=utf-8",
	css: "text/css; charset=utf-8",
};

/** The files of the page: read when somebody first opens it, the same for every service. */
interface Files {
	readonly html: string;
	/** By the name that holds the hash, such as `app-3f9….js`. */
	readonly named: ReadonlyMap<string, Sheet>;
}
let files: Files | undefined;

function readFiles(): Files {
	const named = new Map<string, Sheet>();
	let html = readFileSync(new URL("index.html", FILES), "utf8");
	for (const kind of Object.keys(TYPES)) {
		const sheet = toSheet(readFileSync(new URL(`app.${kind}`, FILES)));
		const name = `app-${sheet.tag}.${kind}`;
		named.set(name, sheet);
		html = html.replace(`app.${kind}`, `$page/${name}`);
	}
	return { html, named };
}

const pages = new WeakMap<Service, Sheet>();

/** The page for people at `{base}/`. */
export function servePage(service: Service, request: Request, query: string): Reply {
	only(query, []);
	const page = pages.get(service) ?? toSheet(writePage(service));
	pages.set(service, page);
	return sendSheet(request, page, HTML, PAGE_FIELDS);
}

function writePage({ site, mills }: Service): string {
	files ??= readFiles();
	const shown = mills.map(({ mill }) => mill.name).filter((name) => offersPage(site, name));
	const parts: Readonly<Record<string, string>> = { title: escaped(site.title), mills: shown.join(" ") };
	return files.html.replace(/\{(\w+)\}/g, (braces, part: string) => parts[part] ?? braces);
}

/** The page's script or style, by the name that holds its hash. */
export function servePageFile({ site }: Service, name: string, request: Request): Reply {
	if (!offersPage(site)) throw new Refusal("not-offered", "This server offers no page.");
	files ??= readFiles();
	const sheet = files.named.get(name);
	if (!sheet) throw new Problem("not-found", "Load the page again: there is no such file of it.");
	return sendSheet(request, sheet, TYPES[name.split(".").at(-1) ?? ""] ?? "", FILE_FIELDS);
}
