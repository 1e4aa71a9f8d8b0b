import type { Engine } from "../engine.js";
import { installedModes, type Mode } from "./modes.js";
import { runPipeline } from "./pipeline.js";
import { decode, encode, pieces } from "./stream-format.js";

/** How long a mode may take to prove itself, in milliseconds; its dictionaries are read in this time. */
const PROBE_MS = 20_000;
/** What every language writes alike: a mode that loses it prints nothing, whatever it is sent. */
const PROBES = ["1984", "Wikipedia 2001"];

/** Makes an engine of modes. */
export function apertiumEngine(modes: readonly Mode[]): Engine {
	return {
		name: "apertium",
		pairs: modes.map(({ from, to }) => ({ from, to })),
		translate: async (sentences, { from, to }, signal) => {
			const mode = modes.find((mode) => mode.from === from && mode.to === to);
			if (!mode) throw new RangeError(`Choose one of the engine's pairs: ${from} to ${to} is none.`);
			return translate(mode, sentences, signal);
		},
	};
}

/** The engine with every installed mode that works; undefined where there is none. */
export async function findApertium(): Promise<Engine | undefined> {
	const modes = await workingModes();
	return modes.length > 0 ? apertiumEngine(modes) : undefined;
}

/** The installed modes that answer: some print nothing and end without an error. */
export async function workingModes(installed: readonly Mode[] = installedModes()): Promise<readonly Mode[]> {
	const working: Mode[] = [];
	// One after the other: each is a dozen programs.
	for (const mode of installed) if (await works(mode)) working.push(mode);
	return working;
}

async function works(mode: Mode): Promise<boolean> {
	try {
		const answers = await translate(mode, PROBES, AbortSignal.timeout(PROBE_MS));
		return answers.every((answer, i) => answer.includes(/\d+/.exec(PROBES[i] ?? "")?.[0] ?? ""));
	} catch {
		return false;
	}
}

async function translate(mode: Mode, sentences: readonly string[], signal: AbortSignal): Promise<string[]> {
	const parted = sentences.map(pieces);
	const wanted = parted.flatMap((parts) => parts.filter(({ translatable }) => translatable));
	const streams = await runPipeline(
		mode.stages,
		wanted.map(({ text }) => encode(text)),
		signal,
	);
	let next = 0;
	return parted.map((parts) =>
		parts.map(({ text, translatable }) => (translatable ? decode(streams[next++] ?? "") : text)).join(""),
	);
}
