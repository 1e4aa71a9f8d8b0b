export { grind as default } from "../grind.mjs";
