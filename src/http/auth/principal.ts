/** Who calls, once the credentials were found good. */
export interface Principal {
	/** For limits and logs; never the credentials themselves. */
	readonly name: string;
	/** The mills that it may use; all of them where this is undefined. */
	readonly mills: ReadonlySet<string> | undefined;
}

export function mayUse({ mills }: Principal, mill: string): boolean {
	return mills === undefined || mills.has(mill);
}
