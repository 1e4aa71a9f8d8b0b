import { availableParallelism } from "node:os";
import type { Engine } from "../engine.js";
import { installedModes, type Mode } from "./modes.js";
import { runPipeline } from "./pipeline.js";
import { probesOf } from "./probes.js";
import { decode, encode, type Piece, pieces } from "./stream-format.js";

/** How long a mode may take to prove itself, in milliseconds; its dictionaries are read in this time. */
const PROBE_MS = 60_000;

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
	const working = new Set<Mode>();
	const untried = [...installed];
	const tryOn = async () => {
		for (let mode = untried.shift(); mode; mode = untried.shift()) if (await works(mode)) working.add(mode);
	};
	await Promise.all(Array.from({ length: availableParallelism() }, tryOn));
	return installed.filter((mode) => working.has(mode));
}

async function works(mode: Mode): Promise<boolean> {
	const probes = probesOf(mode.from);
	try {
		const answers = await translate(mode, probes, AbortSignal.timeout(PROBE_MS));
		return answers.every((answer, i) => /\p{L}/u.test(answer) === /\p{L}/u.test(probes[i] ?? ""));
	} catch {
		return false;
	}
}

async function translate(mode: Mode, sentences: readonly string[], signal: AbortSignal): Promise<string[]> {
	const parted = sentences.map(pieces);
	// Each once, since an answer depends on nothing else: tables and lists repeat themselves.
	const wanted = new Set<string>();
	for (const parts of parted) for (const { text, translatable } of parts) if (translatable) wanted.add(text);
	const texts = [...wanted];
	const streams = await runPipeline(mode.stages, texts.map(encode), signal);
	const answers = new Map(texts.map((text, i) => [text, decode(streams[i] ?? "").trim()]));
	const answerTo = ({ text, translatable }: Piece) => (translatable ? (answers.get(text) ?? "") : text);
	return parted.map((parts) => parts.map(answerTo).join(""));
}
