import { shellQuoted } from "../../core/curl-line.js";
import type { Mill } from "../../core/definition/mill.js";
import type { JsonSchema } from "../../core/schema/json-schema.js";
import { exampleCurl } from "../curl.js";
import { escaped, markdownHtml, wholePage } from "../html.js";
import { offersPage } from "../links.js";
import { topBar } from "../look.js";
import { namedExamples } from "../openapi/examples.js";
import { camel } from "../openapi/names.js";
import { type OpenApi, openApi } from "../openapi/openapi.js";
import { demandsCredentials, serverSecurity } from "../security-text.js";
import type { ServerInfo } from "../server-info.js";
import { type ApiOperation, operationsOf, resolved } from "./api-view.js";
import {
	block,
	code,
	foldedJson,
	inputEntries,
	memberEntries,
	parameterEntries,
	termList,
	terms,
} from "./docs-parts.js";
import { DOCS_SEARCH } from "./docs-search.js";
import { DOCS_STYLE } from "./docs-style.js";

/** Returns the reference at `{base}/docs`: the OpenAPI document as a page. Its addresses are relative. */
export function docsPage(mills: readonly Mill[], info: ServerInfo): string {
	const document = openApi(mills, info);
	const operations = operationsOf(document);
	const byId = new Map(mills.map((mill) => [camel(mill.name), mill]));
	const calls = operations.flatMap((one) => {
		const mill = one.operation.tags.includes("mills") ? byId.get(one.operation.operationId) : undefined;
		return mill ? [{ mill, ...one }] : [];
	});
	const others = operations.filter(({ operation }) => !operation.tags.includes("mills"));
	const sections = [
		...mills.map(({ name }) => [name, name]),
		["$documents", "Documents"],
		["$problems", "Problems"],
	];
	const bar = topBar(
		escaped(info.title),
		offersPage(info) ? "./" : undefined,
		"",
		'<a href="openapi.json">OpenAPI</a>',
	);
	const body = [
		`${bar}<div class="sides">`,
		navigation([["$overview", "Overview"], ...sections]),
		"<main>",
		opening(document, mills, info),
		...calls.map((one) => callSection(document, one, info)),
		othersSection(others),
		problemsSection(operations),
		"</main></div>",
		`<script>${DOCS_SEARCH}</script>`,
	];
	return wholePage(`${info.title}: reference`, DOCS_STYLE, `${body.join("\n")}\n`);
}

function navigation(sections: readonly (readonly string[])[]): string {
	const items = sections.map(
		([id = "", text = ""]) => `<li><a href="#${escaped(id)}">${escaped(text)}</a></li>`,
	);
	return [
		'<nav aria-label="Contents">',
		'<input type="search" aria-label="Search the reference" placeholder="Search ( / )" hidden>',
		'<p class="soft" role="status"></p>',
		`<ul>\n${items.join("\n")}\n</ul></nav>`,
	].join("\n");
}

function opening(document: OpenApi, mills: readonly Mill[], info: ServerInfo): string {
	const links = [
		...(offersPage(info) ? [["./", "try the mills"]] : []),
		["openapi.json", `OpenAPI ${document.openapi}`],
		["$description", "descriptions"],
		["llms.txt", "llms.txt"],
	].map(([href = "", text = ""]) => `<a href="${href}">${escaped(text)}</a>`);
	const entries = mills.map(({ name, summary }) => ({
		term: `<a href="#${escaped(name)}">${escaped(name)}</a>`,
		type: "",
		meaning: summary,
	}));
	return [
		`<h1>${escaped(info.title)}</h1>`,
		'<section id="$overview" class="overview" aria-label="Overview">',
		`<p>${escaped(String(document.info.description))} Send the input as the body, with its media type in Content-Type.</p>`,
		markdownHtml(serverSecurity(mills, info)),
		`<p>See also: ${links.join(", ")}.</p>`,
		`<h2>Mills</h2>\n${terms(entries)}`,
		"</section>",
	].join("\n");
}

function callSection(
	document: OpenApi,
	one: ApiOperation & { readonly mill: Mill },
	info: ServerInfo,
): string {
	const { mill, path, method, operation, parameters, input, responses } = one;
	const content = responses["200"]?.content ?? {};
	const schema = resolved<JsonSchema>(document, content["application/json"]?.schema ?? {});
	// The text can be long, so only the sentence and a deprecation precede the facts.
	const paragraphs = operation.description.split("\n\n");
	const first = paragraphs.splice(0, mill.deprecated ? 2 : 1);
	const more = paragraphs;
	const types = Object.keys(content).map(code).join(", ");
	const examples = examplesOf(one, info);
	const about = [
		`<p>${code(`${method} ${path}`)}</p>`,
		markdownHtml(first.join("\n\n")),
		termList("Parameters", parameterEntries(parameters)),
		termList("Input", inputEntries(input)),
		termList("Result", memberEntries(schema)),
		`<p class="soft">As ${types}.</p>`,
		ownProblems(mill),
		// A heading of the text would not fit into the outline of this page.
		more.length > 0
			? `<h3>More</h3>\n${markdownHtml(more.join("\n\n").replace(/^#+ (.*)$/gm, "**$1**"))}`
			: "",
	].join("\n");
	const way = offersPage(info, mill.name) ? `<a class="try" href="./#${mill.name}">Try it</a>` : "";
	const columns =
		examples === "" ? about : `<div class="columns"><div>\n${about}</div><div>\n${examples}</div></div>\n`;
	return section(mill.name, operation.summary, `${way}\n${columns}`);
}

function examplesOf(
	{ mill, input, responses }: ApiOperation & { readonly mill: Mill },
	info: ServerInfo,
): string {
	const results = responses["200"]?.content?.["application/json"]?.examples ?? {};
	const inputs = Object.assign({}, ...Object.values(input).map(({ examples = {} }) => examples));
	const shown = namedExamples(mill).map(([name, example]) => {
		const curl = exampleCurl(mill, info.address(), example, { credentials: demandsCredentials(mill, info) });
		const result = results[name];
		return [
			example.title === undefined ? "" : `<h4>${escaped(example.title)}</h4>`,
			block([...fileLine(example.input, inputs[name]?.externalValue, info), curl].join("\n")),
			result ? foldedJson("Result", result.value) : "",
		].join("\n");
	});
	return shown.length > 0 ? `<h3>Examples</h3>\n${shown.join("\n")}` : "";
}

/** Returns the command that gets the file which an example sends. */
function fileLine(input: unknown, address: string | undefined, info: ServerInfo): string[] {
	if (!(input instanceof URL) || address === undefined) return [];
	const url = info.publicUrl === undefined ? `${info.address()}/${address}` : address;
	return [`curl -sS ${shellQuoted(url)} -o ${shellQuoted(input.pathname.split("/").at(-1) ?? "")}`];
}

function ownProblems({ problems }: Mill): string {
	const own = Object.entries(problems).map(([problem, { status, title, todo }]) => ({
		term: problemLink(problem),
		type: `${status} ${title}`,
		meaning: todo,
	}));
	const all = '<p class="soft">And <a href="#$problems">all problems</a>.</p>';
	return `${termList("Problems", own)}${own.length > 0 ? all : ""}`;
}

function problemLink(problem: string): string {
	return `<a href="$problems/${escaped(problem)}">${code(problem)}</a>`;
}

function othersSection(others: readonly ApiOperation[]): string {
	const entries = others.map(({ path, method, operation, responses }) => {
		const isLink = method === "GET" && !path.includes("{");
		const address = code(`${method} ${path}`);
		return {
			term: isLink ? `<a href="${escaped(path.slice(1))}">${address}</a>` : address,
			type: Object.keys(responses["200"]?.content ?? {}).join(", "),
			meaning: `${operation.summary}. ${operation.description.replace(/\.?$/, ".")}`,
		};
	});
	return section("$documents", "Documents", termList("Addresses", entries));
}

/** The problems of the server, as the examples of the shared responses have them. */
function problemsSection(operations: readonly ApiOperation[]): string {
	interface Shown {
		readonly code: string;
		readonly title: string;
		readonly status: number;
		readonly detail: string;
	}
	const found = new Map<string, Shown>();
	for (const { responses } of operations)
		for (const { content } of Object.values(responses))
			for (const { value } of Object.values(content?.["application/problem+json"]?.examples ?? {}))
				found.set((value as Shown).code, value as Shown);
	const sorted = [...found.values()].sort((a, b) => a.status - b.status);
	const entries = sorted.map(({ code: problem, status, title, detail }) => ({
		term: problemLink(problem),
		type: `${status} ${title}`,
		meaning: detail,
	}));
	const text = markdownHtml("Every error is a problem document (RFC 9457) as `application/problem+json`.");
	return section("$problems", "Problems", text + termList("Codes", entries));
}

function section(id: string, title: string, content: string): string {
	return `<section id="${id}" aria-label="${escaped(title)}">\n<h2>${escaped(title)}</h2>\n${content}</section>`;
}
