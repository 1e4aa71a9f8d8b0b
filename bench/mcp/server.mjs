import { NAMED_MILLS } from "../../packages/gristmill/dist/cli/mills/named-mills.js";
import { createServer } from "../../packages/gristmill/dist/index.js";
import { announce } from "../http/servers/announce.mjs";

const { "word-counter": words, "checksum-calculator": checksums, tokeniser } = NAMED_MILLS;
const server = await createServer([words, checksums, tokeniser], { log: () => {} });
await server.listen(0);
await server.examined();
announce(server.http.address().port);
