import { button, element, save } from "../elements/element.js";
import type { Call } from "./call.js";
import { copyable } from "./copy.js";
import { scriptText } from "./javascript.js";
import { pythonText } from "./python.js";
import { callCurl, commandLine, fitsLine, TEXT_FILE } from "./shell.js";

/** The content of each tab. */
export function codeTabs(
	call: Call,
	content: string | Blob,
): readonly (readonly [string, () => readonly Node[]])[] {
	const { body } = call;
	const secret = call.credential
		? "Set the variable TOKEN to your token first. The command does not contain it. "
		: "";
	const files = body.kind === "form" ? body.parts.flatMap((part) => ("file" in part ? [part.file] : [])) : [];
	const notes = () =>
		files.length > 0
			? [secret, `Run it in the folder that contains ${files.join(", ")}.`]
			: body.kind === "file"
				? body.isMade && typeof content !== "string"
					? [secret, saveNote(body.name, content)]
					: [secret, `Run it in the folder that contains ${body.name}.`]
				: [secret];
	const shell = () =>
		body.kind === "text" && !fitsLine(body.text)
			? [secret, `Save the text as ${TEXT_FILE} first. It is too long for a command.`]
			: notes();
	return [
		["curl", () => copyable("curl", callCurl(call), ...shell())],
		["TypeScript", () => copyable("TypeScript", scriptText(call), ...notes())],
		["Python", () => copyable("Python", pythonText(call), ...notes())],
		["CLI", () => copyable("CLI", commandLine(call), ...shell())],
	];
}

/** A picture that the page made is not on the visitor's disk. */
function saveNote(name: string, content: Blob): HTMLElement {
	const link = button(name, () => save(name, content), { class: "quiet" });
	return element("span", "Save ", link, " first, and run it in that folder.");
}
