import { workingModes } from "./apertium.js";

/**
 * The address of the mill, with the modes that work in its query: they are tried here once, and every process that
 * imports the mill from there defines the same one. Undefined where no mode works.
 */
export async function apertiumModule(): Promise<URL | undefined> {
	const modes = await workingModes();
	if (modes.length === 0) return undefined;
	const url = new URL("../translator-apertium.js", import.meta.url);
	for (const { file } of modes) url.searchParams.append("mode", file);
	return url;
}
