import { describeBytes } from "../../core/describe-bytes.js";
import { button, element, freshId } from "../element.js";
import type { CallBody } from "../lines.js";
import type { Form } from "../views/facts.js";
import { type Camera, hasCamera, openCamera } from "./camera.js";
import type { InputPart, InputValue } from "./input.js";

export interface FileInput extends InputPart {
	/** Takes a file. `address` is its URL on the server, if it is an example. */
	write(file: File, address?: string): void;
}

/** An area to drop, choose or paste a file. Pictures have a preview and the camera. */
export function makeFileInput(forms: readonly Form[], changed: () => void): FileInput {
	const isPicture = forms.every(({ kind }) => kind === "picture");
	const accept = isPicture ? forms.map(({ mediaType }) => mediaType).join(",") : undefined;
	const noun = isPicture ? "a picture" : "a file";
	const id = freshId();
	const chooser = element("input", { id, type: "file", accept, class: "unseen" });
	const hint = element("p", { class: "hint" }, `Drop or paste ${noun} here`);
	const preview = element("div", { class: "preview" }, hint);
	const stand = element("div", { class: "drop" }, preview);
	const told = element("p", { class: "size", role: "status" });
	let given: InputValue | undefined;
	let wrong: string | undefined;
	let camera: Camera | undefined;

	function write(file: File, address?: string): void {
		const form = formFor(forms, file);
		wrong = form ? tooLarge(form, file) : `Choose ${list(forms)}: this is ${file.type || "another type"}.`;
		if (given?.picture) URL.revokeObjectURL(given.picture);
		const picture = isPicture ? URL.createObjectURL(file) : undefined;
		const body: CallBody =
			address === undefined ? { kind: "file", name: file.name } : { kind: "address", url: address };
		given =
			form && wrong === undefined ? { mediaType: form.mediaType, content: file, body, picture } : undefined;
		const image = picture && element("img", { src: picture, alt: `Preview of ${file.name}` });
		preview.replaceChildren(image || element("p", { class: "file-name" }, file.name));
		told.textContent = `${file.name}, ${describeBytes(file.size)}`;
	}

	function take(file: File | undefined): void {
		if (!file) return;
		write(file);
		changed();
	}

	chooser.addEventListener("change", () => {
		take(chooser.files?.[0]);
		// Lets the visitor choose the same file again after a change.
		chooser.value = "";
	});
	stand.addEventListener("dragover", (event) => {
		event.preventDefault();
		stand.classList.add("over");
	});
	stand.addEventListener("dragleave", () => stand.classList.remove("over"));
	stand.addEventListener("drop", (event) => {
		event.preventDefault();
		stand.classList.remove("over");
		take(event.dataTransfer?.files[0]);
	});

	const choose = button(`Choose ${noun}`, () => chooser.click());
	const buttons = element("div", { class: "row" }, choose, chooser);
	if (isPicture && hasCamera()) buttons.append(button("Camera", () => void useCamera()));

	async function useCamera(): Promise<void> {
		camera?.stop();
		try {
			camera = await openCamera((file) => {
				camera?.element.replaceWith(preview);
				camera = undefined;
				take(file);
			});
			preview.replaceWith(camera.element);
		} catch {
			told.textContent = "Allow access to the camera, or choose a picture. No camera is available.";
		}
	}

	const label = element("label", { for: id }, isPicture ? "Picture" : "File");
	return {
		element: element(
			"div",
			{ class: "file-input", onpaste: (event: ClipboardEvent) => take(pasted(event, isPicture)) },
			label,
			stand,
			buttons,
			told,
		),
		write,
		read: () => given,
		complaint: () => wrong,
		rest: () => {
			camera?.stop();
			camera?.element.replaceWith(preview);
			camera = undefined;
		},
	};
}

/** The clipboard's file, or its text if any bytes are accepted. */
export function pasted({ clipboardData }: ClipboardEvent, isPicture: boolean): File | undefined {
	const file = clipboardData?.files[0];
	if (file) return file;
	const text = isPicture ? "" : (clipboardData?.getData("text/plain") ?? "");
	return text === "" ? undefined : new File([text], "pasted.txt", { type: "text/plain" });
}

/** The input form for a file: its own type, or the form that accepts any bytes. */
function formFor(forms: readonly Form[], file: File): Form | undefined {
	return forms.find(({ mediaType }) => mediaType === file.type) ?? forms.find(({ kind }) => kind === "file");
}

function tooLarge({ maxBytes }: Form, { size }: File): string | undefined {
	return size > maxBytes
		? `Send at most ${describeBytes(maxBytes)}: this has ${describeBytes(size)}.`
		: undefined;
}

function list(forms: readonly Form[]): string {
	return forms.map(({ mediaType }) => mediaType.replace("image/", "").toUpperCase()).join(", ");
}
