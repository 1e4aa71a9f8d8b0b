// The reference.
import { serveBare } from "./bare.mjs";

serveBare();
