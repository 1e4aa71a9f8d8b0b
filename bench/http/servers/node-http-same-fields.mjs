// The same answer as from gristmill, with the same headers, written by hand. The difference is the cost of our own layer.
import { serveBare } from "./bare.mjs";
import { sameFields } from "./same-fields.mjs";

serveBare(() => sameFields("echoer"));
