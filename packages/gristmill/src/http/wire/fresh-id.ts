import { randomBytes } from "node:crypto";

/** Distinguishes this process from all others. */
const PROCESS = randomBytes(9).toString("base64url");
let count = 0;

/** A unique request id. It is short, because it is sent with every answer. */
export function freshId(): string {
	return `${PROCESS}-${++count}`;
}
