import { makeHashTeller } from "./make-hash-teller.mjs";

export default makeHashTeller("2.0.0");
