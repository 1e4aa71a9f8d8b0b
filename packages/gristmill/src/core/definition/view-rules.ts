import { closest } from "../closest.js";
import { isObject } from "../schema/is-object.js";
import { declaredView, VIEWS } from "../schema/views.js";

/** Says what is wrong with the views that the members of an output name; undefined if they can be shown. */
export function complainAboutViews(members: Readonly<Record<string, unknown>>): string | undefined {
	for (const [name, schema] of Object.entries(members)) {
		if (!isObject(schema) || !("view" in schema)) continue;
		const view = declaredView(schema);
		if (view === undefined) {
			const hint = closest(String(schema.view), Object.keys(VIEWS));
			return `The member "${name}" has an unknown view: ${JSON.stringify(schema.view)}. ${hint ? `Did you mean "${hint}"?` : `Choose one of ${Object.keys(VIEWS).join(", ")}.`}`;
		}
		const types: readonly string[] = VIEWS[view];
		if (typeof schema.type === "string" && !types.includes(schema.type))
			return `The view "${view}" of the member "${name}" shows ${types.join(" or ")}, and the member is ${schema.type}.`;
	}
	return undefined;
}
