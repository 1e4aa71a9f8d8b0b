import { makeGrinder } from "./make-grinder.mjs";

export default makeGrinder("small-grinder", false);
