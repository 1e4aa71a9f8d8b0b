import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Mill } from "../../core/definition/mill.js";
import { exampleCurl } from "../../documents/curl.js";
import { VERSION } from "../../http/service/package-version.js";

/** More content of the greeting. */
interface GreetingOptions {
	/** Paths in the greeting are relative to this folder. */
	readonly cwd: string;
	readonly versions?: readonly { readonly label: string; readonly mills: readonly Mill[] }[];
	readonly demandsCredentials?: (mill: string) => boolean;
}

/** The output of `serve` when it is ready: its URL, and a command to try each mill. */
export function greeting(
	address: string,
	callAddress: string,
	mills: readonly Mill[],
	{ cwd, versions = [], demandsCredentials = () => false }: GreetingOptions,
): string {
	const nameOf = (file: URL) => relative(cwd, fileURLToPath(file));
	const lines = [`Gristmill ${VERSION} at ${address}/`, ""];
	for (const { label, mills: some } of [{ label: "", mills }, ...versions])
		for (const mill of some) {
			lines.push(`  ${label && `${label}/`}${mill.name}: ${mill.summary}`);
			const [example] = mill.examples;
			const base = label ? `${callAddress.replace(/\/$/, "")}/${label}` : callAddress;
			const credentials = demandsCredentials(mill.name);
			if (example) lines.push(`    ${exampleCurl(mill, base, example, { nameOf, credentials })}`);
		}
	lines.push("", `Documentation: ${address}/%24description`, "");
	return lines.join("\n");
}
