/**
 * The only import of TypeBox. It has about 700 small files, and every process needs them. The build bundles them into
 * this file, which saves most of the start-up time.
 */
export { type Static, type TObject, type TSchema, type TUnsafe, Type } from "typebox";
export { Compile, Errors } from "typebox/schema";
