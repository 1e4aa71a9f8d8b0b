import { element } from "./element.js";

/** The key that runs a call together with Enter. */
export const MODIFIER = /Mac|iP(?:hone|ad|od)/.test(navigator.platform) ? "⌘" : "Ctrl";

export function keyHint(): (Node | string)[] {
	return [element("kbd", {}, MODIFIER), " + ", element("kbd", {}, "Enter")];
}
