/** How a mill takes many inputs. */
export interface LinesTaken {
	readonly method: string;
	/** The media types of one input. */
	readonly types: readonly string[];
	/** What a line is. */
	readonly line: string;
}
