import { workingModes } from "./apertium.js";

/**
 * The URL of the mill, with the working modes in its query. The modes are tested only here, so every process that imports the
 * mill by this URL defines the same mill. Undefined if no mode works.
 */
export async function apertiumModule(): Promise<URL | undefined> {
	const modes = await workingModes();
	if (modes.length === 0) return undefined;
	const url = new URL("./translator.js", import.meta.url);
	for (const { file } of modes) url.searchParams.append("mode", file);
	return url;
}
