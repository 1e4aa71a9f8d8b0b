import { makeHashTeller } from "./make-hash-teller.mjs";

export default makeHashTeller("1.0.0");
