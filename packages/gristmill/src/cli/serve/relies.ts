import { codeOf } from "../../runtime/digest/digest.js";
import type { MillModule } from "../../runtime/loading/import-mill.js";

/** A line that says which classes of engines a mill's digest has because of its code, and which words of it are why. */
export async function relianceLine({ url }: MillModule): Promise<string> {
	const uses = new Map<string, Set<string>>();
	for (const { use, facets } of (await codeOf(url)).reliances) {
		const key = facets.join(", ");
		uses.set(key, (uses.get(key) ?? new Set()).add(use));
	}
	if (uses.size === 0) return "";
	const classes = [...uses].map(([facets, words]) => `${facets} (${[...words].join(", ")})`);
	return `  relies   on the engine's class of ${classes.join("; of ")}\n`;
}
