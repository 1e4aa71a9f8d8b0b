import assert from "node:assert/strict";
import { test } from "node:test";
import { checkTiny, failedRows } from "../testing/servers/check-tiny.js";
import type { Breakage } from "../testing/servers/tiny-server.js";
import { verdictOf } from "./report/verdict.js";

/** Servers that are no mills, as one meets them, and rows that must be among those that say so. */
const NO_MILLS: Readonly<Record<string, [rows: readonly string[], Breakage]>> = {
	"that counts its calls": [
		["P1", "P2", "P3"],
		{
			answer: () => {
				let calls = 0;
				return (call, correct) => {
					const reply = correct();
					if (call.method !== "POST" || !String(reply.body).startsWith('{"text"')) return reply;
					return { ...reply, body: JSON.stringify({ ...JSON.parse(String(reply.body)), length: calls++ }) };
				};
			},
		},
	],
	"with two methods": [
		["M4", "M5"],
		{
			facts: () => ({ allow: "POST, PUT, OPTIONS" }),
			answer: () => (call, correct) =>
				call.method === "PUT" ? correct({ ...call, method: "POST" }) : correct(),
		},
	],
	"that answers GET from storage": [
		["M8", "M9"],
		{
			answer: () => {
				let last = "{}";
				return (call, correct) => {
					const reply = correct();
					if (call.method === "POST" && reply.status === 200) last = String(reply.body);
					if (call.method !== "GET" || reply.status !== 405) return reply;
					return { status: 200, headers: { "Content-Type": "application/json" }, body: last };
				};
			},
		},
	],
	"that sets cookies": [
		["P7"],
		{
			answer: () => (_, correct) => {
				const reply = correct();
				return { ...reply, headers: { ...reply.headers, "Set-Cookie": "id=1" } };
			},
		},
	],
	"whose schema lies": [
		["A5"],
		{ facts: ({ schema }) => ({ schema: { ...schema, required: ["text", "language"] } }) },
	],
	"that loses Vary": [
		["A10"],
		{
			answer: () => (_, correct) => {
				const reply = correct();
				return { ...reply, headers: { ...reply.headers, Vary: undefined } };
			},
		},
	],
	"that crashes on garbage": [
		["I6"],
		{
			answer: () => (call, correct) => {
				const reply = correct();
				return call.method === "POST" && reply.status === 400 ? { ...reply, status: 500 } : reply;
			},
		},
	],
};

for (const [what, [rows, breakage]] of Object.entries(NO_MILLS))
	test(`a server ${what} is no mill`, async (t) => {
		const report = await checkTiny(t, "shouter", breakage, { only: rows });
		assert.equal(verdictOf(report), "failed");
		const failed = failedRows(report);
		assert.deepEqual(
			rows.filter((row) => !failed.includes(row)),
			[],
		);
	});
