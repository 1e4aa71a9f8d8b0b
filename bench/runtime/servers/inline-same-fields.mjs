// Computes on the loop and sends the same headers as gristmill. The difference is the cost of our own layer.

import { sameFields } from "../../http/servers/same-fields.mjs";
import { announce } from "../../measuring/announce.mjs";
import { grind } from "../grind.mjs";
import { bareServer } from "./bare.mjs";

const server = bareServer(
	(text, give) => give(grind(text)),
	() => sameFields("quick-grinder"),
);
server.listen(0, "127.0.0.1", () => announce(server.address().port));
