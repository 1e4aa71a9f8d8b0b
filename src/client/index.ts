export type { Answer } from "./call.js";
export { type Client, createClient } from "./client.js";
export type { Found, Schema, Via } from "./documents.js";
export {
	AnswerError,
	ConnectionError,
	DeadlineError,
	DiscoveryError,
	MillError,
	ProblemError,
	UsageError,
} from "./errors.js";
export { typeOfBytes, typeOfName } from "./file-types.js";
export { type Chunks, digestOf, type Input } from "./input.js";
export type { MapCall, MapOptions, Outcome } from "./map.js";
export type { MillEntry } from "./mill-list.js";
export type { CallOptions, ClientOptions, DocumentOptions, RequestOptions } from "./options.js";
export type { OutageOptions } from "./outage.js";
export type { ProblemDocument } from "./problem.js";
export type { RetryPolicy } from "./retry.js";
