/** Whether the tests that take long run too. They need nothing more, and CI runs them: what they cover is covered shortly here. */
export const ALL = process.env.GRISTMILL_TESTS === "all";

/** For `skip`: false, or how to run a test that takes long. */
export const unlessAll = ALL ? false : "it takes long: GRISTMILL_TESTS=all runs it";
