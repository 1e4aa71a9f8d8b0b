import { MiB } from "../../core/definition/limits.js";
import { defaultMemory, defaultWorkers } from "../../runtime/options.js";
import type { SettingsByMill } from "../../settings/mill-limits.js";
import { DEFAULTS } from "../../settings/table.js";
import { keepPlace } from "../keep/place.js";
import type { Part } from "../processes/questions.js";
import { defaultMaxBuffered } from "../wire/load.js";
import type { Settings } from "./settings.js";

/**
 * The settings of one process, by the number of groups of its mills. Limits of the whole server are divided, so that all processes together keep them. Rates are
 * not: the supervisor counts them for all processes. Throws a RangeError if there is too little to divide.
 */
export function shareOf(settings: Settings, part: Part, groups: number): Settings {
	const { of } = part;
	const { workers, workerMemory, maxWaiting = DEFAULTS.maxWaiting, inspect, mills = {} } = settings;
	const { maxBuffered = defaultMaxBuffered(), maxConnections = DEFAULTS.maxConnections } = settings;
	if (inspect)
		throw new RangeError(
			"inspect needs a single worker, and processes asks for several. Remove one of the two settings.",
		);
	if (workers !== undefined && workers < of)
		throw new RangeError(
			`Each of ${of} processes needs a worker, and workers is ${workers}. Give more workers or fewer processes.`,
		);
	const total = Math.max(of, workers ?? defaultWorkers(groups));
	return {
		...settings,
		workers: share(total, part),
		// By default, as much as if one process had all workers.
		workerMemory: workerMemory ?? Math.floor(defaultMemory(total, groups) / MiB),
		maxBuffered: share(maxBuffered, part),
		maxConnections: Math.max(1, share(maxConnections, part)),
		maxWaiting: Math.max(1, share(maxWaiting, part)),
		...(settings.keep !== undefined && { keep: keepShare(settings.keep, part) }),
		mills: millShares(mills, part),
	};
}

/** Memory is divided. All processes use the same server. */
function keepShare(keep: string, part: Part): string {
	const place = keepPlace(keep);
	if (!("room" in place)) return keep;
	if (place.room < part.of * MiB)
		throw new RangeError(
			`keep is ${keep}, and each of ${part.of} processes keeps at least 1 MiB. Keep more, or use fewer processes.`,
		);
	return `${share(place.room, part)}`;
}

function millShares(mills: SettingsByMill, part: Part): SettingsByMill {
	const rows = Object.entries(mills).map(([name, own]) => {
		const { concurrency, maxWaiting } = own;
		if (concurrency !== undefined && concurrency < part.of)
			throw new RangeError(
				`The concurrency of ${name} is ${concurrency}, and each of ${part.of} processes runs at least one call of it. Raise it, or use fewer processes.`,
			);
		return [
			name,
			{
				...own,
				...(concurrency !== undefined && { concurrency: share(concurrency, part) }),
				...(maxWaiting !== undefined && { maxWaiting: Math.max(1, share(maxWaiting, part)) }),
			},
		] as const;
	});
	return Object.fromEntries(rows);
}

/** The parts of all slots add up to the total. */
function share(total: number, { slot, of }: Part): number {
	return Math.floor(total / of) + (slot < total % of ? 1 : 0);
}
