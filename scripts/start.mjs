// `npm start`: one process from the first line on, so that a signal sent to npm reaches the server.
import "./build.mjs";

const { main } = await import("../dist/src/cli/main.js");
await main(["serve", ...process.argv.slice(2)]);
