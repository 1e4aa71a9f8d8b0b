import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { defineMill, type Mill, Type, text } from "../../index.js";
import { pictureMeter, MILLS as TEST_MILLS } from "../../testing/mills/mills.js";
import teller from "../../testing/mills/part-teller.js";
import { offersWithout } from "../offers.js";
import { NO_SECURITY, type ServerInfo } from "../server-info.js";
import { openApi } from "./openapi.js";

const chooser = defineMill({
	name: "colour-chooser",
	version: "1.0.0",
	summary: "Chooses a colour.",
	input: { "text/plain": text() },
	parameters: Type.Object({ tone: Type.Enum(["warm", "cold"], { default: "warm" }) }),
	output: Type.Object({ colour: Type.Enum(["red", "blue"]) }),
	examples: [
		{ title: "The sun's colour", input: "sun", output: { colour: "red" } },
		{ input: "sea", parameters: { tone: "cold" }, output: { colour: "blue" } },
		{ title: "The Sun's colour", input: "Sun", output: { colour: "red" } },
	],
	run: (_, { parameters: { tone } }) => ({ colour: tone === "warm" ? ("red" as const) : ("blue" as const) }),
});

const measured = { input: new Uint8Array([0xff, 0xd8]), output: { width: 3, height: 2 } };
const MILLS: readonly Mill[] = [chooser, { ...pictureMeter, examples: [measured] }];

function siteWithout(...hidden: string[]): ServerInfo {
	return {
		title: "Test",
		version: "1.0.0",
		base: "",
		publicUrl: undefined,
		address: () => "http://127.0.0.1:8080",
		offers: offersWithout(
			hidden,
			MILLS.map(({ name }) => name),
		),
		linksInJson: false,
		security: NO_SECURITY,
		digest: () => "digest",
		gives: () => true,
	};
}

/** Returns the member of a document under these keys. */
function at(document: unknown, ...keys: readonly string[]): unknown {
	return keys.reduce((value, key) => (value as Record<string, unknown>)?.[key], document);
}

const document = openApi(MILLS, siteWithout());

test("every reference leads to something", () => {
	const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
	assert.ok(references.length > 10);
	for (const [, path = ""] of references) assert.ok(at(document, ...path.split("/")), path);
});

test("a problem names the codes that its status can mean, once for all mills", () => {
	const [first, second] = MILLS.map(({ name }) =>
		at(document, "paths", `/${name}`, "post", "responses", "415"),
	);
	assert.deepEqual(first, { $ref: "#/components/responses/Problem415" });
	assert.deepEqual(second, first);
	assert.match(
		JSON.stringify(at(document, "components", "responses", "Problem415")),
		/\["unsupported-media-type","unsupported-encoding"\]/,
	);
});

test("where a mill has a problem of its own, its answer names that too", () => {
	const own = at(document, "paths", "/picture-meter", "post", "responses", "422");
	assert.match(JSON.stringify(own), /\["no-size","invalid-input"\]/);
	const other = at(document, "paths", "/colour-chooser", "post", "responses", "422");
	assert.deepEqual(other, { $ref: "#/components/responses/Problem422" });
});

test("enumerations name the type of their values, in parameters and in results", () => {
	const [parameter] = at(document, "paths", "/colour-chooser", "post", "parameters") as unknown[];
	assert.deepEqual(at(parameter, "schema"), { type: "string", enum: ["warm", "cold"], default: "warm" });
	const colour = at(document, "components", "schemas", "ColourChooserOutput", "properties", "colour");
	assert.deepEqual(colour, { type: "string", enum: ["red", "blue"] });
});

test("only HAL names links, and plain JSON if the operator puts links there", () => {
	const schemaOf = (site: ServerInfo, type: string, name = "picture-meter") =>
		at(openApi(MILLS, site), "paths", `/${name}`, "post", "responses", "200", "content", type, "schema");
	const plain = { $ref: "#/components/schemas/PictureMeterOutput" };
	const linked = { $ref: "#/components/schemas/PictureMeterOutputHal" };
	assert.deepEqual(schemaOf(siteWithout(), "application/json"), plain);
	assert.deepEqual(schemaOf(siteWithout(), "application/xml"), plain);
	assert.deepEqual(schemaOf(siteWithout(), "application/hal+json"), linked);
	const always = { ...siteWithout(), linksInJson: true };
	assert.deepEqual(schemaOf(always, "application/json"), linked);
	assert.deepEqual(schemaOf(always, "application/xml"), plain);
	const schemas = at(document, "components", "schemas");
	assert.equal(at(schemas, "PictureMeterOutput", "properties", "_links"), undefined);
	assert.deepEqual(at(schemas, "PictureMeterOutputHal", "properties", "_links"), {
		$ref: "#/components/schemas/Links",
	});
	assert.ok((at(schemas, "PictureMeterOutputHal", "required") as string[]).includes("_links"));
});

test("where links are hidden, nothing names them", () => {
	const hidden = at(openApi(MILLS, siteWithout("picture-meter:links")), "components", "schemas");
	assert.equal(at(hidden, "PictureMeterOutputHal"), undefined);
	assert.ok(at(hidden, "ColourChooserOutputHal"));
	assert.doesNotMatch(
		JSON.stringify(openApi(MILLS, siteWithout("links"))),
		/_links|Links|hal\+json|OutputHal/,
	);
});

test("the summary of a call is the mill's name, and its description begins with the sentence", () => {
	const call = at(document, "paths", "/colour-chooser", "post");
	assert.equal(at(call, "summary"), "colour-chooser");
	assert.equal(at(call, "description"), "Chooses a colour.");
	const repeated = { ...chooser, description: "Chooses a colour. Or none." };
	const whole = at(openApi([repeated], siteWithout()), "paths", "/colour-chooser", "post", "description");
	assert.equal(whole, "Chooses a colour.\n\nOr none.");
});

test("bytes are strings of the format binary, and other inputs are not", () => {
	const schemaOf = (name: string, method: string, type: string) =>
		at(document, "paths", `/${name}`, method, "requestBody", "content", type, "schema");
	const { type, format, ...rest } = schemaOf("picture-meter", "post", "image/jpeg") as Record<
		string,
		unknown
	>;
	assert.deepEqual([type, format], ["string", "binary"]);
	assert.equal("contentMediaType" in rest, false);
	assert.equal(at(schemaOf("colour-chooser", "post", "text/plain"), "format"), undefined);
});

test("an example has one name in the input, the parameters and the result", () => {
	const call = at(document, "paths", "/colour-chooser", "post");
	const input = at(call, "requestBody", "content", "text/plain", "examples");
	assert.deepEqual(input, {
		"the-suns-colour": { summary: "The sun's colour", value: "sun" },
		"example-2": { value: "sea" },
		"the-suns-colour-3": { summary: "The Sun's colour", value: "Sun" },
	});
	const [parameter] = at(call, "parameters") as unknown[];
	assert.deepEqual(at(parameter, "examples"), { "example-2": { value: "cold" } });
	const results = at(call, "responses", "200", "content", "application/json", "examples");
	assert.deepEqual(Object.keys(results as object), Object.keys(input as object));
	assert.deepEqual(at(results, "example-2", "value"), { colour: "blue" });
});

test("an example of bytes has an address, if the server offers it", () => {
	const examplesOf = (site: ServerInfo) =>
		at(
			openApi(MILLS, site),
			...["paths", "/picture-meter", "post", "requestBody", "content", "image/jpeg", "examples"],
		);
	const addresses = (examples: unknown) =>
		Object.values(examples as object).map((example) => at(example, "externalValue"));
	assert.deepEqual(addresses(examplesOf(siteWithout())), ["picture-meter/$example"]);
	const published = { ...siteWithout(), publicUrl: "https://mills.example/v1" };
	assert.equal(addresses(examplesOf(published))[0], "https://mills.example/v1/picture-meter/$example");
	for (const hidden of ["urls", "schema", "picture-meter:urls", "picture-meter:schema"])
		assert.equal(examplesOf(siteWithout(hidden)), undefined, hidden);
	assert.equal(examplesOf({ ...siteWithout(), gives: () => false }), undefined);
});

test("every example satisfies the schema beside it", () => {
	const ajv = new Ajv2020({ strict: false });
	ajv.addSchema({ $id: "api", components: at(document, "components") });
	let count = 0;
	const walk = (value: unknown): void => {
		if (typeof value !== "object" || value === null) return;
		const examples = at(value, "examples");
		const schema = at(value, "schema");
		if (typeof examples === "object" && typeof schema === "object") {
			const text = JSON.stringify(schema).replaceAll('"#/', '"api#/');
			const validate = ajv.compile(JSON.parse(text));
			for (const [name, example] of Object.entries(examples as object))
				if ("value" in example) {
					assert.ok(validate(example.value), `${name}: ${ajv.errorsText(validate.errors)}`);
					count++;
				}
		}
		for (const member of Object.values(value)) walk(member);
	};
	walk(document);
	assert.ok(count > 30, String(count));
});

test("the documents of the server and the agents' endpoint are described where they exist", () => {
	const pathsWithout = (...hidden: string[]) => Object.keys(openApi(MILLS, siteWithout(...hidden)).paths);
	const own = ["/$list", "/$schema", "/$description", "/$problems", "/$problems/{code}", "/mcp"];
	for (const path of own) assert.ok(pathsWithout().includes(path), path);
	for (const [hidden, gone] of [
		["list", ["/$list"]],
		["schema", ["/$schema"]],
		["description", ["/$description"]],
		["mcp", ["/mcp"]],
		["urls", ["/$list", "/$schema", "/$description"]],
	] as const)
		assert.deepEqual(
			own.filter((path) => !pathsWithout(hidden).includes(path)),
			gone,
			hidden,
		);
});

test("no two operations have the same id", () => {
	const ids = Object.values(document.paths).flatMap((path) =>
		Object.values(path).map(({ operationId }) => operationId),
	);
	assert.equal(new Set(ids).size, ids.length);
});

test("errors that a correct call does not meet share one response, and every declared response is used by an operation", () => {
	const responses = at(document, "paths", "/colour-chooser", "post", "responses");
	assert.deepEqual(at(responses, "default"), { $ref: "#/components/responses/OtherProblem" });
	for (const status of ["404", "405", "408", "417", "431", "501"])
		assert.equal(at(responses, status), undefined, status);
	const text = JSON.stringify(document);
	for (const name of Object.keys(at(document, "components", "responses") as object))
		assert.ok(text.includes(`"#/components/responses/${name}"`), name);
	// A parameter in the path can make the address wrong.
	const calculator = openApi(TEST_MILLS, siteWithout());
	const path = "/checksum-calculator/{algorithm}";
	assert.deepEqual(at(calculator, "paths", path, "post", "responses", "404"), {
		$ref: "#/components/responses/Problem404",
	});
});

test("agents need any credentials, and documents only if discovery is closed", () => {
	const demanded = [{ token: [] }];
	const siteWith = (isClosed: boolean): ServerInfo => ({
		...siteWithout(),
		security: {
			schemes: { token: { type: "http", scheme: "bearer" } },
			calls: () => demanded,
			documents: () => (isClosed ? demanded : []),
		},
	});
	for (const isClosed of [true, false]) {
		const { paths } = openApi(MILLS, siteWith(isClosed));
		assert.deepEqual(at(paths, "/mcp", "post", "security"), demanded);
		assert.ok(at(paths, "/mcp", "post", "responses", "401"));
		for (const path of ["/$list", "/$schema", "/colour-chooser/$schema"]) {
			assert.deepEqual(at(paths, path, "get", "security"), isClosed ? demanded : [], path);
			assert.equal(at(paths, path, "get", "responses", "401") !== undefined, isClosed, path);
		}
		assert.deepEqual(at(paths, "/$problems", "get", "security"), []);
	}
	assert.equal(at(document, "paths", "/mcp", "post", "responses", "401"), undefined);
});

test("a stream is a text in 3.1, with an extension that says what its items are; 3.2 has a word for it, and names requests of lines", () => {
	const old = openApi([teller], siteWithout());
	const response = at(
		old,
		"paths",
		"/part-teller",
		"post",
		"responses",
		"200",
		"content",
		"application/jsonl",
	);
	assert.deepEqual(at(response, "schema"), { type: "string" });
	const [part, end] = at(response, "x-item-schema", "anyOf") as object[];
	assert.deepEqual(part, { type: "string" });
	assert.deepEqual(at(end, "properties", "$end", "required"), ["parts", "count"]);
	assert.deepEqual(
		Object.keys(at(old, "paths", "/part-teller", "post", "requestBody", "content") as object),
		["text/plain"],
	);
	assert.equal(at(old, "paths", "/part-teller", "post", "x-lines"), "text");
	const fresh = openApi([{ ...teller, method: "QUERY" }], siteWithout());
	const operation = at(fresh, "paths", "/part-teller", "query");
	assert.deepEqual(
		at(operation, "requestBody", "content", "application/jsonl", "itemSchema", "type"),
		"string",
	);
	const items = at(
		operation,
		"responses",
		"200",
		"content",
		"application/jsonl",
		"itemSchema",
		"anyOf",
	) as object[];
	const validate = new Ajv2020({ strict: false }).compile({
		anyOf: items,
		components: at(fresh, "components"),
	} as object);
	for (const line of ["word", { $end: { parts: 1, count: 1 } }, { words: ["a"], count: 1 }])
		assert.ok(validate(line), JSON.stringify(line));
	for (const line of [7, { $end: { parts: 1 } }, { words: "a" }])
		assert.ok(!validate(line), JSON.stringify(line));
});

test("the view of a member is written as an extension, and a member named view keeps its name", () => {
	const mill = defineMill({
		name: "view-teller",
		version: "1.0.0",
		summary: "Tells a view.",
		input: { "text/plain": text() },
		output: Type.Object({ view: Type.String({ view: "text", examples: [{ view: "text" }] }) }),
		run: (view) => ({ view }),
	});
	const { components } = openApi([mill], siteWithout()) as unknown as {
		components: { schemas: { ViewTellerOutput: { properties: object } } };
	};
	assert.deepEqual(components.schemas.ViewTellerOutput.properties, {
		view: { type: "string", "x-view": "text", examples: [{ view: "text" }] },
	});
});
