import { describeBytes } from "../core/describe-bytes.js";
import { type Camera, hasCamera, openCamera } from "./camera.js";
import { button, element, freshId } from "./element.js";
import type { Form } from "./facts.js";
import type { Given, InputPart } from "./input.js";
import type { Body } from "./lines.js";

export interface FileInput extends InputPart {
	/** Takes a file; `address` says where on the server it came from. */
	write(file: File, address?: string): void;
}

/** A place to drop, choose or paste a file; for pictures with a preview and the camera. */
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
	let given: Given | undefined;
	let wrong: string | undefined;
	let camera: Camera | undefined;

	function write(file: File, address?: string): void {
		const form = formFor(forms, file);
		wrong = form ? tooLarge(form, file) : `Choose ${list(forms)}: this is ${file.type || "another type"}.`;
		if (given?.picture) URL.revokeObjectURL(given.picture);
		const picture = isPicture ? URL.createObjectURL(file) : undefined;
		const body: Body =
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
		// The same file may be chosen again after it was changed.
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
			told.textContent = "Allow the use of the camera, or choose a picture: there is no camera to be had.";
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

/** What the clipboard holds: a file, or a text where any file would do. */
export function pasted({ clipboardData }: ClipboardEvent, isPicture: boolean): File | undefined {
	const file = clipboardData?.files[0];
	if (file) return file;
	const text = isPicture ? "" : (clipboardData?.getData("text/plain") ?? "");
	return text === "" ? undefined : new File([text], "pasted.txt", { type: "text/plain" });
}

/** The form that a file is sent as: its own type, or the one that takes any bytes. */
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
