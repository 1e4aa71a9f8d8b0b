import { problem } from "../servers/tiny-server.js";
import { accepts, type BrokenRow, status, when } from "./ways.js";

export const XML: readonly BrokenRow[] = [
	{ row: "X1", what: "answers 400 for XML", answer: when(accepts("application/xml"), status(400)) },
	{
		row: "X2",
		what: "declares another encoding",
		answer: when(accepts("application/xml"), (correct) => {
			const reply = correct();
			return { ...reply, body: String(reply.body).replace("UTF-8", "ISO-8859-1") };
		}),
	},
	{
		row: "X2",
		what: "has no root element",
		facts: ({ offers }) => ({ offers }),
		answer: when(
			(call) => accepts("application/xml")(call) || accepts("application/schema+xml", "GET")(call),
			(correct, call) => (call.method === "GET" ? problem(404) : { ...correct(), body: "nothing" }),
		),
	},
	{
		row: "X3",
		what: "has an XML Schema that lies",
		facts: ({ xmlSchema }) => ({ xmlSchema: xmlSchema.replace('name="length"', 'name="width"') }),
	},
];
