import { alternatives } from "../../core/alternatives.js";
import type { Setting } from "../../settings/setting.js";
import { bytesOf, sizeText } from "../../settings/size.js";
import { UsageError } from "./command-error.js";

/** Reads a value from the command line or the environment. Errors name it by `where`, such as `--port`. */
export function valueOfText(setting: Setting, text: string, where: string): unknown {
	switch (setting.kind) {
		case "text":
			return chosen(setting, text, where);
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
			throw new UsageError(`${where} is "${text}", and must be true or false.`);
		case "number":
			return bounded(setting, /^\d{1,10}$/.test(text) ? Number(text) : undefined, where, `"${text}"`);
		case "bytes":
			return bounded(setting, bytesOf(text), where, `"${text}"`);
	}
}

/** Reads a value from a configuration file, where values have JSON types. */
export function valueOfJson(setting: Setting, value: unknown, where: string): unknown {
	const found = shortened(value);
	switch (setting.kind) {
		case "text":
			if (typeof value === "string") return chosen(setting, value, where);
			throw new UsageError(`${where} is ${found}, and must be a text.`);
		case "texts":
		case "list":
			if (Array.isArray(value) && value.every((member) => typeof member === "string")) return value;
			if (setting.word !== undefined && value === setting.word) return [value];
			throw new UsageError(
				`${where} is ${found}, and must be a list of texts${setting.word ? ` or "${setting.word}"` : ""}.`,
			);
		case "switch":
			if (typeof value === "boolean") return value;
			throw new UsageError(`${where} is ${found}, and must be true or false.`);
		case "number":
			return bounded(setting, value, where, found);
		case "bytes":
			return bounded(setting, typeof value === "string" ? bytesOf(value) : value, where, found);
	}
}

function chosen({ choices }: Setting, text: string, where: string): string {
	if (choices === undefined || choices.includes(text)) return text;
	throw new UsageError(`${where} is "${text}", and must be ${alternatives(choices)}.`);
}

function bounded(
	{ kind, least = 0, most = 1e9 }: Setting,
	value: unknown,
	where: string,
	found: string,
): number {
	if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
	const range =
		kind === "bytes"
			? `a size from ${sizeText(least)} to ${sizeText(most)}, such as 64k or 2m (a number without a unit is in bytes)`
			: `a whole number from ${least} to ${most}`;
	throw new UsageError(`${where} is ${found}, and must be ${range}.`);
}

function shortened(value: unknown): string {
	const text = JSON.stringify(value) ?? typeof value;
	return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
