// A process that translates with one rival, a given number of times. It uses as much memory as a worker.

async function mill() {
	const { callerOf } = await import("../../packages/gristmill/dist/testing/mill-call.js");
	const { default: translator } = await import("../../packages/mills/dist/translator/translator.js");
	const { call } = await callerOf(translator);
	return (text) => call(text, { query: "from=en&to=es" });
}

const RIVALS = {
	mill: async () => {
		const call = await mill();
		return (sentences) => call(sentences.join("\n"));
	},
	"one at a time": async () => {
		const call = await mill();
		return async (sentences) => {
			for (const sentence of sentences) await call(sentence);
		};
	},
	apertium: async () => {
		const { apertiumEngine } = await import("../../packages/mills/dist/translator/apertium/apertium.js");
		const { installedModes } = await import("../../packages/mills/dist/translator/apertium/modes.js");
		const mode = installedModes().find(({ from, to }) => from === "en" && to === "es");
		const engine = apertiumEngine([mode]);
		const signal = new AbortController().signal;
		return (sentences) => engine.translate(sentences, { from: "en", to: "es" }, signal);
	},
};

const translate = await RIVALS[process.argv[2]]();
process.on("message", async (sentences) => {
	const before = process.cpuUsage();
	const began = performance.now();
	await translate(sentences);
	const ms = performance.now() - began;
	const { user, system } = process.cpuUsage(before);
	process.send({ ms, cpu: (user + system) / 1000, rss: process.memoryUsage.rss() });
});
process.on("disconnect", () => process.exit(0));
process.send({ ready: true });
