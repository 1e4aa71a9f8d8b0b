import { describeBytes } from "../../core/describe-bytes.js";
import { element } from "../elements/element.js";
import { words } from "../elements/number.js";
import { base64Blob, base64Size, fileKind, fileName } from "./files.js";
import type { Member, View } from "./viewer.js";

/** A file in Base64: a picture is shown, sound, video and PDF are played, and everything can be saved. */
export function imageView({ name, value, schema, answer: { file, picture } }: Member): View | undefined {
	if (typeof value !== "string") return undefined;
	if (value === "") return { element: element("p.soft", "The file is empty.") };
	const mediaType = String(schema.contentMediaType ?? "image/png");
	const size = base64Size(value);
	const saved = fileName(file?.name, name, mediaType);
	const place = element("div.file-place");
	const link = element("a.button", { download: saved }, `Download ${saved}`);
	let url: string | undefined;
	let hasEnded = false;
	void base64Blob(value, mediaType).then(
		(blob) => {
			if (hasEnded) return;
			url = URL.createObjectURL(blob);
			link.href = url;
			place.replaceChildren(display(mediaType, url, words(name)));
		},
		() => place.replaceChildren(element("p.note", "The file cannot be read: it is not Base64.")),
	);
	const isCopy = picture !== undefined && fileKind(mediaType) === "picture";
	const told = isCopy ? sizeText(size, file?.size) : describeBytes(size);
	return {
		element: element("figure.file", place, element("figcaption", `${mediaType}, ${told}`, link)),
		summary: told,
		spoken: `${words(name)}, ${mediaType}, ${told}`,
		end: () => {
			hasEnded = true;
			if (url !== undefined) URL.revokeObjectURL(url);
		},
	};
}

function display(mediaType: string, src: string, label: string): HTMLElement {
	switch (fileKind(mediaType)) {
		case "picture":
			return element("img", { src, alt: `The result: ${label}` });
		case "audio":
			return element("audio", { src, controls: true, "aria-label": label });
		case "video":
			return element("video", { src, controls: true, playsinline: true, "aria-label": label });
		case "page":
			// Without rights: what a mill wrote cannot run or load anything. Chromium shows no PDF then, and no script of a PDF
			// can reach the page.
			return element("iframe", { src, sandbox: mediaType === "text/html" ? "" : undefined, title: label });
		case "file":
			return element("p.file-name", mediaType);
	}
}

/** `48 KiB, 96 % smaller` */
function sizeText(size: number, before: number | undefined): string {
	const text = describeBytes(size);
	if (before === undefined || before === 0 || size === before) return text;
	const share = Math.round(Math.abs(1 - size / before) * 100);
	return `${text}, ${share} % ${size < before ? "smaller" : "larger"}`;
}
