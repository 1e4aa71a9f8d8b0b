import type { Mill } from "../core/definition/mill.js";
import type { JsonSchema } from "../core/schema/json-schema.js";
import { millDescription } from "../documents/description.js";
import { schemaDocument } from "../documents/schema.js";
import { NO_SECURITY, type ServerInfo } from "../documents/server-info.js";
import { canBeGiven } from "../runtime/loading/example-call.js";
import { DEFAULTS } from "../settings/table.js";

/** What a server says of itself that has the default settings. So the documents are the same as there. */
function infoOf(digest: string): ServerInfo {
	return {
		title: DEFAULTS.title,
		// No document of a mill has the version of the server.
		version: "",
		base: "",
		publicUrl: undefined,
		address: () => "http://127.0.0.1:8080",
		offers: () => true,
		linksInJson: false,
		security: NO_SECURITY,
		gives: canBeGiven,
		digest: () => digest,
	};
}

/** The schema of a mill. */
export function schemaOf(mill: Mill, digest: string): JsonSchema {
	return schemaDocument(mill, infoOf(digest));
}

/** The description of a mill. */
export function descriptionOf(mill: Mill, digest: string): string {
	return millDescription(mill, infoOf(digest));
}
