import { element } from "../elements/element.js";

/** What browsers can write, the most useful first. */
const WRITABLE: Readonly<Record<string, string>> = {
	"image/jpeg": "jpg",
	"image/png": "png",
	"image/webp": "webp",
};

/** Larger canvases fail in some browsers. */
const LONGEST_SIDE = 4_096;
const MOST_TRIES = 8;

/** The first of these types that a browser can write; undefined if there is none. */
export function writableType(types: readonly string[]): string | undefined {
	return Object.keys(WRITABLE).find((type) => types.includes(type));
}

/** Whether this browser can read the picture. */
export async function canRead(file: Blob): Promise<boolean> {
	try {
		(await createImageBitmap(file)).close();
		return true;
	} catch {
		return false;
	}
}

/** The picture in another type, and smaller until it has at most this many bytes; undefined if that fails. */
export async function remakePicture(
	file: File,
	type: string,
	{ maxBytes, longestSide = LONGEST_SIDE }: { readonly maxBytes: number; readonly longestSide?: number },
): Promise<File | undefined> {
	const bitmap = await createImageBitmap(file).catch(() => undefined);
	if (!bitmap) return undefined;
	let scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
	for (let tries = 0; tries < MOST_TRIES; tries++) {
		const blob = await drawn(bitmap, scale, type);
		if (blob?.type !== type) return undefined;
		if (blob.size <= maxBytes)
			return new File([blob], file.name.replace(/\.[^.]*$/, "").concat(".", WRITABLE[type] ?? ""), { type });
		scale *= Math.min(0.9, Math.sqrt(maxBytes / blob.size));
	}
	return undefined;
}

function drawn(bitmap: ImageBitmap, scale: number, type: string): Promise<Blob | null> {
	const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
	const canvas = element("canvas", { width, height });
	const context = canvas.getContext("2d");
	if (context && type === "image/jpeg") {
		// JPEG has no transparency.
		context.fillStyle = "#fff";
		context.fillRect(0, 0, canvas.width, canvas.height);
	}
	context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
	return new Promise((settle) => canvas.toBlob(settle, type, 0.92));
}
