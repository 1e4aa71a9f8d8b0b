/** How a member of a result can be shown, and which JSON types each view can show. */
export const VIEWS = {
	bars: ["object", "array"],
	boxes: ["object", "array"],
	diff: ["string"],
	image: ["string"],
	pairs: ["object", "array"],
	plot: ["array"],
	spans: ["array"],
	table: ["array"],
	text: ["string"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ViewName = keyof typeof VIEWS;

/** The view that a member's schema names; undefined if it names none that is known. */
export function declaredView({ view }: Readonly<Record<string, unknown>>): ViewName | undefined {
	return typeof view === "string" && Object.hasOwn(VIEWS, view) ? (view as ViewName) : undefined;
}
