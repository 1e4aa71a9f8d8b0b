import { asCall, asks, type BrokenRow, edit, status, stored, when } from "./ways.js";

const refuses = (row: string, path: string): BrokenRow => ({
	row,
	what: `answers 400 at ${path}`,
	answer: when(asks(path), status(400)),
});

export const URLS: readonly BrokenRow[] = [
	refuses("C1", "/v1/$list"),
	refuses("C2", "/v1/shouter/$schema"),
	refuses("C3", "/v1/shouter/$description"),
	refuses("C4", "/v1/$schema"),
	refuses("C5", "/v1/$description"),
	{
		row: "C6",
		what: "is not in its list",
		facts: () => ({ list: { methods: [{ name: "other-tool" }] } }),
	},
	{ row: "C7", what: "does not know %24", answer: when(asks("/v1/shouter/%24schema"), status(404)) },
	{
		row: "C8",
		what: "has two schemas",
		answer: when(
			(call) => /^\/v1\/shouter\/(?:\$|%24)schema$/.test(call.path) && call.method === "GET",
			edit((value) => ({ ...value, description: "Another" })),
		),
	},
	{ row: "C9", what: "runs its schema", answer: when(asks("/v1/shouter/$schema", "POST"), asCall) },
	{ row: "C10", what: "answers $nonsense", answer: when(asks("/v1/shouter/$nonsense"), stored) },
	{ row: "C11", what: "has a catalogue without itself", facts: () => ({ catalogue: { linkset: [] } }) },
	{
		row: "C12",
		what: "describes two operations",
		facts: () => ({ openApi: { openapi: "3.1.1", paths: { "/shouter": { post: {}, put: {} } } } }),
	},
	{
		row: "C12",
		what: "is not in its OpenAPI document",
		facts: () => ({ openApi: { openapi: "3.1.1", paths: {} } }),
	},
];
