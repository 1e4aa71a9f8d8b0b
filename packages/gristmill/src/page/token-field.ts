import { element, freshId } from "./elements/element.js";
import { tokenComplaint } from "./session.js";

/** Asks for a token. It is kept only in memory: the form submits nothing, and browsers do not remember the field. */
export function tokenField(field: string, given: (token: string) => void, wasRefused = false): HTMLElement {
	const id = freshId();
	const input = element("input", { id, type: "password", autocomplete: "off", spellcheck: "false" });
	const wrong = element("p.wrong", { role: "alert" }, wasRefused ? "This token was not accepted." : "");
	return element(
		"form.token",
		{
			onsubmit: (event: SubmitEvent) => {
				event.preventDefault();
				wrong.textContent = tokenComplaint(input.value) ?? "";
				if (wrong.textContent === "" && input.value.trim() !== "") given(input.value);
			},
		},
		element("label", { for: id }, "Token"),
		element("div.row", input, element("button.primary", { type: "submit" }, "Use it")),
		wrong,
		element(
			"p.help",
			`Sent to this server in ${field}. It is not stored, and is gone when you close this page.`,
		),
	);
}
