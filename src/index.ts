export { Type } from "typebox";
export { defineMill } from "./core/define-mill.js";
export { bytes, image, json, text } from "./core/input.js";
export { MiB } from "./core/limits.js";
export type { Mill } from "./core/mill.js";
export { Problem } from "./core/problem.js";
export { attach, createListener, createServer, type Server } from "./http/server.js";
export type { Settings } from "./http/settings.js";
