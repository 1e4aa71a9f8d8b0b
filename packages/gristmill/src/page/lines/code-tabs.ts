import { element } from "../elements/element.js";
import type { Call } from "./call.js";
import { copyable } from "./copy.js";
import { scriptText } from "./javascript.js";
import { httpxText, pythonText } from "./python.js";
import { callCurl, commandLine, fitsLine, TEXT_FILE } from "./shell.js";

/** The tabs that show the call as code. */
export const LANGUAGES = ["curl", "JavaScript", "Python", "Command"];

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
		["JavaScript", () => copyable("JavaScript", scriptText(call), ...notes())],
		[
			"Python",
			() => [
				...copyable("Python", pythonText(call), ...notes()),
				element("h2", { class: "label" }, "With httpx"),
				...copyable("Python with httpx", httpxText(call)),
			],
		],
		["Command", () => copyable("Command", commandLine(call), ...shell())],
	];
}

/** A picture that the page made is not on the visitor's disk. */
function saveNote(name: string, content: Blob): HTMLElement {
	const link = element("a", { href: "#", download: name }, name);
	link.addEventListener("click", () => {
		link.href = URL.createObjectURL(content);
		setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
	});
	return element("span", {}, "Save ", link, " first, and run it in that folder.");
}
