import { describeBytes } from "../core/describe-bytes.js";
import type { ProblemDocument } from "../core/problem-document.js";
import { isObject } from "../core/schema/is-object.js";
import { button, element } from "./elements/element.js";
import type { CallReply } from "./exchange.js";
import type { Refused } from "./inputs/input.js";
import { languageName } from "./views/language.js";

/** What every problem has, or what the page shows in another way. */
const COMMON = ["type", "title", "status", "detail", "instance", "code", "retryAfter", "page"];

/** A problem in the place of the answer: what happened, what to do, and what the server knows about it. */
export function problemCard(reply: CallReply, ...more: readonly Node[]): HTMLElement {
	const problem = (reply.json ?? {}) as Partial<ProblemDocument>;
	const { title = `The server answered ${reply.status}`, detail = "", code } = problem;
	// The same page that the problem's type names, seen from here: it holds behind any proxy.
	const about =
		code === undefined
			? undefined
			: element(
					"a",
					{ href: `$problems/${encodeURIComponent(code)}`, target: "_blank" },
					"About this problem",
				);
	return card(
		title,
		detail,
		...Object.entries(problem)
			.filter(([name]) => !COMMON.includes(name))
			.flatMap(([name, value]) => known(name, value)),
		...more,
		...(about ? [element("p", about)] : []),
	);
}

/** What the page itself does not send, and what it can do about it. */
export function refusedCard({ title, detail, remedies = [] }: Refused): HTMLElement {
	const buttons = remedies.map(({ label, apply }) => button(label, apply, { class: "primary" }));
	return card(title, detail, ...(buttons.length > 0 ? [element("div.row", ...buttons)] : []));
}

function card(title: string, detail: string, ...more: readonly Node[]): HTMLElement {
	return element("div.problem", element("h2", title), element("p.sentence", detail), ...more);
}

const MOST = 60;

/** A member of a problem: the parameters that exist, the pairs that are supported, the largest size. */
function known(name: string, value: unknown): HTMLElement[] {
	const label = element("span.label", `${name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()}:`);
	if (Array.isArray(value)) {
		const items = value.slice(0, MOST).map((item) => element("li", itemText(item)));
		return [element("div.known", label, element("ul.steps", ...items))];
	}
	if (typeof value === "object") return [];
	const text = typeof value === "number" && /bytes$/i.test(name) ? describeBytes(value) : String(value);
	return [element("p.known", label, ` ${text}`)];
}

function itemText(item: unknown): string {
	if (!isObject(item)) return String(item);
	const { from, to } = item as { from?: unknown; to?: unknown };
	if (typeof from === "string" && typeof to === "string")
		return `${languageName(from) ?? from} → ${languageName(to) ?? to}`;
	return Object.entries(item)
		.map(([name, value]) => `${name} ${value}`)
		.join(", ");
}
