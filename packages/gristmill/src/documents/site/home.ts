import { Buffer } from "node:buffer";
import type { Example, Mill } from "../../core/definition/mill.js";
import { properties } from "../../core/schema/json-schema.js";
import { exampleCurl } from "../curl.js";
import { escaped } from "../html.js";
import { demandsCredentials } from "../security-text.js";
import type { ServerInfo } from "../server-info.js";

/** So much of an input or a result is shown. */
const LONGEST = 90;
/** A longer command would make the page heavy. */
const LONGEST_COMMAND = 200;

/** The home page: what this is, and a card for each mill with an example of what goes in and comes out. It needs no script. */
export function homeHtml(mills: readonly Mill[], info: ServerInfo): string {
	const cards = mills.map((mill) => card(mill, info));
	return [
		'<section id="home">',
		`<h1>${escaped(info.title)}</h1>`,
		`<p class="lead">${mills.length === 1 ? "A tool" : "Tools"} to try here and to call from programs. Raw data goes in, processed data comes out, and nothing is stored.</p>`,
		'<noscript><p class="notice">Allow scripts to try the mills in the browser. Each mill can also be called from a terminal.</p></noscript>',
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

/** The documents of a mill, and the command that calls it. */
function withoutScript(mill: Mill, info: ServerInfo): string {
	const [example] = mill.examples;
	const links = (["description", "schema"] as const)
		.filter((what) => info.offers("urls", mill.name) && info.offers(what, mill.name))
		.map((what) => `<a href="${escaped(mill.name)}/$${what}">${what}</a>`);
	const credentials = demandsCredentials(mill, info);
	const curl = example ? exampleCurl(mill, info.address(), example, { credentials }) : "";
	return `<p>${links.join(" · ")}</p>${curl.length > LONGEST_COMMAND ? "" : `<pre>${escaped(curl)}</pre>`}`;
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
