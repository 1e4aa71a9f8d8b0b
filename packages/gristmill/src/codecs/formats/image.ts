import { Problem } from "../../core/problem.js";
import { beginsLike } from "./signatures.js";

/** Returns the bytes if they begin like an image of this media type. Otherwise the answer is 415. */
export function decodeImage(bytes: Uint8Array, mediaType: string): Uint8Array {
	if (!beginsLike(mediaType, bytes))
		throw new Problem(
			"unsupported-media-type",
			`The input is not ${mediaType}, which its Content-Type names.`,
		);
	return bytes;
}
