import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { SUBJECTS, type Subject } from "../testing/mills/mills.js";
import { type Answer, call, each, get, refused, served } from "../testing/server.js";

const site = served();
const SCHEMA = "application/schema+json";
const NOT_GET = SUBJECTS.filter(({ method }) => method !== "GET");

function schemaOf(subject: Subject, accept = SCHEMA): Promise<Answer> {
	return get(`${site.url}/${subject.path}`, { Accept: accept });
}

function isSchema(answer: Answer): void {
	assert.equal(answer.status, 200, answer.text);
	assert.equal(answer.type, SCHEMA);
}

each("A4, A5: the schema is good JSON Schema 2020-12, and every real answer validates", async (subject) => {
	const schema = (await schemaOf(subject)).json();
	assert.equal(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
	const ajv = new Ajv2020({ strict: true, allErrors: true });
	assert.equal(ajv.validateSchema(schema), true, ajv.errorsText());
	const validate = ajv.compile(schema);
	const query = subject.mill === "checksum-calculator" ? "?encoding=base64" : "";
	for (const accept of ["application/json", "application/hal+json"])
		for (const body of [subject.input, ...(subject.empty === 200 ? [Buffer.alloc(0)] : [])]) {
			const answer = await call(site, subject, { headers: { Accept: accept }, body, query });
			assert.equal(answer.status, 200, answer.text);
			assert.ok(validate(answer.json()), ajv.errorsText(validate.errors));
		}
});

each(
	"A6: the schema can fail: on nothing, on another type, on one field too many, on one too few",
	async (subject) => {
		const validate = new Ajv2020({ strict: true }).compile((await schemaOf(subject)).json());
		assert.ok(validate(subject.output));
		assert.ok(!validate({}));
		assert.ok(!validate("text"));
		assert.ok(!validate({ ...subject.output, stray: 1 }));
		for (const field of Object.keys(subject.output)) {
			const { [field]: _, ...rest } = subject.output;
			assert.ok(!validate(rest), field);
			assert.ok(!validate({ ...subject.output, [field]: null }), field);
		}
	},
);

interface MillSchema {
	readonly title: string;
	readonly $id?: string;
	readonly $defs: {
		readonly input: { readonly contentMediaType?: string; readonly anyOf?: { contentMediaType: string }[] };
		readonly operation: {
			readonly const: {
				readonly method: string;
				readonly target: string;
				readonly security: unknown;
				readonly securitySchemes: unknown;
				readonly requestBody: { readonly content: Readonly<Record<string, { maxBytes: number }>> };
			};
		};
	};
}

each("A7: the schema covers the input, with its types and its limit", async (subject) => {
	const { $defs } = (await schemaOf(subject)).json<MillSchema>();
	const { input, operation } = $defs;
	const types = input.anyOf?.map(({ contentMediaType }) => contentMediaType) ?? [input.contentMediaType];
	assert.ok(types.includes(subject.mediaType));
	assert.equal(operation.const.requestBody.content[subject.mediaType]?.maxBytes, subject.maxBytes);
	assert.equal(operation.const.method, subject.method);
});

each("A8: the schema states the security: none is demanded", async (subject) => {
	const { $defs } = (await schemaOf(subject)).json<MillSchema>();
	assert.deepEqual($defs.operation.const.security, []);
	assert.deepEqual($defs.operation.const.securitySchemes, {});
});

each(
	"A15: a call that accepts only the schema is refused with 406 and the way to it",
	async (subject) => {
		const answer = await call(site, subject, { headers: { Accept: SCHEMA } });
		assert.ok(refused(answer, 406, "not-acceptable").available?.includes("application/json"));
		isSchema(await get(answer.link("describedby") ?? ""));
	},
	NOT_GET,
);

each("A16: GET with Accept: application/schema+xml gets the XML Schema", async (subject) => {
	const answer = await schemaOf(subject, "application/schema+xml");
	assert.equal(answer.status, 200, answer.text);
	assert.equal(answer.headers.get("content-type"), "application/schema+xml; charset=utf-8");
	assert.match(answer.text, new RegExp(`<xs:element name="${subject.mill}"`));
});

each(
	"A17: GET with Accept: x-text/docs gets the description, the same text as at $description",
	async (subject) => {
		const answer = await schemaOf(subject, "x-text/docs");
		assert.equal(answer.status, 200, answer.text);
		assert.equal(answer.headers.get("content-type"), "x-text/docs; charset=utf-8");
		const page = await get(`${site.url}/${subject.path}/$description`);
		assert.equal(page.headers.get("content-type"), "text/markdown; charset=utf-8");
		assert.deepEqual(page.bytes, answer.bytes);
	},
);

each("A21: the schema names this mill and no other", async (subject) => {
	const { title, $id, $defs } = (await schemaOf(subject)).json<MillSchema>();
	assert.equal(title, subject.mill);
	assert.equal($id, undefined);
	assert.equal($defs.operation.const.target.split("/")[0], subject.mill);
});
