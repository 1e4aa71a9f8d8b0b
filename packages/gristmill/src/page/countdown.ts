import { button, element } from "./elements/element.js";

/** A longer wait is the visitor's decision. */
const LONGEST = 300;
const MOST_TRIES = 10;

/** The seconds until the page tries again by itself; undefined if that is the visitor's decision. */
export function pauseOf(retryAfter: number | undefined, tries: number): number | undefined {
	if (retryAfter === undefined || retryAfter > LONGEST || tries >= MOST_TRIES) return undefined;
	return Math.max(1, retryAfter);
}

/** Retries after this many seconds, or at once if the visitor clicks the button. */
export function countdown(
	seconds: number | undefined,
	{ now, later }: { now(): void; later(delay: number): void },
): HTMLElement {
	const text = element("span");
	const box = element("div.row", button("Try now", now, { class: "primary" }), text);
	if (seconds === undefined) return box;
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
	later(seconds * 1_000);
	return box;
}
