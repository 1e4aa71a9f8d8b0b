/** The problem document of RFC 9457, as any server may send it. */
export interface ProblemDocument {
	readonly status: number;
	readonly title: string;
	readonly type?: string;
	readonly code?: string;
	readonly detail?: string;
	readonly instance?: string;
	readonly [member: string]: unknown;
}
