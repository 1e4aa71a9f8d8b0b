// Computes in the threads of piscina's default pool: its queue is unbounded, and no call leaves it.
import { Piscina } from "piscina";
import { announce } from "../../measuring/announce.mjs";
import { bareServer } from "./bare.mjs";

const pool = new Piscina({ filename: new URL("./piscina-task.mjs", import.meta.url).href });
const server = bareServer((text, give) => pool.run(text).then(give));
server.listen(0, "127.0.0.1", () => announce(server.address().port));
