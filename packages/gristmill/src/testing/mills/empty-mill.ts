import { defineMill, Type, text } from "../../index.js";

/** A mill that takes text and whose result is empty; the fields say in what it differs from that. */
export const emptyMill = (fields: object = {}) =>
	defineMill({
		name: "text-meter",
		version: "1.0.0",
		summary: "Does nothing.",
		input: { "text/plain": text() },
		output: Type.Object({}),
		run: () => ({}),
		...fields,
	});
