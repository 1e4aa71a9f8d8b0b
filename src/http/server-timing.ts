import type { Visit } from "../telemetry/visit.js";

/** How long a call waited, ran and took altogether, in milliseconds (W3C Server Timing); nothing for documents. */
export function serverTiming({ passage, began, ended }: Visit): string | undefined {
	if (!passage?.lane) return undefined;
	const ran = passage.ran(ended);
	const stages = [`queue;dur=${passage.waited(ended).toFixed(3)}`];
	if (ran !== undefined) stages.push(`run;dur=${ran.toFixed(3)}`);
	return [...stages, `total;dur=${(ended - began).toFixed(3)}`].join(", ");
}
