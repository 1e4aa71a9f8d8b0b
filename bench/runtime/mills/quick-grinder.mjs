import { makeGrinder } from "./make-grinder.mjs";

export default makeGrinder("quick-grinder", true);
