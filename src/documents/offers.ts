import { closest } from "../core/closest.js";

/** What an operator can switch off: the three conventions, each document under all of them, metrics, and doors. */
export const OFFERED = [
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

/** Whether something is offered for a mill, or for the server as a whole where no mill is named. */
export type Offers = (what: Offered, mill?: string) => boolean;

/**
 * Reads what is hidden: `urls` for the whole server, `classifier:schema` for one mill.
 * Throws a RangeError that lists the known words.
 */
export function offersWithout(hidden: readonly string[], mills: readonly string[]): Offers {
	const off = new Set<string>();
	for (const entry of hidden) {
		const [what = "", mill] = entry.split(":").reverse();
		if (!OFFERED.some((known) => known === what)) {
			const hint = closest(what, OFFERED);
			const end = hint ? ` Did you mean "${hint}"?` : "";
			throw new RangeError(`Hide one of ${OFFERED.join(", ")}: "${entry}".${end}`);
		}
		if (mill !== undefined && what === "metrics")
			throw new RangeError(`Hide "metrics" for the whole server: "${entry}".`);
		if (mill !== undefined && !mills.includes(mill))
			throw new RangeError(`Hide "${what}" of a mill that is served (${mills.join(", ")}): "${entry}".`);
		off.add(entry);
	}
	return (what, mill) => !off.has(what) && !(mill !== undefined && off.has(`${mill}:${what}`));
}
