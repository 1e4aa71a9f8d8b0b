import { Problem } from "./problem.js";
import { shown } from "./schema/declared-text.js";

/** The texts of a parameter's value, as in a query string: the parameter reader reads texts. */
export function textsOf(name: string, value: unknown): readonly string[] {
	return [value].flat().map((member: unknown) => {
		if (typeof member === "string" || typeof member === "number" || typeof member === "boolean")
			return String(member);
		const found = member === null ? "null" : Array.isArray(member) ? "a list in a list" : "an object";
		const hint = member === null ? " Leave it out for its default." : "";
		throw new Problem(
			"bad-parameter",
			`The parameter ${shown(name)} is ${found}, and must be a text, a number, a boolean or a list of these.${hint}`,
		);
	});
}
