import { UsageError } from "./command-error.js";
import type { Flag } from "./flags.js";

const UNITS = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 } as const;

/** Reads a value from a command line or the environment; `where` names the place for whoever has to correct it. */
export function valueOfText(flag: Flag, text: string, where: string): unknown {
	switch (flag.kind) {
		case "text":
			return chosen(flag, text, where);
		case "texts":
			return [text];
		case "list":
			return text
				.split(",")
				.map((word) => word.trim())
				.filter((word) => word !== "");
		case "switch":
			if (text === "true" || text === "1") return true;
			if (text === "false" || text === "0") return false;
			throw new UsageError(`Give ${where} as true or false: "${text}".`);
		case "number":
			return bounded(flag, /^\d{1,10}$/.test(text) ? Number(text) : undefined, where, `"${text}"`);
		case "bytes":
			return bounded(flag, bytesOf(text), where, `"${text}"`);
	}
}

/** The same for a value of the configuration file, which has kinds of its own. */
export function valueOfJson(flag: Flag, value: unknown, where: string): unknown {
	const found = shown(value);
	switch (flag.kind) {
		case "text":
			if (typeof value === "string") return chosen(flag, value, where);
			throw new UsageError(`Give ${where} as a text: ${found}.`);
		case "texts":
		case "list":
			if (Array.isArray(value) && value.every((member) => typeof member === "string")) return value;
			throw new UsageError(`Give ${where} as a list of texts: ${found}.`);
		case "switch":
			if (typeof value === "boolean") return value;
			throw new UsageError(`Give ${where} as true or false: ${found}.`);
		case "number":
			return bounded(flag, value, where, found);
		case "bytes":
			return bounded(flag, typeof value === "string" ? bytesOf(value) : value, where, found);
	}
}

function chosen({ choices }: Flag, text: string, where: string): string {
	if (choices === undefined || choices.includes(text)) return text;
	throw new UsageError(`Give ${where} as ${choices.join(" or ")}: "${text}".`);
}

function bounded(
	{ kind, least = 0, most = 1e9 }: Flag,
	value: unknown,
	where: string,
	found: string,
): number {
	if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
	const form = kind === "bytes" ? "bytes, such as 65536, 64k or 2m," : "a whole number";
	throw new UsageError(`Give ${where} as ${form} from ${least} to ${most}: ${found}.`);
}

/** 65536, 64k, 64K, 64KiB: a unit is a power of 1024. */
function bytesOf(text: string): number | undefined {
	const [, digits, unit = ""] = /^(\d{1,10})(?:([kmg])(?:ib)?)?$/i.exec(text) ?? [];
	return digits === undefined ? undefined : Number(digits) * UNITS[unit.toLowerCase() as keyof typeof UNITS];
}

function shown(value: unknown): string {
	const text = JSON.stringify(value) ?? typeof value;
	return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
