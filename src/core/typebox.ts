/**
 * The one door to TypeBox. It is some seven hundred small files, and every process of ours needs them: the build
 * puts one file in this one's place, which spares each server, worker and command most of its start.
 */
export { type Static, type TObject, type TSchema, Type } from "typebox";
export { Compile, Errors } from "typebox/schema";
