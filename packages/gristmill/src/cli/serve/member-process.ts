// One of the processes of `gristmill serve --processes N`.
import { asProgram } from "../command-line/program.js";
import { memberOf } from "./member.js";
import { serve } from "./serve.js";

const words = process.argv.slice(2);
await asProgram((host) => serve(words.slice(3), host, memberOf(words, host)));
