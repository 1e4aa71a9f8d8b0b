/**
 * ASCII spellings of signs for which any-ascii has none, or one with another meaning. Words are enclosed in `~`, which
 * becomes a space next to a letter or a digit. The classes are those of docs/normaliser.md.
 */
const SIGNS = {
	relations: `
≠ !=   ≤ <=   ≥ >=   ≦ <=   ≧ >=   ⩽ <=   ⩾ >=   ≪ <<   ≫ >>   ≈ ~=   ∼ ~   ≔ :=   ≕ =:
≮ !<   ≯ !>   ≰ !<=   ≱ !>=   ≉ !~=   ≁ !~   ∣ |   ∤ !|   ∥ ||   ∦ !||   ∶ :   ∷ ::`,
	operators: `
± +/-   ∓ -/+   × x   ÷ /   − -   ∕ /   ∖ \\   ∗ *   ∙ *   ⋅ *   · *   ⋯ ...`,
	arrows: `
← <-   → ->   ↔ <->   ⇐ <==   ⇒ ==>   ⇔ <==>   ⇌ <=>   ⇋ <=>   ↦ |->   ↚ !<-   ↛ !->   ⇏ !==>   ⇍ !<==   ↮ !<->   ⇎ !<==>
⟵ <--   ⟶ -->   ⟷ <-->   ⟸ <==   ⟹ ==>   ⟺ <==>   ⟼ |->   ➔ ->   ➙ ->   ➛ ->   ➜ ->   ➝ ->   ➞ ->`,
	logic: `
∀ for_all   ∃ exists   ∄ not_exists   ∈ in   ∉ not_in   ∋ contains   ∌ does_not_contain   ∊ in   ∍ contains   ∅ {}
∧ and   ∨ or   ¬ not   ∩ intersect   ∪ union   ⊂ subset_of   ⊃ superset_of   ⊄ not_subset_of   ⊅ not_superset_of
⊆ subset_of_or_equal_to   ⊇ superset_of_or_equal_to   ⊈ not_subset_of_or_equal_to   ⊉ not_superset_of_or_equal_to
∴ therefore   ∵ because   ∝ proportional_to   ≡ identical_to   ≢ not_identical_to`,
	functions: `
√ sqrt   ∛ cbrt   ∜ fourth_root   ∞ infinity   ∑ sum   ∏ prod   ∫ integral   ∂ partial   ∇ nabla   ∆ Delta   ∠ angle
⌀ diameter   ‰ per_mille   ‱ per_ten_thousand   ⌘ Cmd   ⌥ Option   § section   ¶ paragraph`,
	units: "℧ Mho   ℔ lb   ℥ oz   ℞ Rx   ° deg   ¢ c",
	currencies: `
€ EUR   £ GBP   ¥ YEN   ₩ KRW   ₹ INR   ₽ RUB   ₺ TRY   ₴ UAH   ₦ NGN   ₫ VND   ₪ ILS   ₱ PHP   ₿ BTC   ₡ CRC   ₲ PYG
₵ GHS   ₸ KZT   ₾ GEL   ₼ AZN   ₮ MNT   ₭ LAK   ₨ Rs   ₤ lira   ₧ ESP   ₯ GRD   ₰ Pf   ₳ ARA   ⃀ KGS   ฿ THB   ៛ KHR   ৳ BDT   ؋ AFN`,
	music: "♭ b   ♯ #",
	shapes: "☐ [_]   ☑ [x]   ☒ [x]   ○ o   ◯ o   □ [_]   ░ .   ▒ :",
	quotes: `« "   » "   ‹ '   › '`,
	letters: "ا a",
} as const;

/** The classes whose spellings are words. */
const WORDS: readonly string[] = ["logic", "functions", "currencies"];

/** Each sign with its spelling. */
export const ASCII_SIGNS: ReadonlyMap<string, string> = new Map(
	Object.entries(SIGNS).flatMap(([group, list]) => {
		const parts = list.trim().split(/\s+/);
		return Array.from({ length: parts.length / 2 }, (_, i) => {
			const spelt = (parts[2 * i + 1] ?? "").replaceAll("_", " ");
			const isWord = WORDS.includes(group) && /^\w/.test(spelt);
			return [parts[2 * i] ?? "", isWord ? `~${spelt}~` : spelt] as const;
		});
	}),
);

/** Single Greek letters are symbols of mathematics and have names. */
export const GREEK_NAMES: ReadonlyMap<string, string> = new Map(
	(
		"α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi ο omicron " +
		"π pi ρ rho σ sigma τ tau υ upsilon φ phi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma " +
		"Φ Phi Ψ Psi Ω Omega ϕ phi ϑ theta ϵ epsilon"
	)
		.split(" ")
		.reduce<[string, string][]>((pairs, word, i, words) => {
			if (i % 2 === 1) pairs.push([words[i - 1] ?? "", word]);
			return pairs;
		}, []),
);
