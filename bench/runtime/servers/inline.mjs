// Computes on the loop.
import { announce } from "../../measuring/announce.mjs";
import { grind } from "../grind.mjs";
import { bareServer } from "./bare.mjs";

const server = bareServer((text, give) => give(grind(text)));
server.listen(0, "127.0.0.1", () => announce(server.address().port));
