import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { makeWorkplace, type Workplace } from "../../command/workplace.js";
import type { Mill } from "../../core/definition/mill.js";
import type { RuntimeOptions } from "../options.js";
import { deviceEnvironment } from "../pool/device-environment.js";
import { demandDevices, findDevices } from "../pool/devices.js";
import type { PoolOptions } from "../pool/pool-options.js";

/** To load a large model into a GPU, and to warm it up, takes minutes. */
const LOAD_MS = 600_000;

type DevicePool = Pick<PoolOptions, "workers" | "memory" | "environment" | "spares" | "loadMs">;

/** The GPUs of a server, and the options of the pools whose mills need one. */
export class DevicePlan {
	readonly #devices: readonly string[];
	readonly #workplace: Workplace | undefined;
	#folders = 0;

	/** Looks for devices if a mill needs one. Throws a RangeError if there is none and a mill cannot do without. */
	static async for(mills: readonly Mill[]): Promise<DevicePlan> {
		const needing = mills.filter(({ needs }) => needs.includes("gpu"));
		if (needing.length === 0) return new DevicePlan([], undefined);
		const devices = await findDevices();
		demandDevices(needing, devices);
		return new DevicePlan(devices, makeWorkplace());
	}

	private constructor(devices: readonly string[], workplace: Workplace | undefined) {
		this.#devices = devices;
		this.#workplace = workplace;
	}

	/** What is different for the pool of a group of mills with the same needs. */
	optionsOf(
		[mill]: readonly Mill[],
		given: Pick<RuntimeOptions, "workers" | "deviceMemory">,
	): Partial<DevicePool> {
		if (!mill?.needs.includes("gpu") || !this.#workplace) return {};
		const folder = join(this.#workplace.path, `cache-${this.#folders++}`);
		mkdirSync(folder);
		const devices = this.#devices;
		const workers = devices.length > 0 ? Math.min(devices.length, given.workers) : given.workers;
		const facts = { devices, workers, cores: availableParallelism(), folder };
		const environment = (place: number) => deviceEnvironment(facts, place);
		if (devices.length === 0) return { environment, loadMs: LOAD_MS };
		const memory = given.deviceMemory && Math.floor(given.deviceMemory / workers);
		// A spare would be a second copy of the model in the memory of a device.
		return { workers, environment, loadMs: LOAD_MS, spares: 0, ...(memory && { memory }) };
	}

	/** Removes the caches. Call it after the workers were killed. */
	close(): void {
		void this.#workplace?.remove();
	}
}
