/**
 * The script of the reference, which works without it: the search. Each word must stand in a section; below the section's link is the
 * first line that has them all, and the link leads there. "/" goes to the field, Escape empties it, and arrows go through what
 * was found.
 */
export const DOCS_SEARCH = `"use strict";
const field = document.querySelector("nav input");
const told = document.querySelector("nav p");
const items = [...document.querySelectorAll("nav li")].map((item) => {
	const link = item.querySelector("a");
	const section = document.getElementById(link.hash.slice(1));
	const lines = [...section.querySelectorAll("h2, h3, h4, dt, dd, p, li, pre")];
	return { item, link, section, lines, where: item.appendChild(Object.assign(document.createElement("span"), { className: "soft" })) };
});
const has = (node, words) => {
	const text = node.textContent.toLowerCase();
	return words.every((word) => text.includes(word));
};
function search() {
	const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
	for (const one of items) {
		one.item.hidden = !has(one.section, words);
		one.line = words.length > 0 ? one.lines.find((line) => has(line, words)) : undefined;
		const text = one.line?.textContent.trim() ?? "";
		one.where.textContent = text.length > 80 ? text.slice(0, 80) + "…" : text;
	}
	const count = items.filter(({ item }) => !item.hidden).length;
	told.textContent = words.length === 0 ? "" : count === 0 ? "Nothing has these words." : count + " of " + items.length + " sections";
}
const shown = () => items.filter(({ item }) => !item.hidden).map(({ link }) => link);
field.addEventListener("input", search);
addEventListener("keydown", (event) => {
	const stops = [field, ...shown()];
	const at = stops.indexOf(document.activeElement);
	if (event.ctrlKey || event.metaKey || event.altKey) return;
	if (event.key === "/" && at !== 0) field.focus();
	else if (event.key === "Escape") {
		field.value = "";
		search();
		field.focus();
	} else if (at < 0) return;
	else if (event.key === "ArrowDown" && at < stops.length - 1) stops[at + 1].focus();
	else if (event.key === "ArrowUp" && at > 0) stops[at - 1].focus();
	else if (event.key === "Enter" && at === 0 && stops.length > 1) stops[1].click();
	else return;
	event.preventDefault();
});
addEventListener("hashchange", () => {
	items.find(({ link }) => link.hash === location.hash)?.line?.scrollIntoView({ block: "center" });
});
field.hidden = false;
`;
