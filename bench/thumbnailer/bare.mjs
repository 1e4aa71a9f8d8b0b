// What the thumbnailer does, without HTTP and without workers.
import mill from "../../packages/gristmill/dist/examples/thumbnailer.js";

const context = { parameters: { width: 256, height: 256 }, outputType: "image/webp" };
export const run = (bytes) => mill.run(bytes, context);
