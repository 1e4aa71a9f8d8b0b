import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { announce } from "../../measuring/announce.mjs";
import { PART } from "../part.mjs";

const app = new Hono();
app.post("/part-maker", async (context) => {
	const parts = Number(await context.req.text());
	return streamSSE(context, async (stream) => {
		for (let part = 0; part < parts; part++)
			await stream.writeSSE({ event: "part", id: `${part}`, data: JSON.stringify(PART) });
	});
});
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => announce(port));
