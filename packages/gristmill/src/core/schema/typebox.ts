/**
 * The only import of TypeBox: its validator. It has hundreds of small files, and every process needs them. The build bundles them into
 * this file, which saves most of the start-up time. `make-schema.ts` makes schemas without its builders, which are larger than it.
 */
export { Compile, Errors } from "typebox/schema";
