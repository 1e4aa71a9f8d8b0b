import { summed } from "../runtime/observer.js";
import type { Runner } from "../runtime/runner.js";
import type { Service } from "./service.js";
import type { Settings } from "./settings.js";
import { parseTarget } from "./target.js";

/** A version in a path: `v2`, `v1.1`. */
const LABEL = /^v\d[0-9a-z.-]{0,30}$/;

/** The settings of each version: its own base below the base, and what is said of its mills alone. */
export function settingsOfVersions(settings: Settings, names: readonly string[]): Map<string, Settings> {
	const labels = Object.keys(settings.versions ?? {});
	const wrong = labels.find((label) => !LABEL.test(label));
	if (wrong !== undefined) throw new RangeError(`Name versions as v1, v2 or v1.1: ${JSON.stringify(wrong)}.`);
	const taken = labels.find((label) => names.includes(label));
	if (taken !== undefined)
		throw new RangeError(`Name the version or the mill otherwise: both are called "${taken}".`);
	return new Map(
		labels.map((label) => {
			const { base = "", publicUrl, hide = [], mills = {}, versions: _, ...rest } = settings;
			const own: Settings = {
				...rest,
				base: `${base.replace(/\/+$/, "")}/${label}`,
				...(publicUrl !== undefined && { publicUrl: `${publicUrl.replace(/\/+$/, "")}/${label}` }),
				hide: [...hide.filter((word) => !word.includes(":")), ...within(hide, label)],
				mills: Object.fromEntries(
					within(Object.keys(mills), label).map((name) => [name, mills[`${label}/${name}`] ?? {}]),
				),
			};
			return [label, own];
		}),
	);
}

/** The settings without what is said of the mills of versions: `v2/tokeniser`. */
export function settingsBesideVersions(settings: Settings): Settings {
	const labels = Object.keys(settings.versions ?? {});
	const beside = (word: string) => !labels.some((label) => word.startsWith(`${label}/`));
	const { hide = [], mills = {} } = settings;
	return {
		...settings,
		hide: hide.filter(beside),
		mills: Object.fromEntries(Object.entries(mills).filter(([name]) => beside(name))),
	};
}

function within(words: readonly string[], label: string): string[] {
	return words.filter((word) => word.startsWith(`${label}/`)).map((word) => word.slice(label.length + 1));
}

/** The service that a target belongs to: that of a version, or the one that holds them all. */
export function serviceAt(service: Service, target: string): Service {
	if (service.versions.size === 0) return service;
	const { path } = parseTarget(target);
	for (const version of service.versions.values()) {
		const { base } = version.site;
		if (path === base || path.startsWith(`${base}/`)) return version;
	}
	return service;
}

/** A runner that answers for the versions too where it is asked about all: health, the end, the workers. */
export function withVersions(runner: Runner, versions: ReadonlyMap<string, Service>): Runner {
	if (versions.size === 0) return runner;
	const others = [...versions].map(([label, { runner }]) => ({ label, runner }));
	return {
		...runner,
		readiness: () =>
			new Map([
				...runner.readiness(),
				...others.flatMap(({ label, runner }) =>
					[...runner.readiness()].map(([name, state]) => [`${label}/${name}`, state] as const),
				),
			]),
		examined: Promise.all([runner.examined, ...others.map(({ runner }) => runner.examined)]).then(() => {}),
		census: () => summed([runner, ...others.map(({ runner }) => runner)].map((one) => one.census())),
		waiting: (name) => {
			const [label = "", mill = ""] = name.split("/");
			return (versions.get(label)?.runner ?? runner).waiting(versions.has(label) ? mill : name);
		},
		pids: () => [runner, ...others.map(({ runner }) => runner)].flatMap((one) => one.pids()),
		close: () => {
			for (const one of [runner, ...others.map(({ runner }) => runner)]) one.close();
		},
	};
}
