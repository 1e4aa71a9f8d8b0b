/** Whether the long tests run too. They need nothing more, and CI runs them. Short tests here cover the same behaviour. */
export const ALL = process.env.GRISTMILL_TESTS === "all";
