import { describeBytes } from "../../core/describe-bytes.js";
import { button, element, freshId } from "../elements/element.js";
import type { CallBody } from "../lines/call.js";
import type { Form } from "../views/facts.js";
import type { Box } from "../views/viewer.js";
import { type Camera, hasCamera, openCamera } from "./camera.js";
import type { InputPart, InputValue, Refused } from "./input.js";
import { canRead, remakePicture, writableType } from "./remake-picture.js";

export interface FileInput extends InputPart {
	/** Takes a file. `address` is its URL on the server, if it is an example. */
	write(file: File, address?: string): void;
	/** Removes the file. */
	clear(): void;
	/** Makes the picture smaller and takes it; undefined if the input is no picture. */
	readonly shrink: (() => void) | undefined;
}

/** After a mill refused a picture as too large, it gets one of this size. */
const SHRUNK_SIDE = 2_048;

/** An area to drop, choose or paste a file. Pictures have a preview and the camera. `many` takes several at once. */
export function makeFileInput(
	forms: readonly Form[],
	changed: () => void,
	many?: (files: readonly File[]) => void,
): FileInput {
	const isPicture = forms.every(({ kind }) => kind === "picture");
	const noun = isPicture ? "a picture" : "a file";
	const labelId = freshId();
	// The button opens it: as a stop of its own it would be invisible.
	const chooser = element("input", {
		type: "file",
		accept: isPicture ? "image/*" : undefined,
		multiple: many !== undefined,
		hidden: true,
	});
	const invitation = element("p", `Drop or paste ${noun}, or click to choose one`);
	const preview = element("div.preview", invitation);
	const stand = element("div.drop", { onclick: () => camera ?? chooser.click() }, preview);
	const told = element("p.size");
	let file: File | undefined;
	let from: string | undefined;
	let url: string | undefined;
	let given: InputValue | undefined;
	let wrong: Refused | undefined;
	let camera: Camera | undefined;

	function write(next: File, address?: string): void {
		file = next;
		from = address;
		const form = formFor(forms, next);
		wrong = refusalOf(forms, form, next);
		forget();
		url = isPicture ? URL.createObjectURL(next) : undefined;
		const photo = url === undefined ? undefined : makePhoto(url, `Preview of ${next.name}`);
		const picture = photo && { draw: photo.draw };
		const isMade = made.has(next);
		const body: CallBody =
			address === undefined ? { kind: "file", name: next.name, isMade } : { kind: "address", url: address };
		given =
			form && !wrong
				? { mediaType: form.mediaType, content: next, body, picture, name: next.name }
				: undefined;
		preview.replaceChildren(photo?.element ?? element("p.file-name", next.name));
		told.textContent = `${next.name}, ${describeBytes(next.size)}`;
		remove.hidden = false;
		if (wrong && isPicture) void offerRemedy(next, form);
	}

	function forget(): void {
		if (url !== undefined) URL.revokeObjectURL(url);
		url = undefined;
	}

	function clear(): void {
		file = undefined;
		from = undefined;
		wrong = undefined;
		forget();
		given = undefined;
		preview.replaceChildren(invitation);
		told.textContent = "";
		remove.hidden = true;
	}

	/** If this browser can read the picture, it can also convert and shrink it. */
	async function offerRemedy(refused: File, form: Form | undefined): Promise<void> {
		const type = writableType(forms.map(({ mediaType }) => mediaType));
		if (type === undefined || !(await canRead(refused)) || file !== refused || !wrong) return;
		const label = form ? "Make the picture smaller" : `Convert the picture to ${shortName(type)}`;
		wrong = { ...wrong, remedies: [{ label, apply: () => void remake(type) }] };
		changed();
	}

	async function remake(type: string, longestSide?: number): Promise<void> {
		const before = file;
		if (!before) return;
		const maxBytes = forms.find(({ mediaType }) => mediaType === type)?.maxBytes ?? Number.POSITIVE_INFINITY;
		const picture = await remakePicture(before, type, { maxBytes, ...(longestSide && { longestSide }) });
		// The visitor may have removed it or chosen another one.
		if (file !== before) return;
		if (picture) made.add(picture);
		if (picture) take(picture);
		else told.textContent = "This browser cannot convert the picture. Choose another one.";
	}

	function take(next: File | undefined): void {
		if (!next) return;
		write(next);
		changed();
	}

	chooser.addEventListener("change", () => {
		const files = [...(chooser.files ?? [])];
		if (files.length > 1) many?.(files);
		else take(files[0]);
		// Lets the visitor choose the same file again after a change.
		chooser.value = "";
	});
	const choose = button(`Choose ${noun}`, () => chooser.click());
	const remove = button(
		"Remove",
		() => {
			clear();
			changed();
			// The button is gone, and the keyboard's place with it.
			choose.focus();
		},
		{ hidden: true },
	);
	const buttons = element("div.row", choose, chooser);
	if (isPicture && hasCamera()) buttons.append(button("Camera", () => void useCamera()));
	buttons.append(remove);

	function closeCamera(): void {
		camera?.stop();
		camera?.element.replaceWith(preview);
		camera = undefined;
	}

	async function useCamera(): Promise<void> {
		closeCamera();
		try {
			camera = await openCamera((picture) => {
				closeCamera();
				if (picture) made.add(picture);
				take(picture);
			});
			preview.replaceWith(camera.element);
		} catch {
			told.textContent = "No camera is available. Allow the page to use it, or choose a picture.";
		}
	}

	return {
		element: element(
			"div.file-input",
			{
				role: "group",
				"aria-labelledby": labelId,
				onpaste: (event: ClipboardEvent) => take(pasted(event, isPicture)),
			},
			element("span.title", { id: labelId }, forms[0]?.label ?? (isPicture ? "Picture" : "File")),
			stand,
			buttons,
			told,
		),
		write,
		clear,
		read: () => given,
		refused: () => wrong,
		fits: (other) => formFor(forms, other) !== undefined || (isPicture && other.type.startsWith("image/")),
		take,
		get shrink() {
			const type = isPicture ? writableType(forms.map(({ mediaType }) => mediaType)) : undefined;
			return type === undefined ? undefined : () => void remake(type, SHRUNK_SIDE);
		},
		keep: () => {
			const [kept, address] = [file, from];
			return () => (kept ? write(kept, address) : clear());
		},
		rest: closeCamera,
	};
}

const SVG = "http://www.w3.org/2000/svg";

/** A picture on which rectangles can be drawn, in its own pixels. */
function makePhoto(src: string, alt: string) {
	const image = element("img", { src, alt });
	const layer = document.createElementNS(SVG, "svg");
	layer.setAttribute("class", "boxes");
	const draw = (boxes: readonly Box[]) => {
		layer.setAttribute("viewBox", `0 0 ${image.naturalWidth} ${image.naturalHeight}`);
		layer.replaceChildren(
			...boxes.flatMap(({ label, ...place }) => {
				const box = document.createElementNS(SVG, "rect");
				for (const [name, value] of Object.entries(place)) box.setAttribute(name, String(value));
				if (label === undefined) return [box];
				const text = document.createElementNS(SVG, "text");
				text.setAttribute("x", String(place.x));
				text.setAttribute("y", String(place.y));
				text.setAttribute("font-size", String(image.naturalWidth / 24));
				text.append(label);
				return [box, text];
			}),
		);
	};
	return {
		element: element("div.photo", image, layer),
		draw: (boxes: readonly Box[]) =>
			void image.decode().then(
				() => draw(boxes),
				() => {},
			),
	};
}

/** The files that the page made: a visitor has to save them before a copied command finds them. */
const made = new WeakSet<File>();

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

function refusalOf(forms: readonly Form[], form: Form | undefined, file: File): Refused | undefined {
	const types = forms.map(({ mediaType }) => shortName(mediaType)).join(", ");
	if (!form)
		return {
			title: "Unsupported type of file",
			detail: `${file.name} is ${file.type || "of an unknown type"}, and this mill takes ${types}.`,
		};
	if (file.size <= form.maxBytes) return undefined;
	return {
		title: "File too large",
		detail: `${file.name} has ${describeBytes(file.size)}, and this mill takes at most ${describeBytes(form.maxBytes)}.`,
	};
}

function shortName(mediaType: string): string {
	return mediaType.replace(/^image\//, "").toUpperCase();
}
