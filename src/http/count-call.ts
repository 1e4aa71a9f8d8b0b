import type { Visit } from "../telemetry/visit.js";
import type { Service } from "./service.js";

/** Counts a request as a call of this mill, from the moment on at which that is known; a second time does nothing. */
export function countCall({ label, telemetry }: Service, visit: Visit | undefined, mill: string): void {
	if (visit?.mill !== "") return;
	visit.mill = `${label}${mill}`;
	telemetry.meters?.entered(visit);
}
