/** Sentences of our own in several scripts: what is common in each is there, and no text is one line repeated. */
const WORDS = {
	english:
		"the miller grinds raw grain into flour and sends it back to whoever asked for it, “quickly” – it's said",
	german: "der Müller mahlt das Korn für die Bäcker, später süßt man Grieß und Brötchen „ganz früh“",
	french: "le meunier a déjà moulu le blé, où l’élève goûtait près du fleuve français; ça sèche",
	russian: "мельник мелет зерно и отдаёт муку тому, кто её просил, каждый день всё то же самое",
	chinese: "磨坊主 把 谷物 磨成 面粉 ， 然后 交还 给 客人 。 每天 如此 ， 从不 改变",
	hindi: "चक्की वाला अनाज पीसता है और आटा लौटा देता है जिसने माँगा था उसे ही मिलता है",
	emoji: "🌾 ➜ ⚙️ ➜ 🍞 👩‍🌾 🇩🇪 ok",
};

/** A text of about this many characters, always the same. */
export function makeText(kind, length) {
	const lists = (kind === "ascii" ? ["english"] : Object.keys(WORDS)).map((name) => WORDS[name].split(" "));
	let seed = 42;
	const random = (below) => {
		seed = (seed * 48271) % 0x7fffffff;
		return seed % below;
	};
	const lines = [];
	for (let size = 0; size < length; ) {
		const list = lists[random(lists.length)];
		const line = Array.from({ length: 6 + random(12) }, () => list[random(list.length)]).join(" ");
		lines.push(line);
		size += line.length + 1;
	}
	const text = lines.join("\n");
	if (kind === "ascii") return text.replace(/[^\n -~]/g, "-");
	if (kind !== "unkempt") return text.normalize("NFC");
	// One character in some: accents apart, blanks of other kinds, line ends of Windows, what nobody sees.
	return text
		.normalize("NFD")
		.replaceAll("\n", " \r\n")
		.replace(/ /g, () => ["  ", "\u00a0", " \u200b", " ", " ", " "][random(6)]);
}

export const KINDS = ["ascii", "mixed", "unkempt"];
