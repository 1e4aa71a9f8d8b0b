import type { InferenceSession } from "onnxruntime-node";

/** One thread per worker: the workers already share the cores, and the order of additions never changes. */
export const ONE_THREAD = {
	intraOpNumThreads: 1,
	interOpNumThreads: 1,
	executionMode: "sequential",
	graphOptimizationLevel: "all",
} as const satisfies InferenceSession.SessionOptions;
