import { button, element } from "../elements/element.js";
import { number } from "../elements/number.js";
import { coloured } from "./colours.js";

/** More text than that makes a browser slow. All of it is copied. */
const LONGEST_SHOWN = 50_000;

/** A text of code with a button that copies it to the clipboard. */
export function copyable(label: string, text: string, ...notes: readonly (Node | string)[]): Node[] {
	const isLong = text.length > LONGEST_SHOWN;
	const shown = isLong ? `${text.slice(0, LONGEST_SHOWN)}\n…` : text;
	const code = element(
		"pre",
		{ tabindex: 0, role: "region", "aria-label": label },
		element("code", ...coloured(shown)),
	);
	const cut = isLong ? `The first ${number(LONGEST_SHOWN)} of ${number(text.length)} characters. ` : "";
	const said = [cut, ...notes].filter((note) => note !== "");
	return [copyButton(() => text, code), ...(said.length === 0 ? [] : [element("p.note", ...said)]), code];
}

/** A button that copies a text. `shown` is where the text is, and `what` names it if there are several. */
export function copyButton(text: () => string, shown: HTMLElement, what = ""): HTMLElement {
	const copy = button("Copy", () => void press(), {
		class: "copy",
		"aria-label": (what && `Copy ${what}`) || undefined,
	});
	const press = async () => {
		copy.textContent = (await written(text(), shown)) ? "Copied" : "Selected";
		setTimeout(() => {
			copy.textContent = "Copy";
		}, 1_500);
	};
	return copy;
}

/** Only secure origins have a clipboard. Elsewhere the text is selected, so that the visitor can copy it. */
async function written(text: string, shown: HTMLElement): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		getSelection()?.selectAllChildren(shown);
		return false;
	}
}
