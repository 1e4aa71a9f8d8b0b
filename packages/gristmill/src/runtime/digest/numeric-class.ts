import { createHash } from "node:crypto";
import type { Mill } from "../../core/definition/mill.js";

/** Whether a mill, or one that it uses, has a probe. */
export function hasProbe({ probe, uses }: Mill): boolean {
	return probe !== undefined || Object.values(uses).some(hasProbe);
}

/**
 * The class of this machine in what a mill computes by native code: a hash of what its probe returns here, and of the probes of the mills
 * that it uses. Undefined without a probe.
 */
export async function numericClass(mill: Mill): Promise<string | undefined> {
	if (!hasProbe(mill)) return undefined;
	const hash = createHash("sha256");
	const numbers: unknown = await mill.probe?.();
	if (mill.probe && !(numbers instanceof Uint8Array && numbers.length > 0))
		throw new TypeError(
			`The probe of "${mill.name}" returned no bytes. Return a Uint8Array with what native code computes from fixed inputs.`,
		);
	if (numbers) hash.update(numbers as Uint8Array);
	for (const [step, used] of Object.entries(mill.uses)) hash.update(` ${step} ${await numericClass(used)}`);
	return hash.digest("base64url").slice(0, 22);
}

/** The digest of a mill where it computes numbers of this class. */
export function inClass(digest: string, numbers: string | undefined): string {
	if (numbers === undefined) return digest;
	return createHash("sha256").update(`${digest} ${numbers}`).digest("base64url").slice(0, 22);
}
