// `npm start`: one process from the first line on, so that a signal sent to npm reaches the server.
import "./build.mjs";

const { main } = await import("../packages/gristmill/dist/cli/main.js");
void main(["serve", ...process.argv.slice(2)]);
