/** One mebibyte, for `maxBytes`. */
export const MiB = 1024 * 1024;

/** The default maximum size of an input. */
export const DEFAULT_MAX_BYTES = 1 * MiB;

/** How much of a long input may be on its way to `run`. */
export const PIECE = 256 * 1024;

/** The most bytes of an input of any length, if it comes whole. */
export const LONGEST_WHOLE = 16 * MiB;

/** The default maximum size of a line of a long input. */
export const DEFAULT_MAX_LINE = 1 * MiB;

/** The default maximum size of a result. */
export const DEFAULT_MAX_OUTPUT = 128 * MiB;

/** The maximum size of a result that can be set: in base64, more would not fit into a string. */
export const MOST_OUTPUT = 256 * MiB;

/** The default deadline of a call, in milliseconds. */
export const DEFAULT_DEADLINE = 10_000;
