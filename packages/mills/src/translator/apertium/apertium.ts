import { availableParallelism } from "node:os";
import type { Engine } from "../engine.js";
import { installedModes, type Mode } from "./modes.js";
import { runPipeline } from "./pipeline.js";
import { decode, encode, type Piece, pieces } from "./stream-format.js";

/** The time limit for testing a mode, in milliseconds. It includes loading the dictionaries. */
const PROBE_MS = 60_000;

/** Makes an engine from modes. */
export function apertiumEngine(modes: readonly Mode[]): Engine {
	return {
		name: "apertium",
		pairs: modes.map(({ from, to }) => ({ from, to })),
		translate: async (sentences, { from, to }, signal) => {
			const mode = modes.find((mode) => mode.from === from && mode.to === to);
			if (!mode) throw new RangeError(`The engine does not have the pair ${from} to ${to}.`);
			return translate(mode, sentences, signal);
		},
	};
}

/** The installed modes that work. Some broken ones print nothing and exit without an error. */
export async function workingModes(installed: readonly Mode[] = installedModes()): Promise<readonly Mode[]> {
	const working = new Set<Mode>();
	const untested = [...installed];
	const testModes = async () => {
		for (let mode = untested.shift(); mode; mode = untested.shift()) if (await works(mode)) working.add(mode);
	};
	await Promise.all(Array.from({ length: availableParallelism() }, testModes));
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

/** Countries that have a name in every language. */
const REGIONS = ["DE", "ES", "FR", "GB", "GR", "MA", "NL", "NZ", "US", "ZA"];

/**
 * Test sentences in a language. Node has words in every language: dates and lists of countries. They are quick to translate,
 * and enough to crash the programs of a broken mode.
 */
function probesOf(language: string): readonly string[] {
	const day = new Intl.DateTimeFormat(language, { dateStyle: "full", timeZone: "UTC" });
	const days = Array.from({ length: 12 }, (_, month) => day.format(Date.UTC(2024, month, 3 * month + 1)));
	const names = new Intl.DisplayNames(language, { type: "region" });
	const countries = REGIONS.map((region) => names.of(region) ?? region);
	const lists = (["conjunction", "disjunction"] as const).map((type) =>
		new Intl.ListFormat(language, { type }).format(countries),
	);
	return [...days, ...lists, ...countries];
}

async function translate(mode: Mode, sentences: readonly string[], signal: AbortSignal): Promise<string[]> {
	const parted = sentences.map(pieces);
	// Each piece is translated once, because the answer depends only on the piece. Tables and lists repeat pieces.
	const wanted = new Set<string>();
	for (const parts of parted) for (const { text, translatable } of parts) if (translatable) wanted.add(text);
	const texts = [...wanted];
	const streams = await runPipeline(mode.stages, texts.map(encode), signal);
	const answers = new Map(texts.map((text, i) => [text, decode(streams[i] ?? "").trim()]));
	const answerTo = ({ text, translatable }: Piece) => (translatable ? (answers.get(text) ?? "") : text);
	return parted.map((parts) => parts.map(answerTo).join(""));
}
