import { type Child, element } from "./element.js";

/** A button that opens a small panel. It closes when the visitor chooses something, goes elsewhere, or presses Escape. */
export function menu(label: string, kind: string, ...content: readonly Child[]): HTMLDetailsElement {
	const title = element("summary", label);
	const box = element("details", { class: `menu ${kind}` }, title, element("div.panel", ...content));
	const close = () => {
		box.open = false;
	};
	box.addEventListener("keydown", (event) => {
		if (event.key !== "Escape" || !box.open) return;
		event.stopPropagation();
		close();
		title.focus();
	});
	box.addEventListener("focusout", ({ relatedTarget }) => {
		if (relatedTarget instanceof Node && !box.contains(relatedTarget)) close();
	});
	box.addEventListener("click", ({ target }) => {
		if ((target as Element).closest(".panel [data-ends]")) close();
	});
	document.addEventListener("pointerdown", ({ target }) => {
		if (box.open && !box.contains(target as Node)) close();
	});
	return box;
}
