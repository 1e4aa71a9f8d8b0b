/** One mebibyte, for `maxBytes`. */
export const MiB = 1024 * 1024;

/** What a mill's input may weigh where its author names no limit. */
export const DEFAULT_MAX_BYTES = 1 * MiB;

/** How long one call may run where the author names no deadline, in milliseconds. */
export const DEFAULT_DEADLINE = 10_000;
