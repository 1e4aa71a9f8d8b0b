/** What a result can be written as, in the server's order of preference. */
export const RESULT_TYPES = ["application/json", "application/hal+json", "application/xml"] as const;

export type ResultType = (typeof RESULT_TYPES)[number];
