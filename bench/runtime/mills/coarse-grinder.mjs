import { makeGrinder } from "./make-grinder.mjs";

export default makeGrinder("coarse-grinder", false);
