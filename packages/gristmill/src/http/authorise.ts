import type { Guard } from "./auth/guard.js";
import type { Intent } from "./flow/intent.js";
import type { HttpRequest, Principal } from "./wire/message.js";

/**
 * Checks that a caller may have what it asks for. Returns the caller, or undefined if no credentials are required. Throws
 * 401 or 403, or 503 if credentials cannot be checked.
 */
export async function authorise(
	guard: Guard,
	request: HttpRequest,
	{ access, place }: Intent,
): Promise<Principal | undefined> {
	if (access === "open") return undefined;
	if (access === "known") return guard.identify(request);
	const mill = "served" in place ? place.served.mill.name : undefined;
	if (mill !== undefined && guard.isOpen(mill)) return undefined;
	if (access === "document") return guard.closedDiscovery ? guard.identify(request) : undefined;
	const principal = await guard.identify(request);
	if (mill !== undefined) guard.permit(principal, mill);
	return principal;
}
