import { type Job, newJob } from "../runtime/pool/job.js";

/** A call that waits for a worker. Its answer is dropped. */
export function waitingJob(id: number, mill: string, bytes = 1): Job {
	return newJob({
		id,
		mill,
		task: {
			mediaType: "text/plain",
			charset: undefined,
			parameters: {},
			resultType: "application/json",
			links: undefined,
			body: Buffer.alloc(bytes),
		},
		deadline: 1_000,
		timings: undefined,
		resolve: () => {},
		reject: () => {},
	});
}
