import { didYouMean } from "../../core/closest.js";
import { narrowedDeadline } from "../../core/deadline.js";
import { complainAboutDeprecation, type Deprecation, isName } from "../../core/definition/deprecation.js";
import type { Mill } from "../../core/definition/mill.js";
import { configured } from "../../core/definition/settings.js";
import type { ImportedMill } from "../../runtime/loading/import-mill.js";
import { MILL_METHOD, type MillSettings, type SettingsByMill } from "../../settings/mill-limits.js";
import type { Log } from "../../telemetry/log/stderr-log.js";

/** Applies the settings to the mills, so that all documents and answers have the same limits. */
export function asServed(
	imported: readonly ImportedMill[],
	{
		maxBody,
		maxOutput,
		mills = {},
	}: {
		readonly maxBody?: number | undefined;
		readonly maxOutput?: number | undefined;
		readonly mills?: SettingsByMill | undefined;
	},
	log: Log,
): ImportedMill[] {
	const names = imported.map(({ mill }) => mill.name);
	for (const name of Object.keys(mills)) mustBeServed(name, names);
	return imported.map(({ mill: defined, module }) => {
		const own = Object.hasOwn(mills, defined.name) ? (mills[defined.name] ?? {}) : {};
		const { deprecated: _, settings, method = defined.method, ...limits } = own;
		// Results depend on these values, so they are part of the digest; the method and the limits are not.
		const mill = configured(defined, settings);
		mustBeMethod(own.method, mill.name);
		mustBePositive(limits, mill.name);
		const most = Math.min(own.maxBody ?? Number.POSITIVE_INFINITY, maxBody ?? Number.POSITIVE_INFINITY);
		const served = {
			...mill,
			method,
			input: narrowed(mill.input, most),
			maxOutput: Math.min(mill.maxOutput, own.maxOutput ?? mill.maxOutput, maxOutput ?? mill.maxOutput),
			deadline: own.deadline === undefined ? mill.deadline : narrowedDeadline(mill.deadline, own.deadline),
			batch: mill.batch && {
				...mill.batch,
				most: Math.min(mill.batch.most, own.maxBatch ?? mill.batch.most),
			},
			deprecated: own.deprecated
				? checkedDeprecation(own.deprecated, mill.name, names)
				: servedDeprecation(mill, names, log),
		};
		return { mill: served, module, defined: mill };
	});
}

function mustBeMethod(method: MillSettings["method"], of: string): void {
	const { choices } = MILL_METHOD;
	if (method === undefined || choices.includes(method)) return;
	throw new RangeError(
		`The method of ${of} is ${JSON.stringify(method)}, and must be ${choices.join(" or ")}.`,
	);
}

/** Settings from a program were not checked yet; those from flags were. */
function mustBePositive(limits: Readonly<Record<string, number | undefined>>, of: string): void {
	for (const [key, value] of Object.entries(limits))
		if (value !== undefined && !(Number.isInteger(value) && value >= 1))
			throw new RangeError(`${key} of ${of} is ${String(value)}, and must be a whole number above 0.`);
}

function mustBeServed(name: string, names: readonly string[]): void {
	if (names.includes(name)) return;
	const end = didYouMean(name, names, ` Served: ${names.join(", ") || "none"}.`);
	throw new RangeError(`The settings name the mill "${name}", which is not served.${end}`);
}

function narrowed(input: Mill["input"], most: number): Mill["input"] {
	const rows = Object.entries(input).map(([name, form]) => {
		const parts = form.parts && { parts: narrowed(form.parts, most) };
		return [name, { ...form, ...parts, maxBytes: Math.min(form.maxBytes, most) }] as const;
	});
	return Object.fromEntries(rows);
}

/** The deprecation that the operator set. A mistake in it is an error: the operator can correct it. */
function checkedDeprecation(deprecated: Deprecation, name: string, names: readonly string[]): Deprecation {
	const complaint = complainAboutDeprecation(deprecated);
	if (complaint !== undefined) throw new RangeError(`The mill "${name}": ${complaint}`);
	if (isName(deprecated.instead)) mustBeServed(deprecated.instead, names);
	return deprecated;
}

/** The deprecation that the author set. If its successor is not served here, the link is removed. */
function servedDeprecation(
	{ name, deprecated }: Mill,
	names: readonly string[],
	log: Log,
): Deprecation | undefined {
	if (!deprecated || !isName(deprecated.instead) || names.includes(deprecated.instead)) return deprecated;
	log("warn", "a deprecated mill names a successor that is not served", {
		mill: name,
		instead: deprecated.instead,
	});
	const { instead: _, ...rest } = deprecated;
	return rest;
}
