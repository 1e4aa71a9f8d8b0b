import type { ProblemDocument } from "../../core/problem-document.js";
import { PROBLEMS } from "../../core/problem-table.js";
import { isObject } from "../../core/schema/is-object.js";
import { ProblemError } from "../errors/errors.js";
import { essenceOf, isJson, jsonOf, textOf } from "./json-answer.js";
import type { RawAnswer } from "./message.js";

/** Makes an error, which says what to do, from an answer that is not a success. */
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

/** The same from a problem that is a line of an answer, with a status of its own. */
export function lineProblem(
	method: string,
	{ url, headers }: RawAnswer,
	problem: Record<string, unknown>,
	attempts: number,
): ProblemError {
	const status = typeof problem.status === "number" ? problem.status : 500;
	const fields = new Headers(headers);
	fields.set("Content-Type", "application/problem+json");
	const bytes = new TextEncoder().encode(JSON.stringify(problem));
	return problemError(method, { url, status, headers: fields, bytes }, attempts);
}

/** The answer's own problem document, or one made from its status. */
function problemOf(answer: RawAnswer): ProblemDocument {
	const value = isJson(answer.headers) ? jsonOf(answer) : undefined;
	const sent = isObject(value) ? value : {};
	// Many servers explain an error in one line of plain text.
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
		// RFC 9457 §3.1: a member of the wrong type is ignored.
		...text("type"),
		...text("code"),
		...text("detail"),
		...text("instance"),
		// RFC 9457 §3.1.2: the member is advisory. The status line counts.
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

/** Texts for statuses without a problem document. Our own table would claim to know more. */
const BARE: Readonly<Record<number, string>> = {
	400: "Check the input and the parameters. The server gives no details",
	500: "The server failed and gives no details. Report this to its operator",
};

function todoFor(status: number): string {
	if (status >= 300 && status < 400) return "Call the URL that it redirects to";
	return BARE[status] ?? kindFor(status)?.todo ?? "Ask the operator of the server what this answer means";
}

function ended(sentence: string): string {
	return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
