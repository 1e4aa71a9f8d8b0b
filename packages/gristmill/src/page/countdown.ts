import { button, element } from "./element.js";

/** A longer wait is the visitor's decision. */
const LONGEST = 300;

/** Tries again when the server says so, or when the visitor does not want to wait. */
export function countdown(seconds: number | undefined, run: (delay: number) => void): HTMLElement {
	const text = element("span", {});
	const box = element(
		"div",
		{ class: "row" },
		button("Try now", () => run(0), { class: "primary" }),
		text,
	);
	if (seconds === undefined || seconds > LONGEST) return box;
	let left = seconds;
	const tell = () => {
		text.textContent = left > 0 ? `Trying again in ${left} s` : "Trying again…";
	};
	tell();
	const timer = setInterval(() => {
		left -= 1;
		tell();
		// Another answer has taken its place, or the call is made.
		if (left <= 0 || !box.isConnected) clearInterval(timer);
	}, 1_000);
	run(seconds * 1_000);
	return box;
}
