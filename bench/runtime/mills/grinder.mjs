import { makeGrinder } from "./make-grinder.mjs";

export default makeGrinder("grinder", false);
