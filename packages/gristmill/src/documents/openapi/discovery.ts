import type { Mill } from "../../core/definition/mill.js";
import { offersXmlSchema } from "../links.js";
import type { Requirements, ServerInfo } from "../server-info.js";
import { camel } from "./names.js";
import type { SharedProblems } from "./problems.js";

const TEXT = { schema: { type: "string" } };
const OBJECT = { schema: { type: "object" } };
const TEXTS = { "text/markdown": TEXT, "text/html": TEXT };

/** A document: how it is asked for, and what comes back. */
interface DocumentFacts {
	readonly id: string;
	readonly summary: string;
	readonly description: string;
	readonly content: object;
	readonly security: Requirements;
	readonly parameters?: readonly object[];
	/** Whether it exists on every server that has this description. */
	readonly isCertain?: boolean;
}

function documentOperation(facts: DocumentFacts, { shared }: SharedProblems): object {
	const { id, summary, description, content, security, parameters, isCertain } = facts;
	return {
		get: {
			tags: ["discovery"],
			operationId: id,
			summary,
			description,
			security,
			...(parameters && { parameters }),
			responses: {
				200: { description, content },
				...shared(400, ...(security.length > 0 ? [401] : []), ...(isCertain ? [] : [404])),
			},
		},
	};
}

/** Returns the paths of a mill's documents. */
export function millDocumentPaths(mill: Mill, info: ServerInfo, problems: SharedProblems): object {
	const { offers } = info;
	const { name } = mill;
	if (!offers("urls", name)) return {};
	const security = info.security.documents(name);
	const xml = offersXmlSchema(mill, info) && { "application/schema+xml": TEXT };
	return {
		...(offers("schema", name) && {
			[`/${name}/$schema`]: documentOperation(
				{
					id: camel(`${name}-schema`),
					summary: `The schema of ${name}`,
					description: xml ? "JSON Schema 2020-12, or XML Schema" : "JSON Schema 2020-12",
					content: { "application/schema+json": OBJECT, ...xml },
					security,
				},
				problems,
			),
		}),
		...(offers("description", name) && {
			[`/${name}/$description`]: documentOperation(
				{
					id: camel(`${name}-description`),
					summary: `The description of ${name}`,
					description: "Text for people",
					content: TEXTS,
					security,
				},
				problems,
			),
		}),
	};
}

const LIST = {
	schema: {
		type: "object",
		properties: {
			methods: {
				type: "array",
				items: {
					type: "object",
					properties: {
						name: { type: "string" },
						version: { type: "string" },
						summary: { type: "string" },
						method: { type: "string" },
						digest: { type: "string" },
						href: { type: "string" },
						accepts: { type: "array", items: { type: "string" } },
						produces: { type: "array", items: { type: "string" } },
					},
					required: ["name", "version", "summary", "method", "digest", "href", "accepts", "produces"],
				},
			},
		},
		required: ["methods"],
	},
};

/** Returns the paths of the server's own documents. No mill is named by a verb, so the ids are free. */
export function serverDocumentPaths(info: ServerInfo, problems: SharedProblems): object {
	const { offers } = info;
	const security = info.security.documents();
	const documents: Record<string, DocumentFacts | false> = {
		"/$list": offers("urls") &&
			offers("list") && {
				id: "listMills",
				summary: "The list of mills",
				description: "Every mill of this server, with its address, method and media types",
				content: { "application/json": LIST, ...(offers("links") && { "application/hal+json": OBJECT }) },
				security,
			},
		"/$schema": offers("urls") &&
			offers("schema") && {
				id: "readOpenApi",
				summary: "OpenAPI",
				description: "This document. It is at `/openapi.json`, too",
				content: { "application/openapi+json": OBJECT },
				security,
			},
		"/$description": offers("urls") &&
			offers("description") && {
				id: "describeServer",
				summary: "The description of the server",
				description: "Text for people about all mills",
				content: TEXTS,
				security,
			},
		"/$keys": info.keys !== undefined && {
			id: "readKeys",
			summary: "The keys of receipts",
			description: "The public keys that verify the receipts of this server, as a JWK Set",
			content: { "application/jwk-set+json": OBJECT },
			security,
		},
		// They are open and cannot be hidden: callers that got a problem read about it here.
		"/$problems": {
			id: "listProblems",
			summary: "The list of problems",
			description: "Every problem that this server can answer with, and what to do about it",
			content: TEXTS,
			security: [],
			isCertain: true,
		},
		"/$problems/{code}": {
			id: "readProblem",
			summary: "One problem",
			description: "The page at the `type` of a problem document",
			content: TEXTS,
			security: [],
			parameters: [
				{
					name: "code",
					in: "path",
					description: "The code of the problem",
					required: true,
					schema: { type: "string" },
					example: "not-acceptable",
				},
			],
		},
	};
	return Object.fromEntries(
		Object.entries(documents).flatMap(([path, facts]) =>
			facts ? [[path, documentOperation(facts, problems)]] : [],
		),
	);
}
