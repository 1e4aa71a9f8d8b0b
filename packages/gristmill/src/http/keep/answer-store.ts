import type { Content } from "../../codecs/encode.js";
import type { MaybePromise } from "../../runtime/perform.js";

/** The body of an answer as it is kept. */
export interface Kept {
	/** Compressed with gzip if `isZipped`. Nobody may change it. */
	readonly body: Content;
	readonly isZipped: boolean;
	/** The number of its bytes when it is not compressed. */
	readonly length: number;
	/** When it was kept, in seconds since 1970: other machines may read it. */
	readonly since: number;
}

/** Where answers are kept, by the keys of their calls. It may lose any of them at any time. */
export interface AnswerStore {
	/** Whether other processes read it, too. */
	readonly isShared: boolean;
	/** The bytes of memory that its answers and keys take. */
	readonly bytes: number;
	/** The bytes of all bodies that were ever kept. */
	readonly stored: number;
	/** How often it could not be used, or gave what is no answer. */
	readonly errors: number;
	/** Starts to use it. */
	open(): void;
	/** Never throws: whatever goes wrong is a miss. */
	get(key: string): MaybePromise<Kept | undefined>;
	/** Whether it keeps a body of this many bytes now. */
	takes(length: number): boolean;
	put(key: string, kept: Kept): void;
	close(): void;
}
