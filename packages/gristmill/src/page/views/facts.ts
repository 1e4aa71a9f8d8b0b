import { type JsonSchema, properties } from "../../core/schema/schema-parts.js";

/** The kind of an input. It decides the control. */
export type InputKind = "text" | "json" | "picture" | "file" | "form";

/** One media type that a mill accepts. */
export interface Form {
	readonly mediaType: string;
	readonly kind: InputKind;
	readonly maxBytes: number;
	/** The parts of a form. */
	readonly parts?: readonly FormPart[];
	/** What its control is called, if it is not what the kind says. */
	readonly label?: string;
}

/** A part of a form, with the media types that it may have. */
export interface FormPart {
	readonly name: string;
	readonly isOptional: boolean;
	readonly forms: readonly Form[];
}

/** A parameter as a visitor sees it. */
export interface FormParameter {
	readonly name: string;
	readonly inPath: boolean;
	readonly required: boolean;
	readonly schema: JsonSchema;
}

/** An example call, run with one click. */
export interface FormExample {
	/** A name for people, from the author. */
	readonly title?: string | undefined;
	readonly mediaType: string;
	readonly parameters: Readonly<Record<string, unknown>>;
	/** The text to send; undefined if the input is at `href`. */
	readonly text: string | undefined;
	readonly href: string | undefined;
	/** The texts of the parts of a form, if none is at `href`. */
	readonly parts?: Readonly<Record<string, string>> | undefined;
}

/** One entry of `$list`. */
export interface Entry {
	readonly name: string;
	readonly version: string;
	readonly summary: string;
	readonly method: string;
	readonly href: string;
	readonly accepts: readonly string[];
	readonly produces?: readonly string[];
	readonly schema?: { readonly href: string };
	readonly description?: { readonly href: string };
}

/** What the page knows about a mill, from its list entry and its schema document, if there is one. */
export interface MillFacts {
	readonly name: string;
	readonly version: string;
	readonly summary: string;
	/** The sentence of the description that begins with a bold "Do not". It stands with every result. */
	readonly warning: string;
	readonly method: string;
	/** Relative to the page, with path parameters in braces. */
	readonly path: string;
	readonly forms: readonly Form[];
	readonly parameters: readonly FormParameter[];
	readonly examples: readonly FormExample[];
	/** The schema document; undefined if the server hides it. */
	readonly schema: JsonSchema | undefined;
	/** The security schemes, as in OpenAPI. */
	readonly securitySchemes: readonly SecurityScheme[];
	readonly description: string | undefined;
	/** The member that comes part by part, if the mill streams. */
	readonly grows: Grows | undefined;
	/** The media type of the bytes that a call can ask for alone. */
	readonly raw: string | undefined;
}

/** A member that comes part by part. */
export interface Grows {
	readonly name: string;
	readonly kind: "text" | "bytes" | "list";
}

export interface SecurityScheme {
	readonly type?: string;
	readonly scheme?: string;
	readonly in?: string;
	readonly name?: string;
}

interface Content {
	readonly maxBytes?: number;
	readonly encoding?: Readonly<Record<string, { readonly contentType?: string; readonly maxBytes?: number }>>;
}

interface Operation {
	readonly parameters?: readonly { readonly name: string; readonly in: string }[];
	readonly requestBody?: { readonly content?: Readonly<Record<string, Content>> };
	readonly examples?: readonly {
		readonly title?: string;
		readonly mediaType: string;
		readonly parameters?: Readonly<Record<string, unknown>>;
		readonly input?: unknown;
		readonly href?: string;
	}[];
	readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
	readonly parts?: string;
}

/** Combines the list entry and the schema document of a mill. */
export function factsOf(entry: Entry, schema: JsonSchema | undefined): MillFacts {
	const { name, version, summary, method } = entry;
	const defs = (schema?.$defs ?? {}) as Readonly<Record<string, JsonSchema>>;
	const operation = (defs.operation?.const ?? {}) as Operation;
	const content = operation.requestBody?.content ?? {};
	const parameters = defs.parameters ?? {};
	const members = (parameters.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
	const demanded = (parameters.required ?? []) as readonly string[];
	const places = new Map((operation.parameters ?? []).map((one) => [one.name, one.in]));
	const path = localAddress(entry.href, name);
	return {
		name,
		version,
		summary,
		warning: warningOf(String(schema?.description ?? "")),
		method,
		path,
		forms: entry.accepts.map((mediaType) => ({
			mediaType,
			kind: kindOf(mediaType),
			maxBytes: content[mediaType]?.maxBytes ?? Number.POSITIVE_INFINITY,
			...(kindOf(mediaType) === "form" && { parts: partsOf(content[mediaType], defs.input) }),
		})),
		parameters: schema
			? Object.entries(members).map(([key, member]) => ({
					name: key,
					inPath: places.get(key) === "path",
					required: demanded.includes(key),
					schema: member,
				}))
			: // A path can be filled in even where the schema is hidden.
				[...path.matchAll(/\{([^}]+)\}/g)].map(([, key = ""]) => ({
					name: key,
					inPath: true,
					required: true,
					schema: { type: "string" },
				})),
		examples: (operation.examples ?? []).flatMap(({ title, mediaType, parameters = {}, input, href }) => {
			const isText = kindOf(mediaType) === "text";
			const text = input === undefined ? undefined : isText ? String(input) : JSON.stringify(input, null, 2);
			if (text === undefined && href === undefined) return [];
			const parts = kindOf(mediaType) === "form" ? partTexts(input) : undefined;
			return [{ title, mediaType, parameters, text, href: href && localAddress(href, name), parts }];
		}),
		schema,
		securitySchemes: Object.values(operation.securitySchemes ?? {}),
		description: entry.description && localAddress(entry.description.href, name),
		grows: operation.parts === undefined ? undefined : growsOf(schema, operation.parts),
		raw: rawOf(schema, entry.produces ?? []),
	};
}

function growsOf(schema: JsonSchema | undefined, name: string): Grows {
	const { type, contentEncoding } = properties(schema ?? {})[name] ?? {};
	return { name, kind: type !== "string" ? "list" : contentEncoding === undefined ? "text" : "bytes" };
}

/** The media type of a file in the result, if a call can ask for it alone. */
function rawOf(schema: JsonSchema | undefined, produces: readonly string[]): string | undefined {
	const types = Object.values(properties(schema ?? {})).map((member) => String(member.contentMediaType));
	return produces.find((type) => types.includes(type));
}

function warningOf(description: string): string {
	const found = /\*\*(Do not [^*]+)\*\*([^.]*\.)?/.exec(description);
	return found ? `${found[1]}${found[2] ?? ""}`.replace(/\s+/g, " ").trim() : "";
}

/** The parts of a form, from the schema of the input and the media types of its parts. */
function partsOf(content: Content | undefined, input: JsonSchema = {}): FormPart[] {
	const forms = (Array.isArray(input.anyOf) ? input.anyOf : [input]) as readonly JsonSchema[];
	const schema = forms.find(({ contentMediaType }) => kindOf(String(contentMediaType)) === "form") ?? {};
	const required = (schema.required ?? []) as readonly string[];
	return Object.entries(content?.encoding ?? {}).map(([name, { contentType = "", maxBytes }]) => ({
		name,
		isOptional: !required.includes(name),
		forms: contentType.split(/\s*,\s*/).map((mediaType) => ({
			mediaType,
			kind: kindOf(mediaType),
			maxBytes: maxBytes ?? Number.POSITIVE_INFINITY,
		})),
	}));
}

function partTexts(input: unknown): Record<string, string> {
	const rows = Object.entries((input ?? {}) as Readonly<Record<string, unknown>>);
	return Object.fromEntries(
		rows.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value, null, 2)]),
	);
}

/** The kind of input for a media type. */
export function kindOf(mediaType: string): InputKind {
	if (mediaType === "multipart/form-data") return "form";
	if (/\/json$|\+json$/.test(mediaType)) return "json";
	if (mediaType.startsWith("text/")) return "text";
	return mediaType.startsWith("image/") ? "picture" : "file";
}

/**
 * The URL of a mill relative to the page. With a public URL, the list has absolute URLs, possibly of another origin.
 * The page sends requests only to its own server.
 */
export function localAddress(href: string, name: string): string {
	if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(href)) return href;
	return href.slice(href.lastIndexOf(`/${name}`) + 1);
}
