import { button, element } from "./element.js";
import { number } from "./number.js";

/** Something folded, which is built when it is opened: most is not. */
export function folded(label: Node | string, build: () => Node, isOpen = false): HTMLDetailsElement {
	const details = element("details", element("summary", label));
	details.addEventListener("toggle", () => details.append(build()), { once: true });
	details.open = isOpen;
	return details;
}

/** Adds items step by step: at once the first ones, and more at each click. `add` gets the range; undefined if all fit. */
export function stepwise(
	total: number,
	step: number,
	add: (from: number, to: number) => void,
): HTMLButtonElement | undefined {
	let shown = Math.min(total, step);
	add(0, shown);
	if (shown === total) return undefined;
	const more = button(
		"",
		() => {
			const from = shown;
			shown = Math.min(total, shown + step);
			add(from, shown);
			if (shown < total) tell();
			else more.remove();
		},
		{ class: "quiet" },
	);
	const tell = () => {
		more.textContent = `Show more: ${number(total - shown)} are not shown`;
	};
	tell();
	return more;
}
