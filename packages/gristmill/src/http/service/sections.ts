import type { MillSource } from "../../runtime/loading/import-mill.js";
import type { Settings } from "./settings.js";

/** A base with its mills: the main one, or a version below it. */
export interface Section {
	/** Precedes the names of its mills in metrics, health and settings: "v2/" for a version, else "". */
	readonly prefix: string;
	readonly sources: readonly MillSource[];
	/** The settings with the base, the hidden documents and the mill settings of this section. */
	readonly settings: Settings;
}

/** A version in a path: `v2`, `v1.1`. */
const LABEL = /^v\d[0-9a-z.-]{0,30}$/;

/** The main section, then one for each version. */
export function sectionsOf(sources: readonly MillSource[], settings: Settings): Section[] {
	const { versions = {}, base = "", publicUrl, hide = [], mills = {} } = settings;
	const labels = Object.keys(versions);
	const wrong = labels.find((label) => !LABEL.test(label));
	if (wrong !== undefined)
		throw new RangeError(`The version ${JSON.stringify(wrong)} is not of the form v1, v2 or v1.1.`);
	const prefixOf = (name: string) =>
		labels.map((label) => `${label}/`).find((prefix) => name.startsWith(prefix)) ?? "";

	const section = (label: string, sources: readonly MillSource[]): Section => {
		const prefix = label && `${label}/`;
		const below = (address: string) => (label ? `${address.replace(/\/+$/, "")}/${label}` : address);
		const isOwn = (name: string) => prefixOf(name) === prefix;
		const bare = (name: string) => (isOwn(name) ? name.slice(prefix.length) : name);
		const isForAll = (word: string) => prefixOf(word) === "" && !word.includes(":");
		return {
			prefix,
			sources,
			settings: {
				...settings,
				base: below(base),
				...(publicUrl !== undefined && { publicUrl: below(publicUrl) }),
				hide: hide.filter((word) => isOwn(word) || isForAll(word)).map(bare),
				mills: Object.fromEntries(
					Object.entries(mills)
						.filter(([name]) => isOwn(name))
						.map(([name, own]) => [bare(name), own]),
				),
			},
		};
	};
	return [section("", sources), ...Object.entries(versions).map(([label, own]) => section(label, own))];
}
