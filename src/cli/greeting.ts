import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Mill } from "../core/mill.js";
import { curlLine } from "../documents/curl.js";
import { VERSION } from "../http/version.js";

/** Who reads the greeting sits before this machine, in this folder. */
const fromHere = (file: URL) => relative(process.cwd(), fileURLToPath(file));

/** What the greeting tells beside the mills of the base. */
export interface Greeted {
	readonly versions?: readonly { readonly label: string; readonly mills: readonly Mill[] }[];
	readonly demandsCredentials?: (mill: string) => boolean;
}

/** What `serve` prints when it can be called: its address, and a line to try each mill. */
export function greeting(
	address: string,
	callAddress: string,
	mills: readonly Mill[],
	{ versions = [], demandsCredentials = () => false }: Greeted = {},
): string {
	const lines = [`Gristmill ${VERSION} at ${address}/`, ""];
	for (const { label, mills: some } of [{ label: "", mills }, ...versions])
		for (const mill of some) {
			lines.push(`  ${label && `${label}/`}${mill.name}: ${mill.summary}`);
			const [example] = mill.examples;
			const base = label ? `${callAddress.replace(/\/$/, "")}/${label}` : callAddress;
			const credentials = demandsCredentials(mill.name);
			if (example) lines.push(`    ${curlLine(mill, base, example, { nameOf: fromHere, credentials })}`);
		}
	lines.push("", `Everything else: ${address}/%24description`, "");
	return lines.join("\n");
}
