import { defineMill, Type, text } from "../../../packages/gristmill/dist/index.js";
import { grind } from "../grind.mjs";

/** The same algorithm as the other servers have. A mill for each cost, because a mill learns what its calls cost. */
export function makeGrinder(name, inline) {
	return defineMill({
		name,
		version: "1.0.0",
		summary: "Turns a hash as often as the text says.",
		input: { "text/plain": text() },
		output: Type.Object({ hash: Type.String() }),
		inline,
		run: (input) => ({ hash: grind(input) }),
	});
}
