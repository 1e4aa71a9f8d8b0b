/** Attributes of an element: texts, numbers or booleans, and listeners as functions under `on…`. */
export type Attributes = Readonly<
	Record<string, string | number | boolean | undefined | ((event: never) => void)>
>;
type Child = Node | string | undefined;

/**
 * Makes an element. Children that are strings become text, never HTML: what a mill or a caller wrote stays text.
 * @example element("p", { class: "hint" }, "Choose a picture.")
 */
export function element<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	given: Attributes = {},
	...children: readonly Child[]
): HTMLElementTagNameMap[K] {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(given)) {
		if (typeof value === "function") made.addEventListener(name.slice(2), value as EventListener);
		else if (value === true) made.setAttribute(name, "");
		else if (value !== undefined && value !== false) made.setAttribute(name, String(value));
	}
	made.append(...children.filter((child) => child !== undefined));
	return made;
}

/** A button that does not submit anything. */
export function button(label: string, press: () => void, given: Attributes = {}): HTMLButtonElement {
	return element("button", { type: "button", onclick: press, ...given }, label);
}

let made = 0;

/** An id that nothing else on the page has. */
export function freshId(): string {
	made += 1;
	return `g${made}`;
}
