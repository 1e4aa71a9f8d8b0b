import { button, element } from "./element.js";

/** A text with a button that copies it to the clipboard. */
export function copyable(text: string, note = ""): Node[] {
	const code = element(
		"pre",
		{ tabindex: 0, role: "region", "aria-label": "Text to copy" },
		element("code", {}, text),
	);
	const copy = button("Copy", () => void press(), { class: "copy" });
	const press = async () => {
		copy.textContent = (await written(text, code)) ? "Copied" : "Selected";
		setTimeout(() => {
			copy.textContent = "Copy";
		}, 1_500);
	};
	return [copy, ...(note === "" ? [] : [element("p", { class: "note" }, note)]), code];
}

/** Only secure origins have a clipboard. Elsewhere the text is selected, so that the visitor can copy it. */
async function written(text: string, code: HTMLElement): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		getSelection()?.selectAllChildren(code);
		return false;
	}
}
