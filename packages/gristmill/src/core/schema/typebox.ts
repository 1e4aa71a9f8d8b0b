/**
 * The only import of TypeBox. Its types are heavy, so `type.ts` declares our own. It has about 700 small files, and every process needs them. The build bundles them into
 * this file, which saves most of the start-up time.
 */
export { Type } from "typebox";
export { Compile, Errors } from "typebox/schema";
