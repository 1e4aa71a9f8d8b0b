import { createServer } from "../../../packages/gristmill/dist/index.js";
import { announce } from "../../http/servers/announce.mjs";

// Mills given by the URLs of their modules, as in production. Everything else has its default.
const mills = ["quick-grinder", "small-grinder", "grinder", "coarse-grinder"];
const server = await createServer(
	mills.map((name) => new URL(`../mills/${name}.mjs`, import.meta.url)),
	{ log: () => {} },
);
await server.listen(0);
await server.examined();
announce(server.http.address().port);
