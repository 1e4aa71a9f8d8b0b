import type { ProblemDocument } from "../core/problem-document.js";
import type { JsonSchema } from "../core/schema/schema-parts.js";
import { button, element } from "./elements/element.js";
import { MODIFIER } from "./elements/key-hint.js";
import { retryAfterOf } from "./exchange.js";
import { readState, writeState } from "./inputs/address.js";
import { nextAfter, Refusal } from "./retry.js";
import { PageSession } from "./session.js";
import { tokenField } from "./token-field.js";
import { type Entry, factsOf, localAddress } from "./views/facts.js";
import { makeWorkbench, type Workbench } from "./workbench.js";

const session = new PageSession(new URL(".", location.href));
const title = document.title;
const place = document.querySelector("main") ?? document.body;
const bar = document.querySelector("nav") ?? document.body;

async function read<T>(address: string): Promise<T> {
	const response = await session.fetch(address, {
		headers: { Accept: "application/json, application/schema+json" },
	});
	if (response.ok) return (await response.json()) as T;
	const problem = (await response.json().catch(() => undefined)) as Partial<ProblemDocument> | undefined;
	throw new Refusal(response.status, problem?.detail, retryAfterOf(response));
}

/** The workbench of each mill is created when it is first shown, and keeps its input while the page is open. */
const benches = new Map<string, Workbench>();
let shown: Workbench | undefined;
let shownName = "";

async function show(entries: readonly Entry[]): Promise<void> {
	const state = readState(location.hash);
	const entry = entries.find(({ name }) => name === state.mill) ?? entries[0];
	if (!entry) return say("This server has no mills to show.");
	const { name } = entry;
	for (const link of bar.querySelectorAll("a")) {
		const isCurrent = link.textContent === name;
		if (isCurrent) link.setAttribute("aria-current", "page");
		else link.removeAttribute("aria-current");
		if (isCurrent) reveal(link);
	}
	document.title = `${name} – ${title}`;
	const isNew = shownName !== name;
	const isFirst = !benches.has(name);
	shownName = name;
	const bench =
		benches.get(name) ??
		(await makeBench(entry).catch((error: unknown) => {
			if (shownName === name) throw error;
		}));
	// The visitor may have chosen another mill while the schema was loading.
	if (shownName !== name || !bench) return;
	benches.set(name, bench);
	if (shown !== bench) shown?.rest();
	shown = bench;
	if (isNew || !bench.element.isConnected) place.replaceChildren(bench.element);
	const hasTexts = Object.keys(state.texts).length > 0;
	bench.show(hasTexts || isFirst ? state.texts : bench.texts());
	writeAddress(name);
}

/** Scrolls the bar to a link. After scrollIntoView, the Tab key would start at the link instead of the page's start. */
function reveal(link: Element): void {
	const [own, all] = [link.getBoundingClientRect(), bar.getBoundingClientRect()];
	bar.scrollLeft += own.left + own.width / 2 - (all.left + all.width / 2);
}

async function makeBench(entry: Entry): Promise<Workbench> {
	const { name, schema: link } = entry;
	const schema = link && (await read<JsonSchema>(localAddress(link.href, name)));
	return makeWorkbench(factsOf(entry, schema), session, () => writeAddress(name));
}

/** Writes the state to the URL, without a new history entry for every key. */
function writeAddress(name: string): void {
	const bench = benches.get(name);
	if (name === shownName && bench)
		history.replaceState(null, "", writeState({ mill: name, texts: bench.texts() }));
}

function say(sentence: string, more?: Node): void {
	place.replaceChildren(
		element(
			"div",
			{ class: "said alone", role: "status" },
			element("p", { class: "sentence" }, sentence),
			more,
		),
	);
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Runs work that needs the server. If it fails, says so, and retries where that may help. */
async function persist(step: () => Promise<void>, tries = 0): Promise<void> {
	clearTimeout(timer);
	try {
		await step();
	} catch (error) {
		const next = nextAfter(error, tries);
		// fetch throws a TypeError if the server does not answer.
		const said =
			error instanceof TypeError ? "The server does not answer." : String((error as Error).message);
		if (next === "ask") {
			const field = tokenField("Authorization", (token) => {
				session.authorise(token, []);
				void persist(step);
			});
			const isKnown = error instanceof Refusal && error.status === 403;
			return say(isKnown ? said : "This server asks for a token.", field);
		}
		if (next === "stop")
			return say(
				said,
				button("Try again", () => void persist(step), { class: "primary" }),
			);
		say(`${said} The page keeps trying.`);
		clearTimeout(timer);
		timer = setTimeout(() => void persist(step, tries + 1), next);
	}
}

async function begin(): Promise<void> {
	const { methods } = await read<{ readonly methods: readonly Entry[] }>("$list");
	const wanted = document.querySelector<HTMLMetaElement>('meta[name="mills"]')?.content.split(" ") ?? [];
	const entries = methods.filter(({ name }) => wanted.includes(name));
	bar.replaceChildren(...entries.map(({ name }) => element("a", { href: `./#${name}` }, name)));
	addEventListener("hashchange", () => void persist(() => show(entries)));
	await persist(() => show(entries));
}

/** Light, dark, or the system's choice, for this visit only. */
function switchTheme(): void {
	const root = document.documentElement;
	const isDark =
		root.dataset.theme === "dark" ||
		(root.dataset.theme === undefined && matchMedia("(prefers-color-scheme: dark)").matches);
	root.dataset.theme = isDark ? "light" : "dark";
}

document.querySelector("#theme")?.addEventListener("click", switchTheme);
for (const key of document.querySelectorAll("dialog .modifier")) key.textContent = MODIFIER;
const help = document.querySelector("dialog");
document.querySelector("#help")?.addEventListener("click", () => help?.showModal());
help?.append(
	element(
		"div",
		{ class: "row" },
		button("Close", () => help.close()),
	),
);
void persist(begin);
