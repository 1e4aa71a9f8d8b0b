import { button, element } from "./elements/element.js";
import { menu } from "./elements/menu.js";
import { type Link, writeLink, writeWhole } from "./inputs/address.js";
import type { Visits } from "./visits.js";

/** What the bar offers for the mills that are shown: where the visitor was, two side by side, and a link to share. */
export function makeTools(visits: Visits, links: () => readonly Link[], pair: () => void): HTMLElement {
	const past = menu("History", "end-menu past", element("div"));
	past.addEventListener("toggle", () => {
		const rows = visits.labels.map(({ label, step }) => {
			const current = step === 0 ? "true" : undefined;
			const given = { class: "item", "data-ends": "", "aria-current": current };
			return button(label, () => history.go(step), given);
		});
		past.querySelector(".panel")?.replaceChildren(...rows.reverse());
	});
	const withText = element("input", { type: "checkbox" });
	const address = element("input", { readonly: true, "aria-label": "Link", hidden: true });
	const copy = async () => {
		const parts = links().map((link) => (withText.checked ? writeWhole(link) : writeLink(link)));
		address.value = new URL(`#${(await Promise.all(parts)).join("/")}`, location.href).href;
		address.hidden = false;
		address.select();
		await navigator.clipboard.writeText(address.value).catch(() => {});
	};
	const share = menu(
		"Share",
		"end-menu",
		element("p", "The link has the mill, the settings and the tab."),
		element("label.row", withText, "Include my text in the link"),
		button("Copy the link", () => void copy(), { class: "primary" }),
		address,
	);
	const beside = button("A|B", pair, { class: "beside", title: "Compare two mills, settings or inputs" });
	return element("span.tools", { hidden: true }, past, beside, share);
}
