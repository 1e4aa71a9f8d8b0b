import type * as server from "./server.js";

/**
 * The public functions of the server. They load it on their first call. A worker imports this package only for
 * `defineMill`; loading the server would cost each worker 16 MB and quadruple its start time.
 */
const load = () => import("./server.js");

/**
 * Makes a server of mills, each given by the address of its module.
 *
 * @example
 * const server = await createServer([new URL("./word-counter.js", import.meta.url)]);
 * console.log(await server.listen(8080));
 */
export const createServer: typeof server.createServer = async (...words) =>
	(await load()).createServer(...words);

/**
 * Lets an existing node:http server serve mills. Handles requests, `Expect`, and bytes that are not a request.
 *
 * @example await attach(server, [new URL("./word-counter.js", import.meta.url)]);
 */
export const attach: typeof server.attach = async (...words) => (await load()).attach(...words);

/**
 * Makes a function that an existing application can mount: node:http, Express, Fastify.
 *
 * @example app.use("/mills", await createListener(["./word-counter.ts"], { base: "/mills" }));
 */
export const createListener: typeof server.createListener = async (...words) =>
	(await load()).createListener(...words);

/**
 * Makes a function that answers fetch requests: Hono, Next, Bun, Deno.
 *
 * @example
 * const mills = await createFetchHandler(["./word-counter.ts"], { base: "/mills" });
 * app.all("/mills/*", (context) => mills(context.req.raw));
 */
export const createFetchHandler: typeof server.createFetchHandler = async (...words) =>
	(await load()).createFetchHandler(...words);
