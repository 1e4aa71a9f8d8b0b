import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { announce } from "../../measuring/announce.mjs";

const app = new Hono();
app.post("/echoer", async (context) => context.json({ text: await context.req.text() }));
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => announce(port));
