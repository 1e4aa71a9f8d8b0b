import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceEnvironment, importingEnvironment, inheritedDevices } from "./device-environment.js";

const folder = "/tmp/cache";

const visible = (devices: readonly string[], workers: number) =>
	Array.from(
		{ length: workers },
		(_, place) => deviceEnvironment({ devices, workers, cores: 16, folder }, place, {}).CUDA_VISIBLE_DEVICES,
	);

test("workers divide the devices", () => {
	assert.deepEqual(visible(["0", "1"], 2), ["0", "1"]);
	assert.deepEqual(visible(["0", "1", "2"], 2), ["0,2", "1"]);
	assert.deepEqual(visible(["0", "1"], 1), ["0,1"]);
	assert.deepEqual(visible([], 2), ["", ""]);
});

test("a worker gets the variables of the driver, a cache of its own and its share of the cores, and no secret", () => {
	const env = {
		LD_LIBRARY_PATH: "/usr/local/cuda/lib64",
		NVIDIA_VISIBLE_DEVICES: "all",
		NVIDIA_API_KEY: "secret",
		HOME: "/root",
		CUDA_VISIBLE_DEVICES: "3,5",
	};
	const own = deviceEnvironment({ devices: ["3", "5"], workers: 2, cores: 5, folder }, 1, env);
	assert.deepEqual(own, {
		LD_LIBRARY_PATH: "/usr/local/cuda/lib64",
		NVIDIA_VISIBLE_DEVICES: "all",
		CUDA_VISIBLE_DEVICES: "5",
		OMP_NUM_THREADS: "2",
		OPENBLAS_NUM_THREADS: "2",
		MKL_NUM_THREADS: "2",
		HOME: folder,
		XDG_CACHE_HOME: folder,
		CUDA_CACHE_PATH: folder,
		TORCHINDUCTOR_CACHE_DIR: folder,
		TRITON_CACHE_DIR: folder,
		GRISTMILL_DEVICE: "5",
	});
	assert.deepEqual(inheritedDevices({ ...own, TZ: "UTC" }), own);
});

test("the devices are counted as nvidia-smi counts them, unless the operator names them", () => {
	const order = (env: NodeJS.ProcessEnv) =>
		deviceEnvironment({ devices: ["0"], workers: 1, cores: 1, folder }, 0, env).CUDA_DEVICE_ORDER;
	assert.equal(order({}), "PCI_BUS_ID");
	assert.equal(order({ CUDA_DEVICE_ORDER: "FASTEST_FIRST" }), "FASTEST_FIRST");
	assert.equal(order({ CUDA_VISIBLE_DEVICES: "0" }), undefined);
});

test("a process of a mill that needs no GPU gets nothing of a server's environment", () => {
	assert.deepEqual(inheritedDevices({ LD_LIBRARY_PATH: "/lib", HOME: "/root" }), {});
});

test("a Python that imports a mill file, of which nothing is known yet, finds the libraries of a device and gets nothing else", () => {
	const env = { LD_LIBRARY_PATH: "/lib", CUDA_HOME: "/cuda", NVIDIA_API_KEY: "secret", HOME: "/root" };
	assert.deepEqual(importingEnvironment(env), { LD_LIBRARY_PATH: "/lib", CUDA_HOME: "/cuda" });
});
