/** What the driver and its libraries read, and the operator has set. Other variables, such as NVIDIA_API_KEY, may be secret. */
const PASSED = [
	"CUDA_DEVICE_ORDER", "CUDA_HOME", "CUDA_MODULE_LOADING", "CUDA_MPS_LOG_DIRECTORY", "CUDA_MPS_PIPE_DIRECTORY", "CUDA_PATH",
	"LD_LIBRARY_PATH", "NVIDIA_DRIVER_CAPABILITIES", "NVIDIA_TF32_OVERRIDE", "NVIDIA_VISIBLE_DEVICES",
]; // biome-ignore format: a list

/** How many threads a library uses on the CPU. */
const THREADS = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"];
/** Where libraries keep what they compile. */
const CACHES = ["HOME", "XDG_CACHE_HOME", "CUDA_CACHE_PATH", "TORCHINDUCTOR_CACHE_DIR", "TRITON_CACHE_DIR"];
/** The devices of this worker, or `cpu`. Only workers of mills that need a GPU have it. */
const MARK = "GRISTMILL_DEVICE";

/** What the environment of the workers depends on. */
interface DeviceWorkers {
	/** None if they compute on the CPU. */
	readonly devices: readonly string[];
	readonly workers: number;
	readonly cores: number;
	/** A folder for caches. */
	readonly folder: string;
}

/** The environment of the worker at one of the places from 0, beyond that of every worker. The workers divide devices and cores. */
export function deviceEnvironment(
	{ devices, workers, cores, folder }: DeviceWorkers,
	place: number,
	env = process.env,
): Readonly<Record<string, string>> {
	const own = devices.filter((_, i) => i % workers === place % workers).join(",");
	const threads = String(Math.max(1, Math.floor(cores / workers)));
	return {
		// nvidia-smi counts the devices in this order, and CUDA does not by default.
		...(env.CUDA_VISIBLE_DEVICES === undefined && { CUDA_DEVICE_ORDER: "PCI_BUS_ID" }),
		...picked(env, PASSED),
		CUDA_VISIBLE_DEVICES: own,
		...Object.fromEntries(THREADS.map((name) => [name, threads])),
		...Object.fromEntries(CACHES.map((name) => [name, folder])),
		[MARK]: own || "cpu",
	};
}

/** What a worker passes on to a process that computes for it; nothing if its mills need no GPU. */
export function inheritedDevices(env = process.env): Readonly<Record<string, string>> {
	return env[MARK] === undefined
		? {}
		: picked(env, [...PASSED, ...THREADS, ...CACHES, MARK, "CUDA_VISIBLE_DEVICES"]);
}

/** What a process needs to import a file that may use a device: where its libraries are. It is not known yet what the file needs. */
export function importingEnvironment(env = process.env): Readonly<Record<string, string>> {
	return picked(env, PASSED);
}

function picked(env: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
	return Object.fromEntries(
		names.flatMap((name) => {
			const value = env[name];
			return value === undefined ? [] : [[name, value] as const];
		}),
	);
}
