import { Problem } from "../../core/problem.js";
import { beginsLike } from "./signatures.js";

/** Returns the bytes if they begin like an image of this media type. Otherwise the answer is 415. */
export function decodeImage(bytes: Uint8Array, mediaType: string): Uint8Array {
	if (!beginsLike(mediaType, bytes))
		throw new Problem(
			"unsupported-media-type",
			`Send the media type that you name: the input is no ${mediaType}.`,
		);
	return bytes;
}
