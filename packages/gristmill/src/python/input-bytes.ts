import { Buffer } from "node:buffer";
import type { InputForm } from "../core/definition/input.js";

/** The input as Python gets it: text in UTF-8, JSON, or the bytes as they are. */
export function inputBytes(form: InputForm | undefined, value: unknown): Uint8Array {
	if (form?.kind === "text") return Buffer.from(String(value));
	return form?.kind === "json" ? Buffer.from(JSON.stringify(value)) : (value as Uint8Array);
}
