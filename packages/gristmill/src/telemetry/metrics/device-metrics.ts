import { CLOCK, type Clock } from "../../core/clock.js";
import { MiB } from "../../core/definition/limits.js";
import { askDriver, visibleDevices } from "../../runtime/visible-devices.js";
import type { Family } from "./exposition.js";

/** A scrape gets values that are at most so old, or those that were read after the scrape before: it never waits for the driver. */
const FRESH_MS = 5_000;
const QUERY = ["--query-gpu=index,memory.used,memory.total,utilization.gpu", "--format=csv,noheader,nounits"];

/** What `nvidia-smi` tells about the devices; undefined if it is not there or fails. */
type ReadDevices = () => Promise<string | undefined>;

/** Reads the GPUs of which the server may use something. */
export function deviceReader(env = process.env): ReadDevices {
	let visible: ReturnType<typeof visibleDevices> | undefined;
	return async () => {
		visible ??= visibleDevices(env, false);
		// A server with such a variable does not start.
		const devices = await visible.catch(() => undefined);
		const told = await askDriver(QUERY, env, false);
		// They may be told when the driver has started.
		if (!devices) visible = undefined;
		const isVisible = (line: string) => devices?.some(({ index }) => line.startsWith(`${index},`));
		return told?.split("\n").filter(isVisible).join("\n");
	};
}

/** The memory and the use of the GPUs. They are read only when metrics are. */
export class DeviceWatch {
	readonly #read: ReadDevices;
	readonly #clock: Clock;
	#told = "";
	#readAt = Number.NEGATIVE_INFINITY;
	#reading: Promise<void> | undefined;

	constructor(read: ReadDevices = deviceReader(), clock: Clock = CLOCK) {
		this.#read = read;
		this.#clock = clock;
		void this.refresh();
	}

	/** Reads the devices. One read at a time: a driver that hangs gets no second process. */
	refresh(): Promise<void> {
		this.#reading ??= this.#read().then((told) => {
			this.#told = told ?? "";
			this.#readAt = this.#clock.now();
			this.#reading = undefined;
		});
		return this.#reading;
	}

	families(): Family[] {
		if (this.#clock.now() - this.#readAt >= FRESH_MS) void this.refresh();
		const devices = this.#told
			.split("\n")
			.filter((line) => line.trim() !== "")
			.map((line) => line.split(",").map((cell) => cell.trim()));
		// A device that cannot tell a value says [N/A].
		const samples = (column: number, scale: number) =>
			devices.flatMap(([device = "", ...values]) => {
				const value = Number(values[column] || Number.NaN) * scale;
				return Number.isNaN(value) ? [] : [[{ device }, value] as const];
			});
		const gauge = (name: string, help: string, column: number, scale: number): Family => ({
			name,
			help,
			type: "gauge",
			samples: samples(column, scale),
			// Each process tells the same devices.
			across: "max",
		});
		return [
			gauge("gristmill_device_memory_used_bytes", "Memory of a GPU that is in use, by any process.", 0, MiB),
			gauge("gristmill_device_memory_bytes", "Memory of a GPU.", 1, MiB),
			gauge("gristmill_device_utilization_ratio", "The share of time in which a GPU was busy.", 2, 0.01),
		].filter((family) => family.samples.length > 0);
	}
}
