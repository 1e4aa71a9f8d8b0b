export type { ProblemDocument } from "../core/problem-document.js";
export type { Answer } from "./answer.js";
export { createClient } from "./client.js";
export type { Client } from "./client-type.js";
export type { Found, Schema, Via } from "./discovery/documents.js";
export type { MillEntry } from "./discovery/mill-list.js";
export {
	AnswerError,
	ConnectionError,
	DeadlineError,
	DiscoveryError,
	MillError,
	ProblemError,
	UsageError,
} from "./errors/errors.js";
export { typeOfBytes, typeOfName } from "./input/file-types.js";
export type { PartInput } from "./input/form.js";
export { type Chunks, digestOf, type Input } from "./input/input.js";
export { folder } from "./keep/folder.js";
export type { Keep, KeptAnswer } from "./keep/keep.js";
export { memory } from "./keep/memory.js";
export type { ManyOptions } from "./many.js";
export type { MapCall, MapOptions, MapOutcome } from "./map.js";
export type { StreamOptions } from "./stream.js";
export type {
	BytesType,
	CallOptions,
	ClientOptions,
	DocumentOptions,
	RequestOptions,
} from "./transport/options.js";
export type { OutageOptions } from "./transport/outage.js";
export type { RetryPolicy } from "./transport/retry.js";
export type { TypedClient } from "./typed-client.js";
