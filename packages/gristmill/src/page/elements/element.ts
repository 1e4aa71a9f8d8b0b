/** Attributes of an element: texts, numbers or booleans, and listeners as functions under `on…`. */
export type Attributes = Readonly<
	Record<string, string | number | boolean | undefined | ((event: never) => void)>
>;
export type Child = Node | string | undefined;
type Tag = keyof HTMLElementTagNameMap;
type Made<Sign extends string> = Sign extends Tag
	? HTMLElementTagNameMap[Sign]
	: Sign extends `${infer T extends Tag}.${string}`
		? HTMLElementTagNameMap[T]
		: never;

/**
 * Makes an element. Children that are strings become text, never HTML: what a mill or a caller wrote stays text.
 * @example element("p.hint", "Choose a picture.")
 * @example element("button.icon", { type: "button", onclick: press }, "?")
 */
export function element<const Sign extends string>(
	sign: Sign,
	first?: Attributes | Child,
	...more: readonly Child[]
): Made<Sign> {
	const [tag = "", ...classes] = sign.split(".");
	const made = document.createElement(tag);
	if (classes.length > 0) made.className = classes.join(" ");
	const isGiven = typeof first === "object" && !(first instanceof Node);
	for (const [name, value] of Object.entries(isGiven ? first : {})) {
		if (typeof value === "function") made.addEventListener(name.slice(2), value as EventListener);
		else if (value === true) made.setAttribute(name, "");
		else if (value !== undefined && value !== false) made.setAttribute(name, String(value));
	}
	made.append(...[isGiven ? undefined : first, ...more].filter((child) => child !== undefined));
	return made as Made<Sign>;
}

/** A button that does not submit anything. */
export function button(label: Child, press: () => void, given: Attributes = {}): HTMLButtonElement {
	return element("button", { type: "button", onclick: press, ...given }, label);
}

let made = 0;

/** An id that nothing else on the page has. */
export function freshId(): string {
	made += 1;
	return `g${made}`;
}

/** Saves bytes as a file of the visitor. */
export function save(name: string, content: Blob): void {
	const link = element("a", { href: URL.createObjectURL(content), download: name });
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
