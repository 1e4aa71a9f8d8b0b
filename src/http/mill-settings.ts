import { closest } from "../core/closest.js";
import { narrowedDeadline } from "../core/deadline.js";
import { complainAboutDeprecation, type Deprecation, isName } from "../core/deprecation.js";
import type { Mill } from "../core/mill.js";
import type { ImportedMill } from "../runtime/import-mill.js";
import type { Log } from "./log.js";

/** What an operator can choose for one mill. A limit narrows what the mill allows and never widens it. */
export interface MillSettings {
	/** The most bytes of an input, after decompression. */
	readonly maxBody?: number;
	/** Milliseconds that one call may run. */
	readonly deadline?: number;
	/** How many of its calls may run at a time. */
	readonly concurrency?: number;
	/** How many of its calls may wait. */
	readonly maxWaiting?: number;
	/** Marks it as on its way out, whatever its author says of it. */
	readonly deprecated?: Deprecation;
}

/** Settings for mills, by name. */
export type SettingsByMill = Readonly<Record<string, MillSettings>>;

/** The mills as this operator serves them: their limits are then those of every document and every answer. */
export function asServed(
	imported: readonly ImportedMill[],
	{
		maxBody,
		mills = {},
	}: { readonly maxBody?: number | undefined; readonly mills?: SettingsByMill | undefined },
	log: Log,
): ImportedMill[] {
	const names = imported.map(({ mill }) => mill.name);
	mustBePositive({ maxBody }, "every mill");
	for (const name of Object.keys(mills)) mustBeServed(name, names);
	return imported.map(({ mill, module }) => {
		const own = Object.hasOwn(mills, mill.name) ? (mills[mill.name] ?? {}) : {};
		const { deprecated: _, ...limits } = own;
		mustBePositive(limits, mill.name);
		const most = Math.min(own.maxBody ?? Number.POSITIVE_INFINITY, maxBody ?? Number.POSITIVE_INFINITY);
		const served = {
			...mill,
			input: narrowed(mill.input, most),
			deadline: own.deadline === undefined ? mill.deadline : narrowedDeadline(mill.deadline, own.deadline),
			deprecated: own.deprecated ? judged(own.deprecated, mill.name, names) : reachable(mill, names, log),
		};
		return { mill: served, module, defined: mill };
	});
}

/** What comes from a program and not from a command line was judged by nobody yet. */
function mustBePositive(limits: Readonly<Record<string, number | undefined>>, of: string): void {
	for (const [key, value] of Object.entries(limits))
		if (value !== undefined && !(Number.isInteger(value) && value >= 1))
			throw new RangeError(`Give ${key} of ${of} as a whole number above 0: ${String(value)}.`);
}

function mustBeServed(name: string, names: readonly string[]): void {
	if (names.includes(name)) return;
	const hint = closest(name, names);
	throw new RangeError(
		`Choose settings for mills that are served, ${names.join(", ")}: "${name}".${hint ? ` Did you mean "${hint}"?` : ""}`,
	);
}

function narrowed(input: Mill["input"], most: number): Mill["input"] {
	const rows = Object.entries(input).map(
		([mediaType, form]) => [mediaType, { ...form, maxBytes: Math.min(form.maxBytes, most) }] as const,
	);
	return Object.fromEntries(rows);
}

/** The operator's word: where it is wrong, the operator is there to correct it. */
function judged(deprecated: Deprecation, name: string, names: readonly string[]): Deprecation {
	const complaint = complainAboutDeprecation(deprecated);
	if (complaint !== undefined) throw new RangeError(`${complaint.replace(/\.$/, "")} (of the mill ${name}).`);
	if (isName(deprecated.instead)) mustBeServed(deprecated.instead, names);
	return deprecated;
}

/** The author's word: the mill that he names may be missing here, and a link must lead somewhere. */
function reachable({ name, deprecated }: Mill, names: readonly string[], log: Log): Deprecation | undefined {
	if (!deprecated || !isName(deprecated.instead) || names.includes(deprecated.instead)) return deprecated;
	log("warn", "a deprecated mill names a successor that is not served", {
		mill: name,
		instead: deprecated.instead,
	});
	const { instead: _, ...rest } = deprecated;
	return rest;
}
