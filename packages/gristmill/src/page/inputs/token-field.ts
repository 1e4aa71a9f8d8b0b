import { element, freshId } from "../element.js";

/** Asks for a token. It is kept only in memory: the form submits nothing, and browsers do not remember the field. */
export function tokenField(field: string, given: (token: string) => void): HTMLElement {
	const id = freshId();
	const input = element("input", { id, type: "password", autocomplete: "off", spellcheck: "false" });
	return element(
		"form",
		{
			class: "token",
			onsubmit: (event: SubmitEvent) => {
				event.preventDefault();
				if (input.value.trim() !== "") given(input.value);
			},
		},
		element("label", { for: id }, "Token"),
		element(
			"div",
			{ class: "row" },
			input,
			element("button", { type: "submit", class: "primary" }, "Use it"),
		),
		element(
			"p",
			{ class: "help" },
			`Sent to this server in ${field}. It is not stored, and is gone when you close this page.`,
		),
	);
}
