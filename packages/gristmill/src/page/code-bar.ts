import { button, element, freshId } from "./elements/element.js";
import type { Call } from "./lines/call.js";
import { codeTabs } from "./lines/code-tabs.js";

/** The call that was just made, as code: a row of languages, whose code opens below. */
interface CodeBar {
	readonly element: HTMLElement;
	show(call: Call, content: string | Blob): void;
}

const LANGUAGES = ["curl", "TypeScript", "Python", "CLI"];

export function makeCodeBar(): CodeBar {
	const place = element("div.code", { id: freshId(), hidden: true });
	let open: string | undefined;
	let builders: ReadonlyMap<string, () => readonly Node[]> = new Map();
	const buttons = LANGUAGES.map((name) =>
		button(name, () => choose(open === name ? undefined : name), {
			class: "quiet",
			"aria-controls": place.id,
			"aria-expanded": "false",
		}),
	);

	function choose(name: string | undefined): void {
		open = name;
		for (const one of buttons) one.setAttribute("aria-expanded", String(one.textContent === name));
		place.hidden = name === undefined;
		place.replaceChildren(...(builders.get(name ?? "")?.() ?? []));
	}

	return {
		element: element(
			"div.code-bar",
			{ role: "group", "aria-label": "Use in code" },
			element("div.row", element("h2.label", "Use in code"), ...buttons),
			place,
		),
		show: (call, content) => {
			builders = new Map(codeTabs(call, content));
			choose(open);
		},
	};
}
