import { defineMill, Type, text } from "gristmill";

const { searchParams } = new URL(import.meta.url);
const how = searchParams.get("how") ?? "well";

/** Each run of a probe in this process. */
export const probed: number[] = [];

/** A mill with a probe. `?how=` chooses how that fails. */
export default defineMill({
	name: searchParams.get("name") ?? "number-teller",
	version: "1.0.0",
	summary: "Tells its process.",
	input: { "text/plain": text() },
	output: Type.Object({ pid: Type.Integer() }),
	probe: () => {
		probed.push(process.pid);
		if (how === "throws") throw new Error("no such kernel");
		if (how === "ends") process.exit(3);
		return how === "empty" ? new Uint8Array() : Uint8Array.of(1, 2, 3);
	},
	run: () => ({ pid: process.pid }),
});
