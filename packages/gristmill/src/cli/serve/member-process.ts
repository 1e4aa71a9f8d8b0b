// One of the processes of `gristmill serve --processes N`.
import { asProgram } from "../main.js";
import { memberOf } from "./member.js";
import { serve } from "./serve.js";

const words = process.argv.slice(2);
await asProgram(() => serve(words.slice(3), memberOf(words)));
// The channel to the supervisor would keep a process alive that could not start.
if (process.exitCode) process.exit();
