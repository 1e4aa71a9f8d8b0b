import { createServer } from "../../../dist/src/index.js";
import { announce } from "../../http/servers/announce.mjs";

// By the addresses of their modules, as mills are served; everything else as it is by default.
const mills = ["quick-grinder", "grinder", "coarse-grinder"];
const server = await createServer(
	mills.map((name) => new URL(`../mills/${name}.mjs`, import.meta.url)),
	{ log: () => {} },
);
await server.listen(0);
await server.examined();
announce(server.http.address().port);
