import assert from "node:assert/strict";
import { test } from "node:test";
import { normalise } from "./pipeline.js";
import { PRESETS } from "./steps/settings.js";

/** Texts that people send, each with its form for search and its form in ASCII. */
const TEXTS: readonly (readonly [text: string, search: string, ascii: string])[] = [
	["20 µg vs 20 μg, μ = 3", "20 μg vs 20 μg, μ = 3", "20 ug vs 20 ug, mu = 3"],
	["a ≠ b, x∉A, ∀x∃y: x ≤ y", "a ≠ b, x∉a, ∀x∃y: x ≤ y", "a != b, x not in A, for all x exists y: x <= y"],
	["1½ cups, ¾–1 h, 33⅓ rpm", "1 1/2 cups, 3/4-1 h, 33 1/3 rpm", "1 1/2 cups, 3/4-1 h, 33 1/3 rpm"],
	["5×10⁻⁶ m², 9.81 m·s⁻²", "5×10^-6 m^2, 9.81 m·s^-2", "5x10^-6 m^2, 9.81 m*s^-2"],
	["2H₂ + O₂ → 2H₂O, ¹⁴C, SO₄²⁻", "2h2 + o2 → 2h2o, ^14c, so4^2-", "2H2 + O2 -> 2H2O, ^14C, SO4^2-"],
	["5 Ω, 10 kΩ, Ω·m, Ωραία", "5 ω, 10 kω, ω·m, ωραια", "5 Ohm, 10 kOhm, Omega*m, Oraia"],
	[
		"log₂8, 10₂, aₙ₊₁, 2ⁿ⁺¹, eˣ",
		"log2 8, 10_2, a_(n+1), 2^(n+1), e^x",
		"log2 8, 10_2, a_(n+1), 2^(n+1), e^x",
	],
	["½², 10²3, 5①", "(1/2)^2, 10^2 3, 5(1)", "(1/2)^2, 10^2 3, 5(1)"],
	["Paris 6ᵉ, 1ˢᵗ, nº 12, N°5", "paris 6e, 1st, no 12, n°5", "Paris 6e, 1st, no 12, No5"],
	["37.2℃, 45°30′15″ N", "37.2°c, 45°30'15\" n", "37.2degC, 45deg30'15\" N"],
	["1 234,56 €, £20, ₹500, 50¢", "1 234,56 €, £20, ₹500, 50¢", "1 234,56 EUR, GBP 20, INR 500, 50c"],
	["it´s it`s it’s itʼs it′s", "it's it's it's it's it's", "it's it`s it's it's it's"],
	["Łukasz Żółć, Þórður, Đặng, Ærø", "lukasz zolc, thordur, dang, aero", "Lukasz Zolc, Thordur, Dang, Aero"],
	["Königstraße 12–14, İzmir, ılık", "konigstrasse 12-14, izmir, ilik", "Konigstrasse 12-14, Izmir, ilik"],
	["القَاهِرَة ٢٠٢٤ مكتـــوب", "القاهرة 2024 مكتوب", "alqaahirah 2024 mktwb"],
	["תֵּל־אָבִיב צה״ל", 'תל-אביב צה"ל', "tel-'aviyv tsh\"l"],
	["ｶﾀｶﾅ Ｆｕｌｌ１２", "カタカナ full12", "katakana Full12"],
	["Γιώργος, η Αθήνα", "γιωργοσ, η αθηνα", "Giorgos, i Athina"],
	["2πr, Δt, TNF-α, e^(iπ)", "2πr, δt, tnf-α, e^(iπ)", "2 pi r, Delta t, TNF-alpha, e^(i pi)"],
	["√(x²+y²), ∑ᵢ xᵢ, x ∈ A", "√(x^2+y^2), ∑_i x_i, x ∈ a", "sqrt(x^2+y^2), sum_i x_i, x in A"],
	["㎡ ㎨ ㏀ ㎍", "m^2 m/s^2 kω μg", "m^2 m/s^2 kOhm ug"],
	["Foo™ Bar® ©2024", "foo(tm) bar® ©2024", "Foo(TM) Bar(R) (C)2024"],
	["☐ milk ☑ eggs ★★☆", "☐ milk ☑ eggs ★★☆", "[ ] milk [x] eggs :black_star::black_star::white_star:"],
	["¯\\_(ツ)_/¯", "ˉ\\_(ツ)_/ˉ", "-\\_(tsu)_/-"],
	["𝐁𝐨𝐥𝐝 ⓌⓄⓇⓁⒹ ʜᴇʟʟᴏ 🅷🅸", "bold world hello hi", "Bold WORLD hello HI"],
	["\x1b[32m✔\x1b[0m 80% ▓▓▓░\r\n\x1b[Kok", "✔ 80% ▓▓▓░ ok", ":heavy_check_mark: 80% ###.\nok"],
	[
		"Ø 120 mm, ⌀5, 10 ‰, §§ 3–5",
		"o 120 mm, ⌀5, 10 ‰, §§ 3-5",
		"diameter 120 mm, diameter 5, 10 per mille, sections 3-5",
	],
	["col·legi, 5 N·m, «sí»", "col·legi, 5 n·m, «si»", 'col.legi, 5 N*m, "si"'],
	["B♭, F♯, 1️⃣2️⃣, 🇩🇪", "b♭, f♯, 1\u20e32\u20e3, 🇩🇪", "Bb, F#, (1)(2), DE"],
	['{"q":"½","n":"Müller"}', '{"q":"1/2","n":"muller"}', '{"q":"1/2","n":"Muller"}'],
];

for (const [text, search, ascii] of TEXTS)
	test(`${JSON.stringify(text)} keeps its meaning in a search and in ASCII`, async () => {
		assert.equal((await normalise(text, { ...PRESETS.search, locale: "root" })).text, search);
		assert.equal((await normalise(text, { ...PRESETS.ascii, locale: "root" })).text, ascii);
	});
