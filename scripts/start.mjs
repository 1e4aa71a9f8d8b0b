// `npm start`: one process from the first line on, so that a signal sent to npm reaches the server.
import "./build.mjs";

const { program } = await import("../packages/gristmill/dist/cli/main.js");
void program(["serve", ...process.argv.slice(2)]);
