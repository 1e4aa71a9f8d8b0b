/** Media types by file extension: those that mills are likely to accept or return. */
export const TYPE_BY_ENDING: Readonly<Record<string, string>> = {
	txt: "text/plain",
	text: "text/plain",
	log: "text/plain",
	md: "text/markdown",
	markdown: "text/markdown",
	csv: "text/csv",
	tsv: "text/tab-separated-values",
	html: "text/html",
	htm: "text/html",
	css: "text/css",
	json: "application/json",
	jsonl: "application/jsonl",
	ndjson: "application/x-ndjson",
	xml: "application/xml",
	yaml: "application/yaml",
	yml: "application/yaml",
	jpg: "image/jpeg",
	jpeg: "image/jpeg",
	png: "image/png",
	gif: "image/gif",
	webp: "image/webp",
	avif: "image/avif",
	heic: "image/heic",
	bmp: "image/bmp",
	tif: "image/tiff",
	tiff: "image/tiff",
	svg: "image/svg+xml",
	pdf: "application/pdf",
	docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	epub: "application/epub+zip",
	mp3: "audio/mpeg",
	wav: "audio/wav",
	flac: "audio/flac",
	ogg: "audio/ogg",
	mp4: "video/mp4",
	webm: "video/webm",
	zip: "application/zip",
	gz: "application/gzip",
};

/** The usual file extension of a media type, without the dot. @example endingOf("image/jpeg") // "jpg" */
export function endingOf(mediaType: string): string {
	const known = Object.keys(TYPE_BY_ENDING).find((ending) => TYPE_BY_ENDING[ending] === mediaType);
	return known ?? /[/+]([a-z0-9]{1,8})$/.exec(mediaType)?.[1] ?? "bin";
}
