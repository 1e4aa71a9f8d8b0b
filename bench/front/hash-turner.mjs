import { makeGrinder } from "../runtime/mills/make-grinder.mjs";

/** Takes as long as its text says. */
export default makeGrinder("hash-turner", false);
