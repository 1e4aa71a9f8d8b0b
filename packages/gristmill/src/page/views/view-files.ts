import { describeBytes } from "../../core/describe-bytes.js";
import { element } from "../elements/element.js";
import { counted } from "../elements/number.js";
import { base64Blob, base64Size, fileKind, fileMembers, fileName } from "./files.js";
import { factsView } from "./view-facts.js";
import type { ShownAnswer, View } from "./viewer.js";

/** For members that are files: each is shown or played, beside the picture that was sent, and can be saved. */
export function filesView(answer: ShownAnswer): View | undefined {
	const { output, members, picture, file } = answer;
	const files = Object.entries(fileMembers(members)).filter(([name]) => typeof output[name] === "string");
	if (files.length === 0) return undefined;
	const urls: string[] = [];
	let hasEnded = false;
	const before =
		picture === undefined
			? []
			: [
					element(
						"figure",
						{},
						element("img", { src: picture, alt: "The picture that was sent" }),
						element("figcaption", {}, `Before${file ? `, ${describeBytes(file.size)}` : ""}`),
					),
				];
	const shown = files.map(([name, mediaType]) => {
		const base64 = String(output[name]);
		const size = base64Size(base64);
		const saved = fileName(file?.name, name, mediaType);
		const place = element("div", { class: "file-place" });
		// Only a picture can be compared with the picture that was sent.
		const isAfter = picture !== undefined && fileKind(mediaType) === "picture";
		const words = isAfter
			? `After, ${sizeText(size, file?.size)}`
			: `${name.replaceAll("_", " ")}, ${describeBytes(size)}`;
		const link = element("a", { class: "button", download: saved }, `Download ${saved}`);
		void base64Blob(base64, mediaType).then(
			(blob) => {
				if (hasEnded) return;
				const url = URL.createObjectURL(blob);
				urls.push(url);
				link.href = url;
				place.replaceChildren(...display(mediaType, url, name));
			},
			() =>
				place.replaceChildren(element("p", { class: "note" }, "The file cannot be read: it is not Base64.")),
		);
		return element("figure", {}, place, element("figcaption", {}, words), link);
	});
	const rest = Object.fromEntries(
		Object.entries(output).filter(([name]) => !files.some(([own]) => own === name)),
	);
	const facts = factsView({ ...answer, output: rest, picture: undefined });
	const sizes = files.map(
		([name, mediaType]) => `${mediaType}, ${describeBytes(base64Size(String(output[name])))}`,
	);
	return {
		element: element(
			"div",
			{ class: "files" },
			element("div", { class: "pictures" }, ...before, ...shown),
			facts?.element,
		),
		shows: Object.keys(output),
		summary: sizes.length === 1 ? sizes[0] : counted(sizes.length, "files"),
		spoken: [...sizes, facts?.spoken ?? ""].filter((part) => part !== "").join(", "),
		end: () => {
			hasEnded = true;
			for (const url of urls) URL.revokeObjectURL(url);
		},
	};
}

function display(mediaType: string, url: string, name: string): HTMLElement[] {
	const label = name.replaceAll("_", " ");
	switch (fileKind(mediaType)) {
		case "picture":
			return [element("img", { src: url, alt: `The result: ${label}` })];
		case "audio":
			return [element("audio", { src: url, controls: true, "aria-label": label })];
		case "video":
			return [element("video", { src: url, controls: true, playsinline: true, "aria-label": label })];
		case "file":
			return [element("p", { class: "file-name" }, mediaType)];
	}
}

/** `48 KiB, 96 % smaller` */
function sizeText(size: number, before: number | undefined): string {
	const text = describeBytes(size);
	if (before === undefined || before === 0 || size === before) return text;
	const share = Math.round(Math.abs(1 - size / before) * 100);
	return `${text}, ${share} % ${size < before ? "smaller" : "larger"}`;
}
