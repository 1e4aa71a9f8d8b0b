export { command } from "./command/command.js";
export type {
	CommandContext,
	CommandOptions,
	CommandRun,
	ResultContext,
	ResultForm,
} from "./command/options.js";
export type { ProgramEnd } from "./command/program-failure.js";
export type { Word } from "./command/words.js";
export type { Deadline } from "./core/deadline.js";
export { type Definition, defineMill } from "./core/definition/define-mill.js";
export type { Deprecation } from "./core/definition/deprecation.js";
export { form, type OptionalForm, optional } from "./core/definition/form.js";
export { bytes, type InputForm, image, json, text } from "./core/definition/input.js";
export { MiB } from "./core/definition/limits.js";
export type {
	Example,
	Method,
	Mill,
	Need,
	RunContext,
	SettingValues,
	TypedMill,
	UsedMill,
	UsedMillOptions,
} from "./core/definition/mill.js";
export { file } from "./core/definition/settings.js";
export { OutOfMemoryError } from "./core/out-of-memory.js";
export type { ParameterValues } from "./core/parameters.js";
export { Problem } from "./core/problem.js";
export type { ProblemKind } from "./core/problem-table.js";
export { binary } from "./core/schema/binary.js";
export type { StandardSchema } from "./core/schema/standard-schema.js";
export type { Given, Static } from "./core/schema/static.js";
export {
	type ArraySchema,
	type BooleanSchema,
	type ConstSchema,
	type DefaultMark,
	type EnumSchema,
	type IntegerSchema,
	type IntersectSchema,
	type NullSchema,
	type NumberSchema,
	type ObjectSchema,
	type OptionalMark,
	type RecordSchema,
	type RefSchema,
	type Schema,
	type StringSchema,
	Type,
	type UnionSchema,
	type UnknownSchema,
	type UnsafeSchema,
} from "./core/schema/type.js";
export type { RunOutput, TypedList } from "./core/schema/typed-list.js";
export type { AuthSettings } from "./http/auth/settings.js";
export type { FetchCaller, FetchHandler, MillListener, ServedMills } from "./http/mounts.js";
export { attach, createFetchHandler, createListener, createServer } from "./http/on-demand.js";
export type { Server } from "./http/server.js";
export type { Settings } from "./http/service/settings.js";
export type { TlsSettings } from "./http/tls/settings.js";
export type { Listener } from "./http/wire/node-http.js";
export { open } from "./library/on-demand.js";
export type { CallOptions, InstalledMills, OpenedMill, OpenOptions, Outcome } from "./library/types.js";
export { type PythonOptions, python } from "./python/python-function.js";
export type { ExampleResult } from "./runtime/loading/examine.js";
export type { MillSource } from "./runtime/loading/import-mill.js";
export type { Log } from "./runtime/log.js";
export { type Config, defineConfig } from "./settings/define-config.js";
export type { MillSettings } from "./settings/mill-limits.js";
export type { AccessLog } from "./telemetry/log/access-log.js";
