import { binary, defineMill, Type, text } from "gristmill";

const search = new URL(import.meta.url).searchParams;
/** The only array of results, which the next call writes to. */
const bytes = new Uint8Array(Number(search.get("size") ?? 8));

/** Repeats the first byte of a text, always in the same array. */
export default defineMill({
	name: search.get("name") ?? "array-reuser",
	version: "1.0.0",
	summary: "Repeats a byte.",
	input: { "text/plain": text() },
	output: Type.Object({ bytes: binary(["application/octet-stream"]) }),
	run: (input) => ({ bytes: bytes.fill(input.charCodeAt(0)) }),
});
