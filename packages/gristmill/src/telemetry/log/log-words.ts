import { OBSERVABILITY } from "../../settings/observability.js";

/** The least severe level that is logged. */
export const LOG_LEVELS = OBSERVABILITY.logLevel.choices;
export type LogThreshold = (typeof LOG_LEVELS)[number];

/** The form of log lines: for programs or for people. */
export type LogFormat = (typeof OBSERVABILITY.logFormat.choices)[number];
