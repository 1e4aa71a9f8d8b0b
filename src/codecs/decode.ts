import type { InputForm } from "../core/input.js";
import type { Parameters } from "../core/mill.js";
import { Problem } from "../core/problem.js";
import { decodeImage } from "./image.js";
import { decodeJson } from "./json.js";
import { decodeText } from "./text.js";

/** Turns a body into the value that `run` receives; a Problem where the bytes are not what they should be. */
export function decodeInput(
	form: InputForm,
	mediaType: string,
	charset: string | undefined,
	body: Uint8Array,
	parameters: Parameters = {},
): unknown {
	// The empty text is a text like any other; there is no empty picture and no empty JSON.
	if (body.byteLength === 0 && (form.kind === "json" || form.kind === "image"))
		throw new Problem("empty-input", `Send ${mediaType} in the body: it is empty.`);
	const { invalidBy } = form;
	const replace = invalidBy !== undefined && parameters[invalidBy] === "replace";
	switch (form.kind) {
		case "text":
			return decodeText(body, charset, { replace, invalidBy });
		case "json":
			return decodeJson(body, { replace, invalidBy });
		case "image":
			return decodeImage(body, mediaType);
		case "bytes":
			return body;
	}
}
