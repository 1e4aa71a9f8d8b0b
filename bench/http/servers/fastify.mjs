import fastify from "fastify";
import { announce } from "../../measuring/announce.mjs";

// fastify reads text/plain as a string by default. Only its limit of 1 MiB must be raised.
const app = fastify({ bodyLimit: 4 * 1024 * 1024 });
app.post("/echoer", async (request) => ({ text: request.body }));
await app.listen({ port: 0, host: "127.0.0.1" });
announce(app.server.address().port);
