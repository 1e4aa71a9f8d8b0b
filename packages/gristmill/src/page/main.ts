import { closest } from "../core/closest.js";
import type { ProblemDocument } from "../core/problem-document.js";
import type { JsonSchema } from "../core/schema/schema-parts.js";
import { type Bench, makeBench } from "./bench.js";
import { button, element } from "./elements/element.js";
import { retryAfterOf } from "./exchange.js";
import { type Link, readLinks, writeLink } from "./inputs/address.js";
import { openPicker } from "./picker.js";
import { nextAfter, Refusal } from "./retry.js";
import { PageSession } from "./session.js";
import { tokenField } from "./token-field.js";
import { makeTools } from "./tools.js";
import { type Entry, factsOf, localAddress } from "./views/facts.js";
import { Visits } from "./visits.js";

const session = new PageSession(new URL(".", location.href));
const title = document.title;
const place = document.querySelector("main") ?? document.body;
const home = document.querySelector<HTMLElement>("#home") ?? element("div");
const bar = document.querySelector<HTMLElement>("#bar") ?? document.body;

// Before the first picture of the page: a link to a mill shows no cards.
if (location.hash.length > 1) home.hidden = true;

/** What the server wrote into the page, so that it need not be asked for. */
function inlined<T>(id: string): T | undefined {
	const text = document.querySelector(`script#${id}`)?.textContent;
	return text ? (JSON.parse(text) as T) : undefined;
}

/** The schema that was asked for before this script was there; undefined if it did not come. */
const { early } = globalThis as {
	readonly early?: { readonly name: string; readonly schema: Promise<JsonSchema | undefined> };
};

async function read<T>(address: string): Promise<T> {
	const response = await session.fetch(address, {
		headers: { Accept: "application/json, application/schema+json" },
	});
	if (response.ok) return (await response.json()) as T;
	const problem = (await response.json().catch(() => undefined)) as Partial<ProblemDocument> | undefined;
	throw new Refusal(response.status, problem?.detail, retryAfterOf(response));
}

let entries: readonly Entry[] = [];
/** The mills that are shown: none on the home page, or one, or two side by side. */
let shown: readonly Bench[] = [];
/** The bench of each mill keeps its input while the page is open. The one on the right has its own. */
const benches = new Map<string, Bench>();
const facts = new Map<string, Promise<ReturnType<typeof factsOf>>>();
const visits = new Visits(() => {
	const [kept, backs] = [shown, shown.map((bench) => bench.keep())];
	return () => {
		lay(kept);
		for (const back of backs) back();
	};
});

const hashOf = (links: readonly Link[]) => (links.length === 0 ? "./" : `#${links.map(writeLink).join("/")}`);
const links = () => shown.map((bench) => bench.link());

function factsFor(entry: Entry): Promise<ReturnType<typeof factsOf>> {
	const { name, schema: link } = entry;
	const known = facts.get(name);
	if (known) return known;
	const given = inlined<JsonSchema>("schema");
	const schema = async () =>
		(entries.length === 1 ? given : undefined) ??
		(early?.name === name ? await early.schema : undefined) ??
		(link && (await read<JsonSchema>(localAddress(link.href, name))));
	const made = schema().then((document) => factsOf(entry, document));
	facts.set(name, made);
	made.catch(() => facts.delete(name));
	return made;
}

async function benchOf(name: string, side: number): Promise<Bench | undefined> {
	const entry = entries.find((one) => one.name === name);
	if (!entry) return undefined;
	const key = `${side} ${name}`;
	const known = benches.get(key);
	if (known) return known;
	const made = makeBench(await factsFor(entry), session, {
		changed: () => {
			if (shown.includes(made)) visits.replace(hashOf(links()));
		},
		leaving: (label) => visits.push(`${name}: ${label}`, hashOf(links())),
		answered: compare,
	});
	benches.set(key, made);
	return made;
}

/** Puts mills next to each other, or the home page in their place. */
function lay(next: readonly Bench[]): void {
	for (const bench of shown) if (!next.includes(bench)) bench.rest();
	shown = next;
	place.classList.toggle("pair", next.length > 1);
	home.hidden = next.length > 0;
	for (const old of [...place.children]) if (old !== home) old.remove();
	place.append(...next.map(({ element: one }) => one));
	document.title = [...next.map(({ name }) => name), title].join(" – ");
	pick.replaceChildren(next[0]?.name ?? "Choose a mill");
	pick.hidden = entries.length < 2;
	tools.hidden = next.length === 0;
	compare();
}

/** Says which members of two results differ. */
const verdict = element("p.notice.verdict", { role: "status", hidden: true });
function compare(): void {
	const [a, b] = shown.map((bench) => bench.result() as Readonly<Record<string, unknown>> | undefined);
	verdict.hidden = !a || !b;
	if (!a || !b) return;
	if (!verdict.isConnected) place.append(verdict);
	const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
	const differing = names.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));
	verdict.textContent =
		differing.length === 0 ? "Both results are the same." : `The results differ in ${differing.join(", ")}.`;
}

/** Shows what the address says. */
async function show(label?: string): Promise<void> {
	const wanted = await readLinks(location.hash);
	const strange = wanted.filter(({ mill }) => !entries.some(({ name }) => name === mill));
	const fitting = wanted.filter((link) => !strange.includes(link));
	const alone = fitting.length === 0 && strange.length === 0 && entries.length === 1 ? entries[0] : undefined;
	const targets = alone ? [{ mill: alone.name, texts: {} }] : fitting;
	const made = await Promise.all(targets.map(({ mill }, side) => benchOf(mill, side)));
	const next = made.filter((bench) => bench !== undefined);
	lay(next);
	for (const old of home.querySelectorAll(".notice")) old.remove();
	for (const { mill } of strange) home.prepend(unknown(mill));
	if (label !== undefined) visits.push(label, hashOf(targets));
	await Promise.all(next.map((bench, i) => bench.open(targets[i] ?? { mill: bench.name, texts: {} })));
}

function unknown(mill: string): HTMLElement {
	const names = entries.map(({ name }) => name);
	const meant = closest(mill, names);
	const way = meant ? element("a", { href: `#${meant}` }, `Did you mean ${meant}?`) : "Choose one below.";
	return element("p.notice", { role: "status" }, `This server has no mill “${mill}”. `, way);
}

/** Goes to a mill, which keeps its input if it was shown before. */
async function go(name: string): Promise<void> {
	const known = benches.has(`0 ${name}`);
	const bench = await benchOf(name, 0);
	if (!bench) return;
	const tab = shown[0]?.link().tab;
	visits.push(name, `#${writeLink({ mill: name, texts: {} })}`);
	lay([bench, ...shown.slice(1)]);
	visits.replace(hashOf(links()));
	if (!known) await bench.open({ mill: name, texts: {}, tab });
	bench.element.querySelector("h1")?.focus({ preventScroll: true });
	scrollTo(0, 0);
}

/** Puts the same mill beside the one that is shown, with its input; or takes it away. */
async function pair(): Promise<void> {
	const [one] = shown;
	if (!one) return;
	visits.push(shown.length > 1 ? one.name : `${one.name}: A|B`, hashOf(links()));
	if (shown.length > 1) lay([one]);
	else {
		const other = await benchOf(one.name, 1);
		if (!other) return;
		lay([one, other]);
		await other.open(one.link());
	}
	visits.replace(hashOf(links()));
}

function say(sentence: string, more?: Node): void {
	home.hidden = true;
	for (const old of [...place.children]) if (old !== home) old.remove();
	place.append(element("div.alone", { role: "status" }, element("p.sentence", sentence), more));
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
			const wasRefused = session.credential !== undefined;
			const use = (token: string) => {
				session.authorise(token, []);
				void persist(step);
			};
			const isKnown = error instanceof Refusal && error.status === 403;
			const field = tokenField("Authorization", use, wasRefused);
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
	const { methods } =
		inlined<{ readonly methods: readonly Entry[] }>("list") ??
		(await read<{ readonly methods: readonly Entry[] }>("$list"));
	const wanted = document.querySelector<HTMLMetaElement>('meta[name="mills"]')?.content.split(" ") ?? [];
	entries = methods.filter(({ name }) => wanted.includes(name));
	if (entries.length === 0) return say("This server has no mills to show.");
	await show(visits.labels.length === 0 ? "Start" : undefined);
}

const choose = () => openPicker(entries, shown[0]?.name ?? "", (name) => void persist(() => go(name)));
const pick = button("", choose, {
	class: "pick",
	hidden: true,
	"aria-haspopup": "dialog",
	title: "Ctrl + K",
});

const tools = makeTools(visits, links, () => void persist(pair));
bar.append(pick, tools);

addEventListener("popstate", ({ state }) => {
	if (!visits.returned(state)) void persist(() => show());
});
document.addEventListener("click", (event) => {
	const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"], a.brand');
	const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented;
	if (!link || isElsewhere || entries.length === 0) return;
	event.preventDefault();
	const name = decodeURIComponent(link.hash.slice(1));
	if (name !== "") return void persist(() => go(name));
	visits.push("Home", "./");
	lay([]);
	void persist(() => show());
});
addEventListener("keydown", (event) => {
	if (!(event.ctrlKey || event.metaKey)) return;
	if (event.key === "k" && entries.length > 1 && !document.querySelector("dialog[open]")) choose();
	else if (event.key === "Enter")
		(shown.find(({ element: one }) => one.contains(document.activeElement)) ?? shown[0])?.run();
	else return;
	event.preventDefault();
});

/** Light, dark, or the system's choice, for this visit only. */
document.querySelector("#theme")?.addEventListener("click", () => {
	const root = document.documentElement;
	const isDark =
		root.dataset.theme === "dark" ||
		(root.dataset.theme === undefined && matchMedia("(prefers-color-scheme: dark)").matches);
	root.dataset.theme = isDark ? "light" : "dark";
});
const help = document.querySelector<HTMLDialogElement>("dialog#help-box");
document.querySelector("#help")?.addEventListener("click", () => help?.showModal());
help?.append(button("Close", () => help.close()));
void persist(begin);
