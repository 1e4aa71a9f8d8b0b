import { closest } from "../core/closest.js";

/** What an operator can switch off: the three conventions, each document under all of them, metrics, MCP and the page. */
const OFFERED = [
	"negotiation",
	"links",
	"urls",
	"schema",
	"xml-schema",
	"description",
	"list",
	"metrics",
	"mcp",
	"page",
] as const;

export type Offered = (typeof OFFERED)[number];

/** Returns whether the server offers something for a mill, or for the whole server if no mill is given. */
export type Offers = (what: Offered, mill?: string) => boolean;

/**
 * Parses what is hidden: `urls` for the whole server, `classifier:schema` for one mill.
 * Throws a RangeError that lists the known words.
 */
export function offersWithout(hidden: readonly string[], mills: readonly string[]): Offers {
	const off = new Set<string>();
	for (const entry of hidden) {
		const [what = "", mill] = entry.split(":").reverse();
		if (!OFFERED.some((known) => known === what)) {
			const hint = closest(what, OFFERED);
			throw new RangeError(
				`"${entry}" cannot be hidden.${hint ? ` Did you mean "${hint}"?` : ` These can: ${OFFERED.join(", ")}.`}`,
			);
		}
		if (mill !== undefined && what === "metrics")
			throw new RangeError(
				`"${entry}" cannot be hidden. Metrics are those of the whole server: hide "metrics".`,
			);
		if (mill !== undefined && !mills.includes(mill))
			throw new RangeError(
				`"${entry}" cannot be hidden: the mill is not served. Served: ${mills.join(", ")}.`,
			);
		off.add(entry);
	}
	return (what, mill) => !off.has(what) && !(mill !== undefined && off.has(`${mill}:${what}`));
}
