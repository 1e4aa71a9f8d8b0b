/** One mebibyte, for `maxBytes`. */
export const MiB = 1024 * 1024;

/** The default maximum size of an input. */
export const DEFAULT_MAX_BYTES = 1 * MiB;

/** The default deadline of a call, in milliseconds. */
export const DEFAULT_DEADLINE = 10_000;
