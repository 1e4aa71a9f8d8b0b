import { execFile } from "node:child_process";

/** A driver that starts takes seconds to tell its devices. */
const MOST_MS = 30_000;
const MOST_NAMES = 16;

/** A GPU, or a part of one (MIG). */
export interface VisibleDevice {
	/** What CUDA_VISIBLE_DEVICES calls it. */
	readonly name: string;
	/** The number of its GPU. */
	readonly index: string;
	/** The profile of a part, such as `1g.5gb`. */
	readonly profile?: string | undefined;
}

type Listed = Omit<VisibleDevice, "name"> & { readonly uuid: string };

/**
 * What `nvidia-smi` prints; undefined if it is not there or fails. A program does not stay alive for a driver that hangs, unless it waits for
 * the answer.
 */
export function askDriver(
	words: readonly string[],
	env: NodeJS.ProcessEnv,
	isAwaited = true,
): Promise<string | undefined> {
	return new Promise((resolve) => {
		const child = execFile("nvidia-smi", [...words], { env, timeout: MOST_MS }, (error, told) =>
			resolve(error ? undefined : told),
		);
		if (!isAwaited) child.unref();
	});
}

/**
 * The devices that `nvidia-smi` lists, or those of them that CUDA_VISIBLE_DEVICES names; undefined without `nvidia-smi`. Throws a RangeError
 * if a name is that of no device, which CUDA ignores together with all names behind it.
 */
export async function visibleDevices(
	env = process.env,
	isAwaited = true,
): Promise<readonly VisibleDevice[] | undefined> {
	const told = await askDriver(["-L"], env, isAwaited);
	if (told === undefined) return undefined;
	const all = listedIn(told);
	const { CUDA_VISIBLE_DEVICES: chosen } = env;
	const whole = all.filter(({ profile }) => profile === undefined);
	if (chosen === undefined || whole.length === 0) return whole.map((one) => ({ ...one, name: one.index }));
	return namesIn(chosen).map((name) => ({ ...found(name, all, chosen), name }));
}

/** The names in CUDA_VISIBLE_DEVICES. CUDA ends at one that says that there is no device; Slurm writes NoDevFiles. */
export function namesIn(chosen: string): readonly string[] {
	const names = chosen.split(",").map((name) => name.trim());
	const end = names.findIndex((name) => name === "" || name.startsWith("-") || name === "NoDevFiles");
	return end < 0 ? names : names.slice(0, end);
}

/** Reads lines such as `GPU 0: NVIDIA A100 (UUID: GPU-…)` and `  MIG 1g.5gb Device 0: (UUID: MIG-…)`. */
function listedIn(told: string): Listed[] {
	let index = "";
	return told.split("\n").flatMap((line): Listed[] => {
		const uuid = /\(UUID: ([^)]*)\)/.exec(line)?.[1] ?? "";
		const number = /^GPU (\d+):/.exec(line)?.[1];
		const profile = /^\s+MIG (\S+)/.exec(line)?.[1];
		if (number !== undefined) index = number;
		return number === undefined && profile === undefined ? [] : [{ index, uuid, profile }];
	});
}

/** The device that a number or the beginning of a UUID names. */
function found(name: string, all: readonly Listed[], chosen: string): Listed {
	const isNumber = /^\d+$/.test(name);
	const fitting = all.filter(({ index, uuid, profile }) =>
		isNumber
			? profile === undefined && Number(index) === Number(name)
			: /^(?:GPU|MIG)-/.test(name) && uuid.startsWith(name),
	);
	const [one, other] = [fitting.find(({ uuid }) => uuid === name) ?? fitting[0], fitting[1]];
	if (one && (one.uuid === name || !other)) return one;
	const names = all.map(({ index, uuid, profile }) => (profile === undefined ? `${index} (${uuid})` : uuid));
	const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
	throw new RangeError(
		`CUDA_VISIBLE_DEVICES is "${chosen}", and "${name}" names ${other ? "several devices" : "no device"}: nvidia-smi lists ${names.slice(0, MOST_NAMES).join(", ")}${more}. Name one of these, or unset the variable for all devices.`,
	);
}
