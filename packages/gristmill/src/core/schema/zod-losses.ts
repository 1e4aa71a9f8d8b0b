import { isObject } from "./is-object.js";

/** Why a schema of a library cannot be used. */
export class Loss {
	/** The place below the schema, such as /properties/size. */
	readonly place: string;
	/** What follows "The schema at … is of". */
	readonly sentence: string;

	constructor(place: string, sentence: string) {
		this.place = place;
		this.sentence = sentence;
	}
}

type Fields = Readonly<Record<string, unknown>>;

const CHECKED = "Check that in run, and throw a Problem.";
const CHANGED = "Do that in run.";
/** Checks by their kind in Zod. All others are keywords of JSON Schema. */
const LOST_CHECKS: Readonly<Record<string, string>> = {
	custom: `has a refinement, which would not run. ${CHECKED}`,
	property: `has a check of a property, which would not run. ${CHECKED}`,
	overwrite: `changes its value, as trim() does, which would not happen. ${CHANGED}`,
};

/** The first thing in a schema of Zod 4 that it leaves out without a word: what the written JSON Schema lacks. Undefined if there is none. */
export function zodLoss(schema: unknown, isAnswer: boolean): Loss | undefined {
	/** Schemas may contain themselves. */
	const seen = new Set<unknown>();
	return lossIn(schema, "");

	function lossIn(value: unknown, place: string): Loss | undefined {
		const def = definitionOf(value);
		if (!def || seen.has(value)) return undefined;
		seen.add(value);
		const sentence = sentenceAbout(def, isAnswer);
		if (sentence !== undefined) return new Loss(place, `zod, and ${sentence}`);
		for (const [part, below] of partsOf(def, isAnswer)) {
			const loss = lossIn(part, place + below);
			if (loss) return loss;
		}
		return undefined;
	}
}

/** What Zod knows of a schema or check. */
function definitionOf(value: unknown): Fields | undefined {
	if (typeof value !== "object" || value === null) return undefined;
	const { _zod: inside } = value as { readonly _zod?: unknown };
	const def = isObject(inside) ? inside.def : undefined;
	return isObject(def) ? def : undefined;
}

function sentenceAbout(def: Fields, isAnswer: boolean): string | undefined {
	const { type, checks = [] } = def;
	// The answer is checked by what comes out of a pipe. Zod itself refuses a transform there.
	if (type === "pipe" && !isAnswer)
		return `is a transform or a pipe, of which only the beginning would be checked. ${CHANGED}`;
	if (type === "catch")
		return "has a catch, which would not take the place of a wrong value. Leave it out, or make the schema wider.";
	if (def.check === "string_format" && typeof def.fn === "function") return LOST_CHECKS.custom;
	for (const check of Array.isArray(checks) ? checks : []) {
		const own = definitionOf(check) ?? {};
		if (own.check === "string_format" && typeof own.fn === "function") return LOST_CHECKS.custom;
		const lost = typeof own.check === "string" && Object.hasOwn(LOST_CHECKS, own.check);
		if (lost) return LOST_CHECKS[own.check as string];
	}
	return undefined;
}

/** The schemas inside a schema, with their places. */
function partsOf(def: Fields, isAnswer: boolean): [unknown, string][] {
	const { type, shape, element, getter, ...rest } = def;
	if (type === "lazy" && typeof getter === "function") return [[getter(), ""]];
	const members = isObject(shape) ? Object.entries(shape) : [];
	const others = Object.entries(rest).filter(([name]) => !(type === "pipe" && name === "in" && isAnswer));
	return [
		...members.map(([name, member]): [unknown, string] => [member, `/properties/${name}`]),
		[element, "/items"],
		...others
			.flatMap(([, part]) => (Array.isArray(part) ? part : [part]))
			.map((part): [unknown, string] => [part, ""]),
	];
}
