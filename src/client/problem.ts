import { isObject } from "../core/is-object.js";
import { PROBLEMS } from "../core/problem-table.js";
import { ProblemError } from "./errors.js";
import { essenceOf, isJson, jsonOf, textOf } from "./json-answer.js";
import type { RawAnswer } from "./send.js";

/** The problem document of RFC 9457, as any server may send it. */
export interface ProblemDocument {
	readonly status: number;
	readonly title: string;
	readonly type?: string;
	readonly code?: string;
	readonly detail?: string;
	readonly instance?: string;
	readonly [member: string]: unknown;
}

/** Turns an answer that is no success into an error that says what to do. */
export function problemError(method: string, answer: RawAnswer, attempts: number): ProblemError {
	const problem = problemOf(answer);
	const todo = problem.detail ?? todoFor(problem.status);
	const name = problem.code ?? problem.title;
	const times = attempts > 1 ? ` after ${attempts} attempts` : "";
	return new ProblemError(`${ended(todo)} (${problem.status} ${name}, ${method} ${answer.url}${times})`, {
		url: answer.url,
		attempts,
		problem,
		headers: answer.headers,
	});
}

/** The answer's own problem document, or one made from its status. */
function problemOf(answer: RawAnswer): ProblemDocument {
	const value = isJson(answer.headers) ? jsonOf(answer) : undefined;
	const sent = isObject(value) ? value : {};
	// Many servers say what is wrong in a plain line.
	const line =
		essenceOf(answer.headers) === "text/plain" ? textOf(answer).trim().split("\n", 1)[0] : undefined;
	const members: Record<string, unknown> = { ...(line && { detail: line }), ...sent };
	const { type: _t, code: _c, detail: _d, instance: _i, ...others } = members;
	const text = (name: string) => {
		const member = members[name];
		return typeof member === "string" && member !== "" ? { [name]: member.slice(0, 2000) } : {};
	};
	return {
		...others,
		// RFC 9457 §3.1: a member that is no string is as good as none.
		...text("type"),
		...text("code"),
		...text("detail"),
		...text("instance"),
		// RFC 9457 §3.1.2: the member is advisory, the status line is what counts.
		status: answer.status,
		title: text("title").title ?? titleFor(answer.status),
	};
}

function kindFor(status: number) {
	return Object.values(PROBLEMS).find((kind) => kind.status === status);
}

function titleFor(status: number): string {
	return (
		kindFor(status)?.title ?? (status >= 500 ? "Server error" : status >= 400 ? "Refused" : "Unexpected")
	);
}

/** Of a status that says little where nothing comes with it, what our own server would mean by it is no help. */
const BARE: Readonly<Record<number, string>> = {
	400: "Check the input and the parameters: the server does not say what is wrong with them",
	500: "Tell the operator of the server, which failed and does not say why",
};

function todoFor(status: number): string {
	if (status >= 300 && status < 400) return "Call the address that it redirects to";
	return BARE[status] ?? kindFor(status)?.todo ?? "Ask the operator of the server what this answer means";
}

function ended(sentence: string): string {
	return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
