import { element, freshId } from "./elements/element.js";
import type { Entry } from "./views/facts.js";

/** Lets the visitor find a mill by its name or summary. `pick` is called with the name. */
export function openPicker(entries: readonly Entry[], current: string, pick: (name: string) => void): void {
	const id = freshId();
	const search = element("input", {
		type: "search",
		placeholder: "Find a mill",
		"aria-label": "Find a mill",
		"aria-controls": id,
		autocomplete: "off",
		spellcheck: "false",
	});
	const list = element("ul.mills", { id, role: "list" });
	const dialog = element("dialog.picker", { "aria-label": "Mills" }, search, list);
	const links = () => [...list.querySelectorAll<HTMLElement>("a")];

	function fill(): void {
		const wanted = search.value.trim().toLowerCase().split(/\s+/);
		const found = entries.filter(({ name, summary }) => {
			const text = `${name} ${summary}`.toLowerCase();
			return wanted.every((word) => text.includes(word));
		});
		list.replaceChildren(
			...found.map(({ name, summary }) =>
				element(
					"li",
					element(
						"a",
						{
							href: `#${name}`,
							"aria-current": name === current ? "page" : undefined,
							onclick: (event: MouseEvent) => {
								if (event.ctrlKey || event.metaKey || event.shiftKey) return;
								event.preventDefault();
								dialog.close();
								pick(name);
							},
						},
						element("b", name),
						element("small", summary),
					),
				),
			),
		);
		if (found.length === 0) list.append(element("li.soft", "No mill has this in its name or summary."));
	}
	search.addEventListener("input", fill);
	dialog.addEventListener("keydown", (event) => {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		const all = links();
		if (event.key === "Enter" && event.target === search) all[0]?.click();
		if (step === undefined) return;
		event.preventDefault();
		const at = all.indexOf(document.activeElement as HTMLElement);
		(all[at + step] ?? (at + step < 0 ? search : all[0]))?.focus();
	});
	// A click beside the dialog is a click on its backdrop.
	dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
	dialog.addEventListener("close", () => dialog.remove());
	fill();
	document.body.append(dialog);
	dialog.showModal();
	search.focus();
}
