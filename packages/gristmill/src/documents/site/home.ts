import { Buffer } from "node:buffer";
import type { Example, Mill } from "../../core/definition/mill.js";
import { properties } from "../../core/schema/json-schema.js";
import { exampleCurl } from "../curl.js";
import { escaped } from "../html.js";
import { demandsCredentials } from "../security-text.js";
import type { ServerInfo } from "../server-info.js";

/** So much of an input or a result is shown. */
const LONGEST = 90;

/** The home page: what this is, and a card for each mill with an example of what goes in and comes out. It needs no script. */
export function homeHtml(mills: readonly Mill[], info: ServerInfo): string {
	const cards = mills.map((mill) => card(mill, info));
	return [
		'<section id="home">',
		`<h1>${escaped(info.title)}</h1>`,
		`<p class="lead">${mills.length === 1 ? "A tool" : "Tools"} to try here and to call from programs. Raw data goes in, processed data comes out, and nothing is stored.</p>`,
		`<noscript><p class="notice">Allow scripts to try the mills in the browser, or call them from a terminal.</p>${command(mills, info)}</noscript>`,
		`<ul class="cards" role="list">${cards.join("\n")}</ul>`,
		"</section>",
	].join("\n");
}

function card(mill: Mill, info: ServerInfo): string {
	const { name, summary } = mill;
	const sides = mill.examples.map((example) => [sent(mill, example, info), received(mill, example)]);
	// What changes only spaces or forms of letters looks as if nothing were done.
	const shown =
		sides.find(([before = "", after = ""]) => before.normalize() !== after.normalize()) ?? sides[0];
	const parts = [
		`<h2><a href="#${escaped(name)}">${escaped(name)}</a></h2>`,
		`<p>${escaped(summary)}</p>`,
		shown
			? `<div class="miniature">${shown.join('<span class="arrow" aria-label="becomes">→</span>')}</div>`
			: "",
		`<noscript>${withoutScript(mill, info)}</noscript>`,
	];
	return `<li class="card">${parts.join("")}</li>`;
}

/** The documents of a mill. */
function withoutScript({ name }: Mill, info: ServerInfo): string {
	return (["description", "schema"] as const)
		.filter((what) => info.offers("urls", name) && info.offers(what, name))
		.map((what) => `<a href="${escaped(name)}/$${what}">${what}</a>`)
		.join(" · ");
}

/** How the first mill with an example is called. The description of each mill has its own command. */
function command(mills: readonly Mill[], info: ServerInfo): string {
	const mill = mills.find(({ examples: [one] }) => typeof one?.input === "string");
	const [example] = mill?.examples ?? [];
	if (!mill || !example) return "";
	const curl = exampleCurl(mill, info.address(), example, { credentials: demandsCredentials(mill, info) });
	return `<pre>${escaped(curl)}</pre>`;
}

/** What goes in: the start of a text, or a small picture. */
function sent(mill: Mill, { input }: Example, info: ServerInfo): string {
	if (typeof input === "string") return quoted(input);
	if (!(input instanceof URL || input instanceof Uint8Array))
		return quoted(JSON.stringify(input, withoutBytes));
	const type = Object.keys(mill.input)[0] ?? "";
	const canShow =
		type.startsWith("image/") && info.offers("urls", mill.name) && info.offers("schema", mill.name);
	return canShow
		? `<img src="${escaped(mill.name)}/$example" alt="An example picture" loading="lazy">`
		: "<q>a file</q>";
}

/** What comes out: the member with a view, or else the first text, list or numbers. */
function received(mill: Mill, { output }: Example): string {
	const members = Object.entries((output ?? {}) as Readonly<Record<string, unknown>>);
	const schemas = properties(mill.output);
	const [name, value] =
		members.find(([key]) => "view" in (schemas[key] ?? {})) ??
		members.find(([, one]) => (typeof one === "string" && one.length > 3) || Array.isArray(one)) ??
		[];
	if (typeof value === "string") return quoted(value);
	if (Array.isArray(value)) {
		const labels = value.map(label).filter(Boolean);
		return quoted(`${value.length} ${String(name).replaceAll("_", " ")}: ${labels.join(" · ")}`);
	}
	const facts = members
		.filter(([, one]) => typeof one !== "object")
		.map(([key, one]) => `${key.replaceAll("_", " ")} ${one}`);
	return facts.length === 0 ? "<q>a file</q>" : quoted(facts.join(" · "));
}

function label(item: unknown): string {
	if (typeof item !== "object" || item === null) return String(item);
	const { text } = item as { readonly text?: unknown };
	const first = text ?? Object.values(item).find((part) => typeof part === "string");
	return typeof first === "string" && !("bytes" in item) ? first : "";
}

function withoutBytes(_: string, value: unknown): unknown {
	return value instanceof Uint8Array || Buffer.isBuffer(value) || value instanceof URL ? "a file" : value;
}

function quoted(text: string): string {
	const characters = [...text.replace(/\s+/g, " ").trim()];
	const cut = characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}…` : characters.join("");
	return `<q dir="auto">${escaped(cut)}</q>`;
}
