import { isA } from "./is-a.js";

/** The names of such errors: ours, those of Python, torch and cupy, and that of TensorFlow. */
const NAMES = ["OutOfMemoryError", "MemoryError", "ResourceExhaustedError"];
/** What CUDA tells: torch raises it as an AcceleratorError, and older versions as a RuntimeError. */
const OF_DEVICE = /^CUDA error: out of memory\b/;
const MOST_CAUSES = 5;

/**
 * What `runBatch` throws if its inputs need more memory than a device has. Then the batch is halved and runs again.
 *
 * @example throw new OutOfMemoryError("the device has no room for this batch", { cause: error });
 */
export class OutOfMemoryError extends RangeError {
	override name = "OutOfMemoryError";
}

/** Whether an error, or a cause of it, says that there was too little memory. Never throws. */
export function isOutOfMemory(error: unknown, causes = MOST_CAUSES): boolean {
	if (!isA(error, Error)) return false;
	try {
		if (NAMES.includes(error.name) || OF_DEVICE.test(error.message)) return true;
		return causes > 0 && isOutOfMemory(error.cause, causes - 1);
	} catch {
		// A getter of the error throws.
		return false;
	}
}
