export { Problem } from "../core/problem.js";
export type { ExampleResult } from "../runtime/loading/examine.js";
export { open } from "./open.js";
export type { CallOptions, InstalledMills, OpenedMill, OpenOptions, Outcome } from "./types.js";
