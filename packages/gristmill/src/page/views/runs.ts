import { element } from "../elements/element.js";
import { stepwise } from "../elements/more.js";

/** One run of a text, with an accessible name if it is not visible. */
export interface Run {
	readonly text: string;
	readonly name?: string | undefined;
	readonly class?: string | undefined;
	/** What stands over the text, such as the number of a token. */
	readonly over?: string | undefined;
	/** The character that this run and its neighbours with the same object are parts of. */
	readonly whole?: { readonly text: string } | undefined;
	/** Blank text between two runs. It is shown, but cannot be selected. */
	readonly isGap?: boolean;
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
	const box = element("div.runs", { role: "listbox", "aria-label": label, tabindex: -1 });
	const options: HTMLElement[] = [];
	let focused = 0;
	let group: { of: Run["whole"]; place: HTMLElement } | undefined;

	const more = stepwise(list.length, MOST, (from, to) => {
		for (const [i, run] of list.slice(from, to).entries()) {
			if (run.isGap) {
				box.append(element("span", run.text));
				continue;
			}
			const option = optionOf(run, options.length === 0);
			option.dataset.i = String(from + i);
			options.push(option);
			if (run.whole && group?.of !== run.whole) {
				const place = element("span.parts");
				const glyph = element("span.glyph", { "aria-hidden": "true" }, run.whole.text);
				box.append(element("span.whole", place, glyph));
				group = { of: run.whole, place };
			}
			(run.whole ? (group?.place ?? box) : box).append(option);
			if (run.over !== undefined && run.text.includes("\n")) box.append(element("br"));
		}
	});

	const mark = (i: number | undefined) => {
		for (const option of box.querySelectorAll('[aria-selected="true"]'))
			option.setAttribute("aria-selected", "false");
		if (i !== undefined) box.querySelector(`[data-i="${i}"]`)?.setAttribute("aria-selected", "true");
		look(i);
	};
	const optionAt = (event: Event) => (event.target as Element).closest<HTMLElement>("[data-i]") ?? undefined;
	const indexOf = (option: HTMLElement | undefined) => (option ? Number(option.dataset.i) : undefined);
	box.addEventListener("pointerover", (event) => mark(indexOf(optionAt(event))));
	box.addEventListener("pointerleave", () => mark(undefined));
	box.addEventListener("focusin", (event) => {
		const option = optionAt(event);
		if (option) focused = options.indexOf(option);
		mark(indexOf(option));
	});
	box.addEventListener("focusout", () => mark(undefined));
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
	return element("div", box, more);
}

function optionOf({ text, name, over, whole, class: kind = "" }: Run, isFirst: boolean): HTMLElement {
	const seen = whole ? "" : text;
	return element(
		"span",
		{
			role: "option",
			"aria-selected": "false",
			tabindex: isFirst ? 0 : -1,
			class: over === undefined ? `run ${kind}` : "run piece",
			"aria-label": name === undefined || over === undefined ? name : `${over} ${name}`,
		},
		...(over === undefined
			? [seen]
			: [
					element("small", over),
					" ",
					element("span", { class: kind }, seen.replace(/\n(?=.)/g, "").replace(/\n$/, "")),
				]),
	);
}
