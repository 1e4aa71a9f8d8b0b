import { element } from "../element.js";

/** One run of a text, with an accessible name if it is not visible. */
export interface Run {
	readonly text: string;
	readonly name?: string | undefined;
	readonly class?: string | undefined;
}

/** Maximum number of runs shown at once. With 100,000 elements a page does not respond to keys. */
const MOST = 2_000;

/**
 * A text as runs. The visitor selects one by hovering, or with Tab and the arrow keys.
 * `look` is called with its index.
 */
export function runs(
	label: string,
	list: readonly Run[],
	look: (i: number | undefined) => void,
): HTMLElement {
	const box = element("div", { role: "listbox", "aria-label": label, class: "runs", tabindex: -1 });
	const options: HTMLElement[] = [];
	let focused = 0;

	function extend(): void {
		const from = options.length;
		for (const [i, { text, name, class: kind = "" }] of list.slice(from, from + MOST).entries()) {
			const option = element(
				"span",
				{
					role: "option",
					"aria-selected": "false",
					tabindex: from + i === 0 ? 0 : -1,
					class: `run ${kind}`,
					"aria-label": name,
				},
				text,
			);
			option.dataset.i = String(from + i);
			options.push(option);
			box.append(option);
		}
	}
	extend();

	const mark = (i: number | undefined) => {
		for (const option of box.querySelectorAll('[aria-selected="true"]'))
			option.setAttribute("aria-selected", "false");
		if (i !== undefined) options[i]?.setAttribute("aria-selected", "true");
		look(i);
	};
	const indexOf = (event: Event) => {
		const i = (event.target as Element).closest<HTMLElement>("[data-i]")?.dataset.i;
		return i === undefined ? undefined : Number(i);
	};
	box.addEventListener("pointerover", (event) => mark(indexOf(event)));
	box.addEventListener("pointerleave", () => mark(undefined));
	box.addEventListener("focusin", (event) => {
		const i = indexOf(event);
		if (i !== undefined) focused = i;
		mark(i);
	});
	box.addEventListener("keydown", (event) => {
		const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity }[
			event.key
		];
		if (step === undefined) return;
		event.preventDefault();
		const next = Math.min(options.length - 1, Math.max(0, focused + step));
		const [from, to] = [options[focused], options[next]];
		if (from) from.tabIndex = -1;
		if (to) to.tabIndex = 0;
		to?.focus();
	});
	if (list.length <= MOST) return box;
	const more = element(
		"button",
		{ type: "button", class: "quiet" },
		`Show more: ${list.length - MOST} are not shown`,
	);
	more.addEventListener("click", () => {
		extend();
		const left = list.length - options.length;
		if (left > 0) more.textContent = `Show more: ${left} are not shown`;
		else more.remove();
	});
	return element("div", {}, box, more);
}

/** Highlights a run of another box. */
export function light(box: HTMLElement, i: number | undefined): void {
	for (const lit of box.querySelectorAll(".lit")) lit.classList.remove("lit");
	if (i !== undefined) box.querySelector(`[data-i="${i}"]`)?.classList.add("lit");
}
