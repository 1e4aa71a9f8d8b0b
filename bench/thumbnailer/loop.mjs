// A process that makes small pictures in a bare loop for a given time, with the function of the mill.
import mill from "../../packages/gristmill/dist/examples/thumbnailer.js";

const context = { parameters: { width: 256, height: 256 }, outputType: "image/webp" };

process.on("message", async ({ pictures, lead, ms }) => {
	const copyOf = (count) => Buffer.from(pictures[count % pictures.length]);
	for (const until = performance.now() + lead; performance.now() < until; )
		await mill.run(copyOf(0), context);
	let count = 0;
	const began = performance.now();
	for (; performance.now() - began < ms || count === 0; count++) await mill.run(copyOf(count), context);
	process.send({ count, seconds: (performance.now() - began) / 1000 });
});
process.on("disconnect", () => process.exit(0));
process.send({ ready: true });
