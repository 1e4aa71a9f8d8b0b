import { accepts, type BrokenRow, edit, fields, HAL, isPlain, status, when } from "./ways.js";

const halEdit = (change: (value: Record<string, unknown>) => unknown) => when(accepts(HAL), edit(change));

export const LINKS: readonly BrokenRow[] = [
	{ row: "B1", what: "answers 400 for HAL", answer: when(accepts(HAL), status(400)) },
	{
		row: "B2",
		what: "has a link without href",
		facts: ({ links }) => ({ links: { ...links, description: { to: 5 } } }),
	},
	{ row: "B2", what: "has links to nothing of it", facts: () => ({ links: { home: { href: "/" } } }) },
	{
		row: "B3",
		what: "links to no schema",
		facts: ({ links }) => ({ links: { ...links, schema: { href: "nowhere" } } }),
	},
	{
		row: "B4",
		what: "links to no text",
		facts: ({ links }) => ({ links: { ...links, description: { href: "nowhere" } } }),
	},
	{ row: "B5", what: "adds to its results in HAL", answer: halEdit((value) => ({ ...value, extra: 1 })) },
	{
		row: "B6",
		what: "labels HAL application/json",
		answer: when(accepts(HAL), fields({ "Content-Type": "application/json" })),
	},
	{
		row: "B7",
		what: "gives results an address",
		facts: ({ links }) => ({ links: { ...links, self: { href: "shouter/1" } } }),
	},
	{
		row: "B7",
		what: "sends Location with HAL",
		answer: when(accepts(HAL), fields({ Location: "/v1/shouter/1" })),
	},
	{
		row: "B8",
		what: "has a Link to nowhere",
		answer: when(isPlain, fields({ Link: '<nowhere>; rel="describedby"' })),
	},
];
