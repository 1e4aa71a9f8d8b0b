import {
	accepts,
	asks,
	type BrokenRow,
	edit,
	fields,
	isCall,
	isGood,
	isPlain,
	status,
	when,
} from "./ways.js";

export const OUTPUT: readonly BrokenRow[] = [
	{
		row: "O1",
		what: "labels results text/json",
		answer: when(isGood, (correct) =>
			correct().status === 200 ? fields({ "Content-Type": "text/json" })(correct) : correct(),
		),
	},
	{
		row: "O2",
		what: "gives lists",
		facts: ({ schema }) => ({ schema: { ...schema, type: ["object", "array"] } }),
		answer: when(isCall, (correct, call) => (isPlain(call) ? edit((value) => [value])(correct) : correct())),
	},
	{
		row: "O3",
		what: "begins with a byte order mark",
		answer: when(isPlain, (correct) => {
			const reply = correct();
			return { ...reply, body: `\ufeff${reply.body}` };
		}),
	},
	{
		row: "O4",
		what: "spells the gender out",
		mill: "classifier",
		facts: ({ run }) => ({ run: (input) => run(input) && { ...run(input), gender: "male" } }),
	},
	{
		row: "O5",
		what: "gives half years",
		mill: "classifier",
		facts: ({ run, schema, xmlSchema }) => ({
			run: (input) => run(input) && { ...run(input), age: 33.5 },
			schema: { ...schema, properties: { age: { type: "number" } } },
			xmlSchema: xmlSchema.replace("xs:integer", "xs:decimal"),
		}),
	},
	{
		row: "O6",
		what: "sees Methuselah",
		mill: "classifier",
		facts: ({ run }) => ({ run: (input) => run(input) && { ...run(input), age: 969 } }),
	},
	{
		row: "O7",
		what: "has no Date on a 405",
		answer: when((call) => call.method === "DELETE", fields({ Date: undefined })),
	},
	{ row: "O8", what: "loses Vary", answer: when(isCall, fields({ Vary: undefined })) },
	{
		row: "O9",
		what: "demands Accept",
		answer: when((call) => isCall(call) && call.headers.accept === undefined, status(406)),
	},
	{ row: "O10", what: "knows no wildcards", answer: when(accepts("application/*"), status(406)) },
	{ row: "O11", what: "answers 400 for 406", answer: when(accepts("text/csv"), status(400)) },
	{ row: "O12", what: "keeps its types to itself", answer: when(accepts("text/csv"), status(406)) },
	{
		row: "O13",
		what: "ignores a weight of 0",
		answer: when(accepts("application/json;q=0, */*;q=0"), (correct, call) =>
			correct({ ...call, headers: { ...call.headers, accept: "*/*" } }),
		),
	},
	{
		row: "O14",
		what: "gives results the mill's address",
		answer: when(isCall, (correct, call) => fields({ "Content-Location": call.path })(correct)),
	},
	{
		row: "O15",
		what: "lets caches keep results",
		answer: when(isCall, fields({ "Cache-Control": "max-age=60" })),
	},
	{
		row: "O16",
		what: "lets browsers sniff its list",
		answer: when(asks("/v1/$list"), fields({ "X-Content-Type-Options": undefined })),
	},
];
