import assert from "node:assert/strict";
import { test } from "node:test";
import { defineMill, type Mill, Type, text } from "../index.js";
import { pictureMeter } from "../testing/mills/mills.js";
import { offersWithout } from "./offers.js";
import { openApi } from "./openapi.js";
import { NO_SECURITY, type ServerInfo } from "./server-info.js";

const chooser = defineMill({
	name: "colour-chooser",
	version: "1.0.0",
	summary: "Chooses a colour.",
	input: { "text/plain": text() },
	parameters: Type.Object({ tone: Type.Enum(["warm", "cold"], { default: "warm" }) }),
	output: Type.Object({ colour: Type.Enum(["red", "blue"]) }),
	run: () => ({ colour: "red" as const }),
});

const MILLS: readonly Mill[] = [chooser, pictureMeter];

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
		at(document, "paths", `/${name}`, "post", "responses", "503"),
	);
	assert.deepEqual(first, { $ref: "#/components/responses/Problem503" });
	assert.deepEqual(second, first);
	assert.match(
		JSON.stringify(at(document, "components", "responses", "Problem503")),
		/\["overloaded","unready"\]/,
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

test("results name their links where there are links, and only there", () => {
	const linksOf = (site: ServerInfo, name: string) =>
		at(openApi(MILLS, site), "components", "schemas", name, "properties", "_links");
	assert.deepEqual(linksOf(siteWithout(), "PictureMeterOutput"), { $ref: "#/components/schemas/Links" });
	const hidden = siteWithout("picture-meter:links");
	assert.equal(linksOf(hidden, "PictureMeterOutput"), undefined);
	assert.ok(linksOf(hidden, "ColourChooserOutput"));
	assert.equal(at(openApi(MILLS, siteWithout("links")), "components", "schemas", "Links"), undefined);
});
