import type { CheckSettings } from "../../checker/probe/settings.js";
import type { TinyMill } from "../servers/tiny-facts.js";
import { type Breakage, problem, type TinyCall, type TinyReply } from "../servers/tiny-server.js";

/** A correct server with one defect, and the one row that must detect it. */
export interface BrokenRow extends Breakage {
	readonly row: string;
	readonly what: string;
	readonly mill?: TinyMill;
	/** Other settings of the check, if a broken server would be waited for too long. */
	readonly settings?: Partial<CheckSettings>;
}

export type Correct = (call?: TinyCall) => TinyReply;
export type Match = (call: TinyCall) => boolean;

export const isMill = ({ path }: TinyCall) =>
	!path.includes("$") && /^\/v1\/(?:shouter|classifier|drawer|teller)$/.test(path);
export const isCall: Match = (call) => isMill(call) && call.method === "POST";
export const isPlain: Match = (call) => isCall(call) && call.headers.accept === "application/json";
/** Matches the plain call with the mill's media type. */
export const isGood: Match = (call) =>
	isPlain(call) &&
	call.headers["content-type"] === "text/plain" &&
	call.headers["content-encoding"] === undefined;
export const isOptions: Match = (call) => isMill(call) && call.method === "OPTIONS";
export const isPreflight: Match = (call) => isOptions(call) && call.headers.origin !== undefined;
export const accepts =
	(accept: string, method = "POST"): Match =>
	(call) =>
		isMill(call) && call.method === method && call.headers.accept === accept;
export const asks =
	(path: string, method = "GET"): Match =>
	(call) =>
		call.path === path && call.method === method;
export const both =
	(...matches: readonly Match[]): Match =>
	(call) =>
		matches.every((match) => match(call));

/** Gives a different answer to matching calls. */
export function when(
	match: Match,
	change: (correct: Correct, call: TinyCall) => TinyReply,
): NonNullable<Breakage["answer"]> {
	return () => (call, correct) => (match(call) ? change(correct, call) : correct());
}

/** Changes some fields of the answer. */
export function fields(headers: TinyReply["headers"]): (correct: Correct) => TinyReply {
	return (correct) => {
		const reply = correct();
		return { ...reply, headers: { ...reply.headers, ...headers } };
	};
}

/** Changes the JSON of an answer. */
export function edit(change: (value: Record<string, unknown>) => unknown): (correct: Correct) => TinyReply {
	return (correct) => {
		const reply = correct();
		return { ...reply, body: JSON.stringify(change(JSON.parse(String(reply.body)))) };
	};
}

export const status = (code: number, headers?: TinyReply["headers"]) => () => problem(code, headers);
/** Answers as if this were the mill's own call. */
export const asCall = (correct: Correct, call: TinyCall) =>
	correct({ ...call, method: "POST", path: "/v1/shouter" });
export const stored = (): TinyReply => ({
	status: 200,
	headers: { "Content-Type": "application/json", Vary: "Accept" },
	body: '{"text":"STORED","length":6}',
});
export const SCHEMA = "application/schema+json";
export const HAL = "application/hal+json";
export const GET_ANY = accepts("*/*", "GET");
export const spoilt = edit((value) => ({ ...value, length: -1 }));

/** Makes answers depend on earlier calls. `remember` sees every call of the mill and returns whether to spoil its answer. */
export function remembering(remember: () => (call: TinyCall) => boolean): NonNullable<Breakage["answer"]> {
	return () => {
		const spoils = remember();
		return (call, correct) => {
			const spoil = spoils(call);
			const reply = correct();
			return spoil && reply.status === 200 ? spoilt(() => reply) : reply;
		};
	};
}

/** Spoils matching answers after an upload was aborted. */
export const afterAborts = (then: (call: TinyCall) => boolean) =>
	remembering(() => {
		let aborted = 0;
		return (call) => {
			if (call.method === "ABORTED") aborted++;
			return aborted > 0 && then(call);
		};
	});
