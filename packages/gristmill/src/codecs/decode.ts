import type { InputForm } from "../core/definition/input.js";
import type { ParameterValues } from "../core/parameters.js";
import { Problem } from "../core/problem.js";
import { decodeImage } from "./formats/image.js";
import { decodeJson } from "./formats/json.js";
import { decodeText } from "./formats/text.js";
import { LongInput } from "./long-input.js";
import { readForm } from "./multipart/form-body.js";

/** Turns a body into the value that `run` receives. Throws a Problem if the bytes are not valid. */
export function decodeInput(
	form: InputForm,
	mediaType: string,
	charset: string | undefined,
	body: Uint8Array,
	parameters: ParameterValues = {},
): unknown {
	if (form.stream !== undefined) return new LongInput(form, charset, [body], parameters);
	// An empty text is valid. An empty image or empty JSON is not.
	if (body.byteLength === 0 && (form.kind === "json" || form.kind === "image"))
		throw new Problem("empty-input", `Send ${mediaType}: the input is empty.`);
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
		case "form":
			return decodeForm(form, body, parameters);
	}
}

/** An object with the value of each part. A problem names its part. */
function decodeForm(form: InputForm, body: Uint8Array, parameters: ParameterValues): Record<string, unknown> {
	const values = readForm(form, body).map(({ name, mediaType, charset, content }) => {
		const part = form.parts?.[name];
		if (!part) throw new TypeError(`There is no part ${name}.`);
		try {
			return [name, decodeInput(part, mediaType, charset, content, parameters)] as const;
		} catch (error) {
			if (!Problem.is(error)) throw error;
			throw new Problem(error.code, `In the part "${name}": ${error.detail ?? ""}`, {
				...error.members,
				part: name,
			});
		}
	});
	return Object.fromEntries(values);
}
