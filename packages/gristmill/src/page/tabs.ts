import { element, freshId } from "./elements/element.js";

/** Tabs. Their panels share one area, so that the layout does not move. */
interface Tabs {
	readonly list: HTMLElement;
	readonly stage: HTMLElement;
	/** Replaces the content of a panel. It is built when the panel is visible. */
	fill(name: string, build: () => readonly (Node | string)[]): void;
	current(): string;
	/** Returns whether there is such a tab. */
	select(name: string): boolean;
}

/** Follows the ARIA Authoring Practices: arrow keys move between tabs, and Tab stops once. */
export function makeTabs(label: string, names: readonly string[], chosen: () => void): Tabs {
	const list = element("div.tabs", { role: "tablist", "aria-label": label });
	const stage = element("div.stage");
	const parts = new Map(
		names.map((name) => {
			const [tabId, panelId] = [freshId(), freshId()];
			const tab = element(
				"button",
				{ type: "button", role: "tab", id: tabId, "aria-controls": panelId },
				name,
			);
			const panel = element("div", { role: "tabpanel", id: panelId, "aria-labelledby": tabId, tabindex: 0 });
			tab.addEventListener("click", () => choose(name));
			list.append(tab);
			stage.append(panel);
			return [name, { tab, panel }] as const;
		}),
	);
	const waiting = new Map<string, () => readonly (Node | string)[]>();
	let current = "";

	function build(): void {
		const content = waiting.get(current);
		waiting.delete(current);
		if (content) parts.get(current)?.panel.replaceChildren(...content());
	}

	function select(name: string): void {
		current = name;
		for (const [other, { tab, panel }] of parts) {
			tab.setAttribute("aria-selected", String(other === name));
			tab.tabIndex = other === name ? 0 : -1;
			panel.hidden = other !== name;
		}
		build();
	}

	function choose(name: string): void {
		select(name);
		chosen();
	}

	list.addEventListener("keydown", (event) => {
		const step = { ArrowRight: 1, ArrowLeft: -1, Home: -names.length, End: names.length }[event.key];
		if (step === undefined) return;
		event.preventDefault();
		const wish = names.indexOf(current) + step;
		const isEdge = Math.abs(step) > 1;
		const next = isEdge ? (step < 0 ? 0 : names.length - 1) : (wish + names.length) % names.length;
		choose(names[next] ?? current);
		parts.get(current)?.tab.focus();
	});
	select(names[0] ?? "");
	return {
		list,
		stage,
		current: () => current,
		select: (name) => {
			const isKnown = names.includes(name);
			if (isKnown) select(name);
			return isKnown;
		},
		fill: (name, content) => {
			waiting.set(name, content);
			if (name === current) build();
		},
	};
}
