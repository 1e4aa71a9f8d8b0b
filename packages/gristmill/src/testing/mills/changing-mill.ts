import { readFileSync } from "node:fs";
import { defineMill, Type, text } from "gristmill";

/** The file that the mill reads: `changing-mill.js?asset=file:///tmp/canary.txt`. */
const asset = new URL(new URL(import.meta.url).searchParams.get("asset") ?? import.meta.url);

/** Returns the current content of its asset. The mill matches its example until a test changes the file. */
export default defineMill({
	name: "changing-tester",
	version: "1.0.0",
	summary: "Says what its asset holds.",
	input: { "text/plain": text({ description: "Any text." }) },
	output: Type.Object({ holds: Type.String({ description: "What the asset holds." }) }),
	examples: [{ input: "anything", output: { holds: "grist" } }],
	assets: [asset],
	run: () => ({ holds: readFileSync(asset, "utf8") }),
});
