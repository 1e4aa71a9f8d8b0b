// A process that runs one rival in a bare loop for a given time. The argument is the address of its module.
const { run, stages } = await import(process.argv[2]);

process.on("message", async ({ pictures, lead, ms, byStage }) => {
	const copyOf = (count) => Buffer.from(pictures[count % pictures.length]);
	for (const until = performance.now() + lead; performance.now() < until; ) await run(copyOf(0));
	const spent = {};
	let count = 0;
	const began = performance.now();
	for (; performance.now() - began < ms || count === 0; count++) {
		if (!byStage) {
			await run(copyOf(count));
			continue;
		}
		let last = performance.now();
		await stages(copyOf(count), (stage) => {
			const now = performance.now();
			spent[stage] = (spent[stage] ?? 0) + now - last;
			last = now;
		});
	}
	process.send({ count, seconds: (performance.now() - began) / 1000, spent });
});
process.on("disconnect", () => process.exit(0));
process.send({ ready: true });
