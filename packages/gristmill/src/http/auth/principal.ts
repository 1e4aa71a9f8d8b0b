/** The caller, after its credentials were verified. */
export interface Principal {
	/** The name for limits and logs. It never holds the credentials themselves. */
	readonly name: string;
	/** The mills that the caller may use, or undefined for all mills. */
	readonly mills: ReadonlySet<string> | undefined;
}

export function mayUse({ mills }: Principal, mill: string): boolean {
	return mills === undefined || mills.has(mill);
}
