import { MOST_CAUSES } from "../../core/describe-error.js";
import { isA } from "../../core/is-a.js";

/** Advice to authors for each permission that Node's permission model denies, by Node's name for it. */
const ADVICE: Readonly<Record<string, string>> = {
	Addons: 'The mill may not load a native addon. Add needs: ["addons"] to it.',
	ChildProcess: 'The mill may not start a process. Add needs: ["spawn"] to it.',
	WASI: 'The mill may not use WASI. Add needs: ["wasi"] to it.',
	WorkerThreads:
		"A mill may not start worker threads, and no entry of needs allows it. Compute without them.",
	FileSystemRead:
		"A mill may read only its code and its assets. Name the file in assets, as new URL(…, import.meta.url).",
	FileSystemWrite: "A mill may not write files. Only prepare may, and only to its folder.",
	Net: "A mill may not use the network, and no entry of needs allows it. Compute without it.",
};

/** Advice on an error that Node's permission model caused; undefined for other errors. */
export function adviceOnDenial(error: unknown): string | undefined {
	try {
		return adviceOn(error, MOST_CAUSES);
	} catch {
		// A getter of the error throws, or it is a Proxy.
		return undefined;
	}
}

function adviceOn(error: unknown, causes: number): string | undefined {
	if (!isA(error, Error)) return undefined;
	const denied = deniedBy(error);
	if (denied !== undefined && Object.hasOwn(ADVICE, denied)) return ADVICE[denied];
	const inner = isA(error, AggregateError) ? error.errors.slice(0, MOST_CAUSES) : [];
	if (causes === 0) return undefined;
	for (const cause of [error.cause, ...inner]) {
		const advice = adviceOn(cause, causes - 1);
		if (advice !== undefined) return advice;
	}
	return undefined;
}

function deniedBy(error: Error): string | undefined {
	const { code, permission } = error as { readonly code?: unknown; readonly permission?: unknown };
	if (code === "ERR_ACCESS_DENIED") return typeof permission === "string" ? permission : undefined;
	// Packages wrap this error: sharp quotes the code, and advises to install it again.
	const isAddon = code === "ERR_DLOPEN_DISABLED" || error.message.includes("ERR_DLOPEN_DISABLED");
	return isAddon ? "Addons" : undefined;
}
