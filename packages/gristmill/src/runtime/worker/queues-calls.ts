/** A model with this property computes one call after the other by itself. So a worker may give it the next one before it is done. */
export const QUEUES_CALLS: unique symbol = Symbol.for("gristmill.queues-calls");

interface QueuesCalls {
	readonly [QUEUES_CALLS]: true;
	/** Ends what computes its calls. */
	close(): void;
}

export function queuesCalls(model: unknown): model is QueuesCalls {
	return typeof model === "object" && model !== null && QUEUES_CALLS in model;
}
