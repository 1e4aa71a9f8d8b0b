import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { xmlShape } from "../codecs/xml-shape.js";
import type { Example, Mill } from "../core/mill.js";
import { PROBLEMS, type ProblemKind } from "../core/problem-table.js";
import { millDescription, serverDescription } from "../documents/description.js";
import { htmlPage } from "../documents/html.js";
import { halListDocument, listDocument } from "../documents/list.js";
import { openApi } from "../documents/openapi.js";
import { problemPage, problemsPage } from "../documents/problem-page.js";
import { schemaDocument } from "../documents/schema.js";
import type { Site } from "../documents/site.js";
import { xmlSchema } from "../documents/xml-schema.js";
import { exampleBytes } from "../runtime/example-call.js";

/** A document in the form in which it is sent. */
export interface Sheet {
	readonly bytes: Uint8Array;
	readonly zipped: Uint8Array;
	/** Strong, made from the bytes; without quotes. */
	readonly tag: string;
}

/** The documents of a server: each made when it is first asked for, then kept. */
export interface Shelf {
	schema(mill: Mill): Sheet;
	xmlSchema(mill: Mill): Sheet;
	/** Of a mill, or of the server. */
	description(mill: Mill | undefined, form: "markdown" | "html"): Sheet;
	/** `up` leads from where the list stands to the base. */
	list(mill: Mill | undefined, form: "json" | "hal", up: string): Sheet;
	openApi(): Sheet;
	/** The input of an example; undefined where it is too large to be given away. */
	example(mill: Mill, example: Example): Sheet | undefined;
	/** Of one problem, or of all; undefined where there is no such problem. */
	problem(code: string | undefined, form: "markdown" | "html"): Sheet | undefined;
}

export function makeShelf(mills: readonly Mill[], site: Site): Shelf {
	const sheets = new Map<string, Sheet>();
	const keep = (key: string, write: () => string | Uint8Array): Sheet => {
		const sheet = sheets.get(key) ?? toSheet(write());
		sheets.set(key, sheet);
		return sheet;
	};
	const problems: Readonly<Record<string, ProblemKind>> = Object.assign(
		{},
		...mills.map((m) => m.problems),
		PROBLEMS,
	);
	const page = (form: "markdown" | "html", title: string, text: string) =>
		form === "html" ? htmlPage(title, text) : text;

	return {
		schema: (mill) => keep(`schema ${mill.name}`, () => pretty(schemaDocument(mill, site))),
		xmlSchema: (mill) =>
			keep(`xml-schema ${mill.name}`, () => {
				const shape = xmlShape(mill.output);
				if (!shape) throw new TypeError(`${mill.name} has no XML form`);
				return xmlSchema(mill.name, mill.summary, shape);
			}),
		description: (mill, form) =>
			keep(`description ${mill?.name ?? ""} ${form}`, () =>
				page(
					form,
					mill?.name ?? site.title,
					mill ? millDescription(mill, site) : serverDescription(mills, site),
				),
			),
		list: (mill, form, up) =>
			keep(`list ${mill?.name ?? ""} ${form} ${up}`, () => {
				const document = form === "hal" ? halListDocument : listDocument;
				return pretty(document(mill ? [mill] : mills, site, up));
			}),
		openApi: () => keep("openapi", () => pretty(openApi(mills, site))),
		example: (mill, example) =>
			site.gives(example)
				? keep(`example ${mill.name} ${mill.examples.indexOf(example)}`, () => exampleBytes(mill, example))
				: undefined,
		problem: (code, form) => {
			if (code === undefined)
				return keep(`problems ${form}`, () => page(form, "Problems", problemsPage(problems)));
			const kind = Object.hasOwn(problems, code) ? problems[code] : undefined;
			return kind && keep(`problem ${code} ${form}`, () => page(form, kind.title, problemPage(code, kind)));
		},
	};
}

function pretty(document: object): string {
	return `${JSON.stringify(document, null, 2)}\n`;
}

/** Makes the bytes of a document, plain and compressed. */
export function toSheet(text: string | Uint8Array): Sheet {
	const bytes = Buffer.from(text);
	const tag = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
	return { bytes, zipped: gzipSync(bytes), tag };
}
