// Made by tools/symbol-table.mjs from Unicode's data, under the Unicode License v3. Not to be edited by hand.

/** Fractions, circled numbers, units and accents that stand alone, in plain characters. */
export const SPELLINGS =
	"\u00a8:\u0022 \u00af:\u02c9 \u00b4:\u0027 \u00b8:, \u00bc:1/4 \u00bd:1/2 \u00be:3/4 \u02d9:\u00b7 " +
	"\u02da:\u00b0 \u02db:, \u02dc:~ \u02dd:\u0022 \u0384:\u0027 \u0385:\u0022 \u1fbd:\u0027 " +
	"\u1fbf:\u0027 \u1fc0:~ \u1fc1:\u0022 \u1fcd:\u0027 \u1fce:\u0027 \u1fcf:\u0027 \u1fdd:\u0027 " +
	"\u1fde:\u0027 \u1fdf:\u0027 \u1fed:\u0022 \u1fee:\u0022 \u1ffd:\u0027 \u1ffe:\u0027 \u2017:_ " +
	"\u2033:\u0022 \u2034:\u0027\u0027\u0027 \u2036:\u0022 \u2037:\u0027\u0027\u0027 \u203e:\u02c9 " +
	"\u2044:/ \u2057:\u0027\u0027\u0027\u0027 \u210f:hbar \u2120:(SM) \u2122:(TM) \u2135:aleph " +
	"\u2136:beth \u2137:gimel \u2138:daleth \u2150:1/7 \u2151:1/9 \u2152:1/10 \u2153:1/3 \u2154:2/3 " +
	"\u2155:1/5 \u2156:2/5 \u2157:3/5 \u2158:4/5 \u2159:1/6 \u215a:5/6 \u215b:1/8 \u215c:3/8 \u215d:5/8 " +
	"\u215e:7/8 \u215f:1/ \u2189:0/3 \u2460:(1) \u2461:(2) \u2462:(3) \u2463:(4) \u2464:(5) \u2465:(6) " +
	"\u2466:(7) \u2467:(8) \u2468:(9) \u2469:(10) \u246a:(11) \u246b:(12) \u246c:(13) \u246d:(14) " +
	"\u246e:(15) \u246f:(16) \u2470:(17) \u2471:(18) \u2472:(19) \u2473:(20) \u2488:1. \u2489:2. " +
	"\u248a:3. \u248b:4. \u248c:5. \u248d:6. \u248e:7. \u248f:8. \u2490:9. \u2491:10. \u2492:11. " +
	"\u2493:12. \u2494:13. \u2495:14. \u2496:15. \u2497:16. \u2498:17. \u2499:18. \u249a:19. \u249b:20. " +
	"\u24ea:(0) \u24eb:(11) \u24ec:(12) \u24ed:(13) \u24ee:(14) \u24ef:(15) \u24f0:(16) \u24f1:(17) " +
	"\u24f2:(18) \u24f3:(19) \u24f4:(20) \u24f5:(1) \u24f6:(2) \u24f7:(3) \u24f8:(4) \u24f9:(5) " +
	"\u24fa:(6) \u24fb:(7) \u24fc:(8) \u24fd:(9) \u24fe:(10) \u24ff:(0) \u2776:(1) \u2777:(2) \u2778:(3) " +
	"\u2779:(4) \u277a:(5) \u277b:(6) \u277c:(7) \u277d:(8) \u277e:(9) \u277f:(10) \u2780:(1) \u2781:(2) " +
	"\u2782:(3) \u2783:(4) \u2784:(5) \u2785:(6) \u2786:(7) \u2787:(8) \u2788:(9) \u2789:(10) \u278a:(1) " +
	"\u278b:(2) \u278c:(3) \u278d:(4) \u278e:(5) \u278f:(6) \u2790:(7) \u2791:(8) \u2792:(9) \u2793:(10) " +
	"\u3251:(21) \u3252:(22) \u3253:(23) \u3254:(24) \u3255:(25) \u3256:(26) \u3257:(27) \u3258:(28) " +
	"\u3259:(29) \u325a:(30) \u325b:(31) \u325c:(32) \u325d:(33) \u325e:(34) \u325f:(35) \u3280:(\u4e00) " +
	"\u3281:(\u4e8c) \u3282:(\u4e09) \u3283:(\u56db) \u3284:(\u4e94) \u3285:(\u516d) \u3286:(\u4e03) " +
	"\u3287:(\u516b) \u3288:(\u4e5d) \u3289:(\u5341) \u32b1:(36) \u32b2:(37) \u32b3:(38) \u32b4:(39) " +
	"\u32b5:(40) \u32b6:(41) \u32b7:(42) \u32b8:(43) \u32b9:(44) \u32ba:(45) \u32bb:(46) \u32bc:(47) " +
	"\u32bd:(48) \u32be:(49) \u32bf:(50) \u32c0:1\u6708 \u32c1:2\u6708 \u32c2:3\u6708 \u32c3:4\u6708 " +
	"\u32c4:5\u6708 \u32c5:6\u6708 \u32c6:7\u6708 \u32c7:8\u6708 \u32c8:9\u6708 \u32c9:10\u6708 " +
	"\u32ca:11\u6708 \u32cb:12\u6708 \u3358:0\u70b9 \u3359:1\u70b9 \u335a:2\u70b9 \u335b:3\u70b9 " +
	"\u335c:4\u70b9 \u335d:5\u70b9 \u335e:6\u70b9 \u335f:7\u70b9 \u3360:8\u70b9 \u3361:9\u70b9 " +
	"\u3362:10\u70b9 \u3363:11\u70b9 \u3364:12\u70b9 \u3365:13\u70b9 \u3366:14\u70b9 \u3367:15\u70b9 " +
	"\u3368:16\u70b9 \u3369:17\u70b9 \u336a:18\u70b9 \u336b:19\u70b9 \u336c:20\u70b9 \u336d:21\u70b9 " +
	"\u336e:22\u70b9 \u336f:23\u70b9 \u3370:24\u70b9 \u3378:dm^2 \u3379:dm^3 \u339f:mm^2 \u33a0:cm^2 " +
	"\u33a1:m^2 \u33a2:km^2 \u33a3:mm^3 \u33a4:cm^3 \u33a5:m^3 \u33a6:km^3 \u33a7:m/s \u33a8:m/s^2 " +
	"\u33ae:rad/s \u33af:rad/s^2 \u33c6:C/kg \u33de:V/m \u33df:A/m \u33e0:1\u65e5 \u33e1:2\u65e5 " +
	"\u33e2:3\u65e5 \u33e3:4\u65e5 \u33e4:5\u65e5 \u33e5:6\u65e5 \u33e6:7\u65e5 \u33e7:8\u65e5 " +
	"\u33e8:9\u65e5 \u33e9:10\u65e5 \u33ea:11\u65e5 \u33eb:12\u65e5 \u33ec:13\u65e5 \u33ed:14\u65e5 " +
	"\u33ee:15\u65e5 \u33ef:16\u65e5 \u33f0:17\u65e5 \u33f1:18\u65e5 \u33f2:19\u65e5 \u33f3:20\u65e5 " +
	"\u33f4:21\u65e5 \u33f5:22\u65e5 \u33f6:23\u65e5 \u33f7:24\u65e5 \u33f8:25\u65e5 \u33f9:26\u65e5 " +
	"\u33fa:27\u65e5 \u33fb:28\u65e5 \u33fc:29\u65e5 \u33fd:30\u65e5 \u33fe:31\u65e5 \uffe3:\u02c9 " +
	"\u{1f100}:0. \u{1f101}:0, \u{1f102}:1, \u{1f103}:2, \u{1f104}:3, \u{1f105}:4, \u{1f106}:5, " +
	"\u{1f107}:6, \u{1f108}:7, \u{1f109}:8, \u{1f10a}:9, \u{1f10b}:(0) \u{1f10c}:(0) \u{1f150}:A " +
	"\u{1f151}:B \u{1f152}:C \u{1f153}:D \u{1f154}:E \u{1f155}:F \u{1f156}:G \u{1f157}:H \u{1f158}:I " +
	"\u{1f159}:J \u{1f15a}:K \u{1f15b}:L \u{1f15c}:M \u{1f15d}:N \u{1f15e}:O \u{1f15f}:P \u{1f160}:Q " +
	"\u{1f161}:R \u{1f162}:S \u{1f163}:T \u{1f164}:U \u{1f165}:V \u{1f166}:W \u{1f167}:X \u{1f168}:Y " +
	"\u{1f169}:Z \u{1f170}:A \u{1f171}:B \u{1f172}:C \u{1f173}:D \u{1f174}:E \u{1f175}:F \u{1f176}:G " +
	"\u{1f177}:H \u{1f178}:I \u{1f179}:J \u{1f17a}:K \u{1f17b}:L \u{1f17c}:M \u{1f17d}:N \u{1f17e}:O " +
	"\u{1f17f}:P \u{1f180}:Q \u{1f181}:R \u{1f182}:S \u{1f183}:T \u{1f184}:U \u{1f185}:V \u{1f186}:W " +
	"\u{1f187}:X \u{1f188}:Y \u{1f189}:Z";

/** Characters above the line, each with the plain one. */
export const SUPERSCRIPTS =
	"\u00b2:2 \u00b3:3 \u00b9:1 \u02b0:h \u02b2:j \u02b3:r \u02b7:w \u02b8:y \u02e1:l \u02e2:s \u02e3:x " +
	"\u1d2c:A \u1d2e:B \u1d30:D \u1d31:E \u1d33:G \u1d34:H \u1d35:I \u1d36:J \u1d37:K \u1d38:L \u1d39:M " +
	"\u1d3a:N \u1d3c:O \u1d3e:P \u1d3f:R \u1d40:T \u1d41:U \u1d42:W \u1d43:a \u1d47:b \u1d48:d \u1d49:e " +
	"\u1d4d:g \u1d4f:k \u1d50:m \u1d52:o \u1d56:p \u1d57:t \u1d58:u \u1d5b:v \u1d9c:c \u1da0:f \u1dbb:z " +
	"\u2070:0 \u2071:i \u2074:4 \u2075:5 \u2076:6 \u2077:7 \u2078:8 \u2079:9 \u207a:+ \u207b:- \u207c:= " +
	"\u207d:( \u207e:) \u207f:n \u2c7d:V \ua7f1:S \ua7f2:C \ua7f3:F \ua7f4:Q \u{107a5}:q";

/** Characters below the line, each with the plain one. */
export const SUBSCRIPTS =
	"\u1d62:i \u1d63:r \u1d64:u \u1d65:v \u2080:0 \u2081:1 \u2082:2 \u2083:3 \u2084:4 \u2085:5 \u2086:6 " +
	"\u2087:7 \u2088:8 \u2089:9 \u208a:+ \u208b:- \u208c:= \u208d:( \u208e:) \u2090:a \u2091:e \u2092:o " +
	"\u2093:x \u2095:h \u2096:k \u2097:l \u2098:m \u2099:n \u209a:p \u209b:s \u209c:t \u2c7c:j";

/** Latin letters that have no accent to lose, each with the plain letters for it. */
export const LETTERS =
	"\u00c6:AE \u00d0:D \u00d8:O \u00de:TH \u00df:ss \u00e6:ae \u00f0:d \u00f8:o \u00fe:th \u0110:D " +
	"\u0111:d \u0126:H \u0127:h \u0131:i \u0138:q \u0141:L \u0142:l \u014a:N \u014b:n \u0152:OE " +
	"\u0153:oe \u0166:T \u0167:t \u017f:s \u0180:b \u0181:B \u0182:B \u0183:b \u0187:C \u0188:c \u018a:D " +
	"\u018b:D \u018c:d \u0191:F \u0192:f \u0193:G \u0197:I \u0198:K \u0199:k \u019a:l \u019d:N \u019e:n " +
	"\u019f:O \u01a4:P \u01a5:p \u01ab:t \u01ac:T \u01ad:t \u01ae:T \u01b2:V \u01b3:Y \u01b4:y \u01b5:Z " +
	"\u01b6:z \u01e4:G \u01e5:g \u0220:N \u0221:d \u0224:Z \u0225:z \u0234:l \u0235:n \u0236:t \u0237:j " +
	"\u023a:A \u023b:C \u023c:c \u023d:L \u023e:T \u023f:s \u0240:z \u0243:B \u0246:E \u0247:e \u0248:J " +
	"\u0249:j \u024b:q \u024c:R \u024d:r \u024e:Y \u024f:y \u0253:b \u0255:c \u0256:d \u0257:d \u0260:g " +
	"\u0262:g \u0266:h \u0268:i \u026a:i \u026b:l \u026c:l \u026d:l \u0271:m \u0272:n \u0273:n \u0274:n " +
	"\u0276:oe \u027c:r \u027d:r \u027e:r \u0280:r \u0282:s \u0288:t \u028b:v \u028f:y \u0290:z \u0291:z " +
	"\u0299:b \u029c:h \u029d:j \u029f:l \u02a0:q \u1d00:a \u1d01:ae \u1d04:c \u1d05:d \u1d07:e \u1d0a:j " +
	"\u1d0b:k \u1d0d:m \u1d0f:o \u1d18:p \u1d1b:t \u1d1c:u \u1d20:v \u1d21:w \u1d22:z \u1d6c:b \u1d6d:d " +
	"\u1d6e:f \u1d6f:m \u1d70:n \u1d71:p \u1d72:r \u1d73:r \u1d74:s \u1d75:t \u1d76:z \u1d7d:p \u1d80:b " +
	"\u1d81:d \u1d82:f \u1d83:g \u1d84:k \u1d85:l \u1d86:m \u1d87:n \u1d88:p \u1d89:r \u1d8a:s \u1d8c:v " +
	"\u1d8d:x \u1d8e:z \u1d8f:a \u1d91:d \u1d92:e \u1d96:i \u1d99:u \u1e9e:SS \u1efe:Y \u1eff:y \u2c60:L " +
	"\u2c61:l \u2c62:L \u2c63:P \u2c64:R \u2c65:a \u2c66:t \u2c67:H \u2c68:h \u2c69:K \u2c6a:k \u2c6b:Z " +
	"\u2c6c:z \u2c6e:M \u2c71:v \u2c72:W \u2c73:w \u2c74:v \u2c78:e \u2c7a:o \u2c7e:S \u2c7f:Z \ua730:f " +
	"\ua731:s \ua740:K \ua741:k \ua742:K \ua743:k \ua744:K \ua745:k \ua748:L \ua749:l \ua74a:O \ua74b:o " +
	"\ua74c:O \ua74d:o \ua750:P \ua751:p \ua752:P \ua753:p \ua754:P \ua755:p \ua756:Q \ua757:q \ua758:Q " +
	"\ua759:q \ua75e:V \ua75f:v \ua78e:l \ua790:N \ua791:n \ua792:C \ua793:c \ua794:c \ua795:h \ua796:B " +
	"\ua797:b \ua798:F \ua799:f \ua7a0:G \ua7a1:g \ua7a2:K \ua7a3:k \ua7a4:N \ua7a5:n \ua7a6:R \ua7a7:r " +
	"\ua7a8:S \ua7a9:s \ua7aa:H \ua7ad:L \ua7af:q \ua7b2:J \ua7b8:U \ua7b9:u \ua7c4:C \ua7c5:S \ua7c6:Z " +
	"\ua7c7:D \ua7c8:d \ua7c9:S \ua7ca:s \ua7cc:S \ua7cd:s \uab31:ae \uab34:e \uab37:l \uab38:l \uab39:l " +
	"\uab3a:m \uab3b:n \uab40:oe \uab49:r \uab4e:u \uab52:u \uab56:x \uab57:x \uab58:x \uab59:x \uab5a:y " +
	"\u{1df09}:t \u{1df11}:l \u{1df13}:l \u{1df16}:r \u{1df1a}:i \u{1df1b}:o \u{1df1d}:c \u{1df1e}:s " +
	"\u{1df25}:d \u{1df26}:l \u{1df27}:n \u{1df28}:r \u{1df29}:s \u{1df2a}:t";

/** The names of arrows, mathematical, technical and other symbols, by code point. */
export const NAMES =
	"a2:cent_sign a3:pound_sign a4:currency_sign a5:yen_sign a6:broken_bar a8:diaeresis " +
	"a9:copyright_sign ac:not_sign ae:registered_sign af:macron b0:degree_sign b1:plus-minus_sign " +
	"b2:superscript_two b3:superscript_three b4:acute_accent b8:cedilla b9:superscript_one " +
	"bc:vulgar_fraction_one_quarter bd:vulgar_fraction_one_half be:vulgar_fraction_three_quarters " +
	"d7:multiplication_sign f7:division_sign 20a0:euro-currency_sign 20a1:colon_sign 20a2:cruzeiro_sign " +
	"20a3:french_franc_sign 20a4:lira_sign 20a5:mill_sign 20a6:naira_sign 20a7:peseta_sign " +
	"20a8:rupee_sign 20a9:won_sign 20aa:new_sheqel_sign 20ab:dong_sign 20ac:euro_sign 20ad:kip_sign " +
	"20ae:tugrik_sign 20af:drachma_sign 20b0:german_penny_sign 20b1:peso_sign 20b2:guarani_sign " +
	"20b3:austral_sign 20b4:hryvnia_sign 20b5:cedi_sign 20b6:livre_tournois_sign 20b7:spesmilo_sign " +
	"20b8:tenge_sign 20b9:indian_rupee_sign 20ba:turkish_lira_sign 20bb:nordic_mark_sign 20bc:manat_sign " +
	"20bd:ruble_sign 20be:lari_sign 20bf:bitcoin_sign 20c0:som_sign 20c1:saudi_riyal_sign " +
	"2100:account_of 2101:addressed_to_the_subject 2103:degree_celsius 2104:centre_line_symbol " +
	"2105:care_of 2106:cada_una 2108:scruple 2109:degree_fahrenheit 2114:l_b_bar_symbol 2116:numero_sign " +
	"2117:sound_recording_copyright 2118:script_capital_p 211e:prescription_take 211f:response " +
	"2120:service_mark 2121:telephone_sign 2122:trade_mark_sign 2123:versicle 2125:ounce_sign " +
	"2127:inverted_ohm_sign 2129:turned_greek_small_letter_iota 212e:estimated_symbol " +
	"213a:rotated_capital_q 213b:facsimile_sign 2140:double-struck_n-ary_summation " +
	"2141:turned_sans-serif_capital_g 2142:turned_sans-serif_capital_l " +
	"2143:reversed_sans-serif_capital_l 2144:turned_sans-serif_capital_y 214a:property_line " +
	"214b:turned_ampersand 214c:per_sign 214d:aktieselskab 214f:symbol_for_samaritan_source " +
	"2150:vulgar_fraction_one_seventh 2151:vulgar_fraction_one_ninth 2152:vulgar_fraction_one_tenth " +
	"2153:vulgar_fraction_one_third 2154:vulgar_fraction_two_thirds 2155:vulgar_fraction_one_fifth " +
	"2156:vulgar_fraction_two_fifths 2157:vulgar_fraction_three_fifths 2158:vulgar_fraction_four_fifths " +
	"2159:vulgar_fraction_one_sixth 215a:vulgar_fraction_five_sixths 215b:vulgar_fraction_one_eighth " +
	"215c:vulgar_fraction_three_eighths 215d:vulgar_fraction_five_eighths " +
	"215e:vulgar_fraction_seven_eighths 215f:fraction_numerator_one 2160:roman_numeral_one " +
	"2161:roman_numeral_two 2162:roman_numeral_three 2163:roman_numeral_four 2164:roman_numeral_five " +
	"2165:roman_numeral_six 2166:roman_numeral_seven 2167:roman_numeral_eight 2168:roman_numeral_nine " +
	"2169:roman_numeral_ten 216a:roman_numeral_eleven 216b:roman_numeral_twelve 216c:roman_numeral_fifty " +
	"216d:roman_numeral_one_hundred 216e:roman_numeral_five_hundred 216f:roman_numeral_one_thousand " +
	"2170:small_roman_numeral_one 2171:small_roman_numeral_two 2172:small_roman_numeral_three " +
	"2173:small_roman_numeral_four 2174:small_roman_numeral_five 2175:small_roman_numeral_six " +
	"2176:small_roman_numeral_seven 2177:small_roman_numeral_eight 2178:small_roman_numeral_nine " +
	"2179:small_roman_numeral_ten 217a:small_roman_numeral_eleven 217b:small_roman_numeral_twelve " +
	"217c:small_roman_numeral_fifty 217d:small_roman_numeral_one_hundred " +
	"217e:small_roman_numeral_five_hundred 217f:small_roman_numeral_one_thousand " +
	"2180:roman_numeral_one_thousand_c_d 2181:roman_numeral_five_thousand " +
	"2182:roman_numeral_ten_thousand 2185:roman_numeral_six_late_form " +
	"2186:roman_numeral_fifty_early_form 2187:roman_numeral_fifty_thousand " +
	"2188:roman_numeral_one_hundred_thousand 2189:vulgar_fraction_zero_thirds 218a:turned_digit_two " +
	"218b:turned_digit_three 2190:leftwards_arrow 2191:upwards_arrow 2192:rightwards_arrow " +
	"2193:downwards_arrow 2194:left_right_arrow 2195:up_down_arrow 2196:north_west_arrow " +
	"2197:north_east_arrow 2198:south_east_arrow 2199:south_west_arrow 219a:leftwards_arrow_with_stroke " +
	"219b:rightwards_arrow_with_stroke 219c:leftwards_wave_arrow 219d:rightwards_wave_arrow " +
	"219e:leftwards_two_headed_arrow 219f:upwards_two_headed_arrow 21a0:rightwards_two_headed_arrow " +
	"21a1:downwards_two_headed_arrow 21a2:leftwards_arrow_with_tail 21a3:rightwards_arrow_with_tail " +
	"21a4:leftwards_arrow_from_bar 21a5:upwards_arrow_from_bar 21a6:rightwards_arrow_from_bar " +
	"21a7:downwards_arrow_from_bar 21a8:up_down_arrow_with_base 21a9:leftwards_arrow_with_hook " +
	"21aa:rightwards_arrow_with_hook 21ab:leftwards_arrow_with_loop 21ac:rightwards_arrow_with_loop " +
	"21ad:left_right_wave_arrow 21ae:left_right_arrow_with_stroke 21af:downwards_zigzag_arrow " +
	"21b0:upwards_arrow_with_tip_leftwards 21b1:upwards_arrow_with_tip_rightwards " +
	"21b2:downwards_arrow_with_tip_leftwards 21b3:downwards_arrow_with_tip_rightwards " +
	"21b4:rightwards_arrow_with_corner_downwards 21b5:downwards_arrow_with_corner_leftwards " +
	"21b6:anticlockwise_top_semicircle_arrow 21b7:clockwise_top_semicircle_arrow " +
	"21b8:north_west_arrow_to_long_bar 21b9:leftwards_arrow_to_bar_over_rightwards_arrow_to_bar " +
	"21ba:anticlockwise_open_circle_arrow 21bb:clockwise_open_circle_arrow " +
	"21bc:leftwards_harpoon_with_barb_upwards 21bd:leftwards_harpoon_with_barb_downwards " +
	"21be:upwards_harpoon_with_barb_rightwards 21bf:upwards_harpoon_with_barb_leftwards " +
	"21c0:rightwards_harpoon_with_barb_upwards 21c1:rightwards_harpoon_with_barb_downwards " +
	"21c2:downwards_harpoon_with_barb_rightwards 21c3:downwards_harpoon_with_barb_leftwards " +
	"21c4:rightwards_arrow_over_leftwards_arrow 21c5:upwards_arrow_leftwards_of_downwards_arrow " +
	"21c6:leftwards_arrow_over_rightwards_arrow 21c7:leftwards_paired_arrows 21c8:upwards_paired_arrows " +
	"21c9:rightwards_paired_arrows 21ca:downwards_paired_arrows " +
	"21cb:leftwards_harpoon_over_rightwards_harpoon 21cc:rightwards_harpoon_over_leftwards_harpoon " +
	"21cd:leftwards_double_arrow_with_stroke 21ce:left_right_double_arrow_with_stroke " +
	"21cf:rightwards_double_arrow_with_stroke 21d0:leftwards_double_arrow 21d1:upwards_double_arrow " +
	"21d2:rightwards_double_arrow 21d3:downwards_double_arrow 21d4:left_right_double_arrow " +
	"21d5:up_down_double_arrow 21d6:north_west_double_arrow 21d7:north_east_double_arrow " +
	"21d8:south_east_double_arrow 21d9:south_west_double_arrow 21da:leftwards_triple_arrow " +
	"21db:rightwards_triple_arrow 21dc:leftwards_squiggle_arrow 21dd:rightwards_squiggle_arrow " +
	"21de:upwards_arrow_with_double_stroke 21df:downwards_arrow_with_double_stroke " +
	"21e0:leftwards_dashed_arrow 21e1:upwards_dashed_arrow 21e2:rightwards_dashed_arrow " +
	"21e3:downwards_dashed_arrow 21e4:leftwards_arrow_to_bar 21e5:rightwards_arrow_to_bar " +
	"21e6:leftwards_white_arrow 21e7:upwards_white_arrow 21e8:rightwards_white_arrow " +
	"21e9:downwards_white_arrow 21ea:upwards_white_arrow_from_bar 21eb:upwards_white_arrow_on_pedestal " +
	"21ec:upwards_white_arrow_on_pedestal_with_horizontal_bar " +
	"21ed:upwards_white_arrow_on_pedestal_with_vertical_bar 21ee:upwards_white_double_arrow " +
	"21ef:upwards_white_double_arrow_on_pedestal 21f0:rightwards_white_arrow_from_wall " +
	"21f1:north_west_arrow_to_corner 21f2:south_east_arrow_to_corner 21f3:up_down_white_arrow " +
	"21f4:right_arrow_with_small_circle 21f5:downwards_arrow_leftwards_of_upwards_arrow " +
	"21f6:three_rightwards_arrows 21f7:leftwards_arrow_with_vertical_stroke " +
	"21f8:rightwards_arrow_with_vertical_stroke 21f9:left_right_arrow_with_vertical_stroke " +
	"21fa:leftwards_arrow_with_double_vertical_stroke 21fb:rightwards_arrow_with_double_vertical_stroke " +
	"21fc:left_right_arrow_with_double_vertical_stroke 21fd:leftwards_open-headed_arrow " +
	"21fe:rightwards_open-headed_arrow 21ff:left_right_open-headed_arrow 2200:for_all 2201:complement " +
	"2202:partial_differential 2203:there_exists 2204:there_does_not_exist 2205:empty_set 2206:increment " +
	"2207:nabla 2208:element_of 2209:not_an_element_of 220a:small_element_of 220b:contains_as_member " +
	"220c:does_not_contain_as_member 220d:small_contains_as_member 220e:end_of_proof 220f:n-ary_product " +
	"2210:n-ary_coproduct 2211:n-ary_summation 2212:minus_sign 2213:minus-or-plus_sign 2214:dot_plus " +
	"2215:division_slash 2216:set_minus 2217:asterisk_operator 2218:ring_operator 2219:bullet_operator " +
	"221a:square_root 221b:cube_root 221c:fourth_root 221d:proportional_to 221e:infinity " +
	"221f:right_angle 2220:angle 2221:measured_angle 2222:spherical_angle 2223:divides " +
	"2224:does_not_divide 2225:parallel_to 2226:not_parallel_to 2227:logical_and 2228:logical_or " +
	"2229:intersection 222a:union 222b:integral 222c:double_integral 222d:triple_integral " +
	"222e:contour_integral 222f:surface_integral 2230:volume_integral 2231:clockwise_integral " +
	"2232:clockwise_contour_integral 2233:anticlockwise_contour_integral 2234:therefore 2235:because " +
	"2236:ratio 2237:proportion 2238:dot_minus 2239:excess 223a:geometric_proportion 223b:homothetic " +
	"223c:tilde_operator 223d:reversed_tilde 223e:inverted_lazy_s 223f:sine_wave 2240:wreath_product " +
	"2241:not_tilde 2242:minus_tilde 2243:asymptotically_equal_to 2244:not_asymptotically_equal_to " +
	"2245:approximately_equal_to 2246:approximately_but_not_actually_equal_to " +
	"2247:neither_approximately_nor_actually_equal_to 2248:almost_equal_to 2249:not_almost_equal_to " +
	"224a:almost_equal_or_equal_to 224b:triple_tilde 224c:all_equal_to 224d:equivalent_to " +
	"224e:geometrically_equivalent_to 224f:difference_between 2250:approaches_the_limit " +
	"2251:geometrically_equal_to 2252:approximately_equal_to_or_the_image_of " +
	"2253:image_of_or_approximately_equal_to 2254:colon_equals 2255:equals_colon 2256:ring_in_equal_to " +
	"2257:ring_equal_to 2258:corresponds_to 2259:estimates 225a:equiangular_to 225b:star_equals " +
	"225c:delta_equal_to 225d:equal_to_by_definition 225e:measured_by 225f:questioned_equal_to " +
	"2260:not_equal_to 2261:identical_to 2262:not_identical_to 2263:strictly_equivalent_to " +
	"2264:less-than_or_equal_to 2265:greater-than_or_equal_to 2266:less-than_over_equal_to " +
	"2267:greater-than_over_equal_to 2268:less-than_but_not_equal_to 2269:greater-than_but_not_equal_to " +
	"226a:much_less-than 226b:much_greater-than 226c:between 226d:not_equivalent_to 226e:not_less-than " +
	"226f:not_greater-than 2270:neither_less-than_nor_equal_to 2271:neither_greater-than_nor_equal_to " +
	"2272:less-than_or_equivalent_to 2273:greater-than_or_equivalent_to " +
	"2274:neither_less-than_nor_equivalent_to 2275:neither_greater-than_nor_equivalent_to " +
	"2276:less-than_or_greater-than 2277:greater-than_or_less-than " +
	"2278:neither_less-than_nor_greater-than 2279:neither_greater-than_nor_less-than 227a:precedes " +
	"227b:succeeds 227c:precedes_or_equal_to 227d:succeeds_or_equal_to 227e:precedes_or_equivalent_to " +
	"227f:succeeds_or_equivalent_to 2280:does_not_precede 2281:does_not_succeed 2282:subset_of " +
	"2283:superset_of 2284:not_a_subset_of 2285:not_a_superset_of 2286:subset_of_or_equal_to " +
	"2287:superset_of_or_equal_to 2288:neither_a_subset_of_nor_equal_to " +
	"2289:neither_a_superset_of_nor_equal_to 228a:subset_of_with_not_equal_to " +
	"228b:superset_of_with_not_equal_to 228c:multiset 228d:multiset_multiplication 228e:multiset_union " +
	"228f:square_image_of 2290:square_original_of 2291:square_image_of_or_equal_to " +
	"2292:square_original_of_or_equal_to 2293:square_cap 2294:square_cup 2295:circled_plus " +
	"2296:circled_minus 2297:circled_times 2298:circled_division_slash 2299:circled_dot_operator " +
	"229a:circled_ring_operator 229b:circled_asterisk_operator 229c:circled_equals 229d:circled_dash " +
	"229e:squared_plus 229f:squared_minus 22a0:squared_times 22a1:squared_dot_operator 22a2:right_tack " +
	"22a3:left_tack 22a4:down_tack 22a5:up_tack 22a6:assertion 22a7:models 22a8:true 22a9:forces " +
	"22aa:triple_vertical_bar_right_turnstile 22ab:double_vertical_bar_double_right_turnstile " +
	"22ac:does_not_prove 22ad:not_true 22ae:does_not_force " +
	"22af:negated_double_vertical_bar_double_right_turnstile 22b0:precedes_under_relation " +
	"22b1:succeeds_under_relation 22b2:normal_subgroup_of 22b3:contains_as_normal_subgroup " +
	"22b4:normal_subgroup_of_or_equal_to 22b5:contains_as_normal_subgroup_or_equal_to 22b6:original_of " +
	"22b7:image_of 22b8:multimap 22b9:hermitian_conjugate_matrix 22ba:intercalate 22bb:xor 22bc:nand " +
	"22bd:nor 22be:right_angle_with_arc 22bf:right_triangle 22c0:n-ary_logical_and 22c1:n-ary_logical_or " +
	"22c2:n-ary_intersection 22c3:n-ary_union 22c4:diamond_operator 22c5:dot_operator 22c6:star_operator " +
	"22c7:division_times 22c8:bowtie 22c9:left_normal_factor_semidirect_product " +
	"22ca:right_normal_factor_semidirect_product 22cb:left_semidirect_product " +
	"22cc:right_semidirect_product 22cd:reversed_tilde_equals 22ce:curly_logical_or " +
	"22cf:curly_logical_and 22d0:double_subset 22d1:double_superset 22d2:double_intersection " +
	"22d3:double_union 22d4:pitchfork 22d5:equal_and_parallel_to 22d6:less-than_with_dot " +
	"22d7:greater-than_with_dot 22d8:very_much_less-than 22d9:very_much_greater-than " +
	"22da:less-than_equal_to_or_greater-than 22db:greater-than_equal_to_or_less-than " +
	"22dc:equal_to_or_less-than 22dd:equal_to_or_greater-than 22de:equal_to_or_precedes " +
	"22df:equal_to_or_succeeds 22e0:does_not_precede_or_equal 22e1:does_not_succeed_or_equal " +
	"22e2:not_square_image_of_or_equal_to 22e3:not_square_original_of_or_equal_to " +
	"22e4:square_image_of_or_not_equal_to 22e5:square_original_of_or_not_equal_to " +
	"22e6:less-than_but_not_equivalent_to 22e7:greater-than_but_not_equivalent_to " +
	"22e8:precedes_but_not_equivalent_to 22e9:succeeds_but_not_equivalent_to 22ea:not_normal_subgroup_of " +
	"22eb:does_not_contain_as_normal_subgroup 22ec:not_normal_subgroup_of_or_equal_to " +
	"22ed:does_not_contain_as_normal_subgroup_or_equal 22ee:vertical_ellipsis " +
	"22ef:midline_horizontal_ellipsis 22f0:up_right_diagonal_ellipsis 22f1:down_right_diagonal_ellipsis " +
	"22f2:element_of_with_long_horizontal_stroke " +
	"22f3:element_of_with_vertical_bar_at_end_of_horizontal_stroke " +
	"22f4:small_element_of_with_vertical_bar_at_end_of_horizontal_stroke 22f5:element_of_with_dot_above " +
	"22f6:element_of_with_overbar 22f7:small_element_of_with_overbar 22f8:element_of_with_underbar " +
	"22f9:element_of_with_two_horizontal_strokes 22fa:contains_with_long_horizontal_stroke " +
	"22fb:contains_with_vertical_bar_at_end_of_horizontal_stroke " +
	"22fc:small_contains_with_vertical_bar_at_end_of_horizontal_stroke 22fd:contains_with_overbar " +
	"22fe:small_contains_with_overbar 22ff:z_notation_bag_membership 2300:diameter_sign " +
	"2301:electric_arrow 2302:house 2303:up_arrowhead 2304:down_arrowhead 2305:projective " +
	"2306:perspective 2307:wavy_line 230c:bottom_right_crop 230d:bottom_left_crop 230e:top_right_crop " +
	"230f:top_left_crop 2310:reversed_not_sign 2311:square_lozenge 2312:arc 2313:segment 2314:sector " +
	"2315:telephone_recorder 2316:position_indicator 2317:viewdata_square 2318:place_of_interest_sign " +
	"2319:turned_not_sign 231a:watch 231b:hourglass 231c:top_left_corner 231d:top_right_corner " +
	"231e:bottom_left_corner 231f:bottom_right_corner 2320:top_half_integral 2321:bottom_half_integral " +
	"2322:frown 2323:smile 2324:up_arrowhead_between_two_horizontal_bars 2325:option_key " +
	"2326:erase_to_the_right 2327:x_in_a_rectangle_box 2328:keyboard 232b:erase_to_the_left " +
	"232c:benzene_ring 232d:cylindricity 232e:all_around-profile 232f:symmetry 2330:total_runout " +
	"2331:dimension_origin 2332:conical_taper 2333:slope 2334:counterbore 2335:countersink " +
	"2336:apl_functional_symbol_i-beam 2337:apl_functional_symbol_squish_quad " +
	"2338:apl_functional_symbol_quad_equal 2339:apl_functional_symbol_quad_divide " +
	"233a:apl_functional_symbol_quad_diamond 233b:apl_functional_symbol_quad_jot " +
	"233c:apl_functional_symbol_quad_circle 233d:apl_functional_symbol_circle_stile " +
	"233e:apl_functional_symbol_circle_jot 233f:apl_functional_symbol_slash_bar " +
	"2340:apl_functional_symbol_backslash_bar 2341:apl_functional_symbol_quad_slash " +
	"2342:apl_functional_symbol_quad_backslash 2343:apl_functional_symbol_quad_less-than " +
	"2344:apl_functional_symbol_quad_greater-than 2345:apl_functional_symbol_leftwards_vane " +
	"2346:apl_functional_symbol_rightwards_vane 2347:apl_functional_symbol_quad_leftwards_arrow " +
	"2348:apl_functional_symbol_quad_rightwards_arrow 2349:apl_functional_symbol_circle_backslash " +
	"234a:apl_functional_symbol_down_tack_underbar 234b:apl_functional_symbol_delta_stile " +
	"234c:apl_functional_symbol_quad_down_caret 234d:apl_functional_symbol_quad_delta " +
	"234e:apl_functional_symbol_down_tack_jot 234f:apl_functional_symbol_upwards_vane " +
	"2350:apl_functional_symbol_quad_upwards_arrow 2351:apl_functional_symbol_up_tack_overbar " +
	"2352:apl_functional_symbol_del_stile 2353:apl_functional_symbol_quad_up_caret " +
	"2354:apl_functional_symbol_quad_del 2355:apl_functional_symbol_up_tack_jot " +
	"2356:apl_functional_symbol_downwards_vane 2357:apl_functional_symbol_quad_downwards_arrow " +
	"2358:apl_functional_symbol_quote_underbar 2359:apl_functional_symbol_delta_underbar " +
	"235a:apl_functional_symbol_diamond_underbar 235b:apl_functional_symbol_jot_underbar " +
	"235c:apl_functional_symbol_circle_underbar 235d:apl_functional_symbol_up_shoe_jot " +
	"235e:apl_functional_symbol_quote_quad 235f:apl_functional_symbol_circle_star " +
	"2360:apl_functional_symbol_quad_colon 2361:apl_functional_symbol_up_tack_diaeresis " +
	"2362:apl_functional_symbol_del_diaeresis 2363:apl_functional_symbol_star_diaeresis " +
	"2364:apl_functional_symbol_jot_diaeresis 2365:apl_functional_symbol_circle_diaeresis " +
	"2366:apl_functional_symbol_down_shoe_stile 2367:apl_functional_symbol_left_shoe_stile " +
	"2368:apl_functional_symbol_tilde_diaeresis 2369:apl_functional_symbol_greater-than_diaeresis " +
	"236a:apl_functional_symbol_comma_bar 236b:apl_functional_symbol_del_tilde " +
	"236c:apl_functional_symbol_zilde 236d:apl_functional_symbol_stile_tilde " +
	"236e:apl_functional_symbol_semicolon_underbar 236f:apl_functional_symbol_quad_not_equal " +
	"2370:apl_functional_symbol_quad_question 2371:apl_functional_symbol_down_caret_tilde " +
	"2372:apl_functional_symbol_up_caret_tilde 2373:apl_functional_symbol_iota " +
	"2374:apl_functional_symbol_rho 2375:apl_functional_symbol_omega " +
	"2376:apl_functional_symbol_alpha_underbar 2377:apl_functional_symbol_epsilon_underbar " +
	"2378:apl_functional_symbol_iota_underbar 2379:apl_functional_symbol_omega_underbar " +
	"237a:apl_functional_symbol_alpha 237b:not_check_mark 237c:right_angle_with_downwards_zigzag_arrow " +
	"237d:shouldered_open_box 237e:bell_symbol 237f:vertical_line_with_middle_dot 2380:insertion_symbol " +
	"2381:continuous_underline_symbol 2382:discontinuous_underline_symbol 2383:emphasis_symbol " +
	"2384:composition_symbol 2385:white_square_with_centre_vertical_line 2386:enter_symbol " +
	"2387:alternative_key_symbol 2388:helm_symbol 2389:circled_horizontal_bar_with_notch " +
	"238a:circled_triangle_down 238b:broken_circle_with_northwest_arrow 238c:undo_symbol " +
	"238d:monostable_symbol 238e:hysteresis_symbol 238f:open-circuit-output_h-type_symbol " +
	"2390:open-circuit-output_l-type_symbol 2391:passive-pull-down-output_symbol " +
	"2392:passive-pull-up-output_symbol 2393:direct_current_symbol_form_two " +
	"2394:software-function_symbol 2395:apl_functional_symbol_quad 2396:decimal_separator_key_symbol " +
	"2397:previous_page 2398:next_page 2399:print_screen_symbol 239a:clear_screen_symbol " +
	"239b:left_parenthesis_upper_hook 239c:left_parenthesis_extension 239d:left_parenthesis_lower_hook " +
	"239e:right_parenthesis_upper_hook 239f:right_parenthesis_extension " +
	"23a0:right_parenthesis_lower_hook 23a1:left_square_bracket_upper_corner " +
	"23a2:left_square_bracket_extension 23a3:left_square_bracket_lower_corner " +
	"23a4:right_square_bracket_upper_corner 23a5:right_square_bracket_extension " +
	"23a6:right_square_bracket_lower_corner 23a7:left_curly_bracket_upper_hook " +
	"23a8:left_curly_bracket_middle_piece 23a9:left_curly_bracket_lower_hook " +
	"23aa:curly_bracket_extension 23ab:right_curly_bracket_upper_hook " +
	"23ac:right_curly_bracket_middle_piece 23ad:right_curly_bracket_lower_hook 23ae:integral_extension " +
	"23af:horizontal_line_extension 23b0:upper_left_or_lower_right_curly_bracket_section " +
	"23b1:upper_right_or_lower_left_curly_bracket_section 23b2:summation_top 23b3:summation_bottom " +
	"23b4:top_square_bracket 23b5:bottom_square_bracket " +
	"23b6:bottom_square_bracket_over_top_square_bracket 23b7:radical_symbol_bottom " +
	"23b8:left_vertical_box_line 23b9:right_vertical_box_line 23ba:horizontal_scan_line-1 " +
	"23bb:horizontal_scan_line-3 23bc:horizontal_scan_line-7 23bd:horizontal_scan_line-9 " +
	"23be:dentistry_symbol_light_vertical_and_top_right " +
	"23bf:dentistry_symbol_light_vertical_and_bottom_right " +
	"23c0:dentistry_symbol_light_vertical_with_circle " +
	"23c1:dentistry_symbol_light_down_and_horizontal_with_circle " +
	"23c2:dentistry_symbol_light_up_and_horizontal_with_circle " +
	"23c3:dentistry_symbol_light_vertical_with_triangle " +
	"23c4:dentistry_symbol_light_down_and_horizontal_with_triangle " +
	"23c5:dentistry_symbol_light_up_and_horizontal_with_triangle " +
	"23c6:dentistry_symbol_light_vertical_and_wave " +
	"23c7:dentistry_symbol_light_down_and_horizontal_with_wave " +
	"23c8:dentistry_symbol_light_up_and_horizontal_with_wave " +
	"23c9:dentistry_symbol_light_down_and_horizontal 23ca:dentistry_symbol_light_up_and_horizontal " +
	"23cb:dentistry_symbol_light_vertical_and_top_left " +
	"23cc:dentistry_symbol_light_vertical_and_bottom_left 23cd:square_foot 23ce:return_symbol " +
	"23cf:eject_symbol 23d0:vertical_line_extension 23d1:metrical_breve 23d2:metrical_long_over_short " +
	"23d3:metrical_short_over_long 23d4:metrical_long_over_two_shorts 23d5:metrical_two_shorts_over_long " +
	"23d6:metrical_two_shorts_joined 23d7:metrical_triseme 23d8:metrical_tetraseme " +
	"23d9:metrical_pentaseme 23da:earth_ground 23db:fuse 23dc:top_parenthesis 23dd:bottom_parenthesis " +
	"23de:top_curly_bracket 23df:bottom_curly_bracket 23e0:top_tortoise_shell_bracket " +
	"23e1:bottom_tortoise_shell_bracket 23e2:white_trapezium 23e3:benzene_ring_with_circle " +
	"23e4:straightness 23e5:flatness 23e6:ac_current 23e7:electrical_intersection " +
	"23e8:decimal_exponent_symbol 23e9:black_right-pointing_double_triangle " +
	"23ea:black_left-pointing_double_triangle 23eb:black_up-pointing_double_triangle " +
	"23ec:black_down-pointing_double_triangle " +
	"23ed:black_right-pointing_double_triangle_with_vertical_bar " +
	"23ee:black_left-pointing_double_triangle_with_vertical_bar " +
	"23ef:black_right-pointing_triangle_with_double_vertical_bar 23f0:alarm_clock 23f1:stopwatch " +
	"23f2:timer_clock 23f3:hourglass_with_flowing_sand 23f4:black_medium_left-pointing_triangle " +
	"23f5:black_medium_right-pointing_triangle 23f6:black_medium_up-pointing_triangle " +
	"23f7:black_medium_down-pointing_triangle 23f8:double_vertical_bar 23f9:black_square_for_stop " +
	"23fa:black_circle_for_record 23fb:power_symbol 23fc:power_on-off_symbol 23fd:power_on_symbol " +
	"23fe:power_sleep_symbol 23ff:observer_eye_symbol 2400:symbol_for_null " +
	"2401:symbol_for_start_of_heading 2402:symbol_for_start_of_text 2403:symbol_for_end_of_text " +
	"2404:symbol_for_end_of_transmission 2405:symbol_for_enquiry 2406:symbol_for_acknowledge " +
	"2407:symbol_for_bell 2408:symbol_for_backspace 2409:symbol_for_horizontal_tabulation " +
	"240a:symbol_for_line_feed 240b:symbol_for_vertical_tabulation 240c:symbol_for_form_feed " +
	"240d:symbol_for_carriage_return 240e:symbol_for_shift_out 240f:symbol_for_shift_in " +
	"2410:symbol_for_data_link_escape 2411:symbol_for_device_control_one " +
	"2412:symbol_for_device_control_two 2413:symbol_for_device_control_three " +
	"2414:symbol_for_device_control_four 2415:symbol_for_negative_acknowledge " +
	"2416:symbol_for_synchronous_idle 2417:symbol_for_end_of_transmission_block 2418:symbol_for_cancel " +
	"2419:symbol_for_end_of_medium 241a:symbol_for_substitute 241b:symbol_for_escape " +
	"241c:symbol_for_file_separator 241d:symbol_for_group_separator 241e:symbol_for_record_separator " +
	"241f:symbol_for_unit_separator 2420:symbol_for_space 2421:symbol_for_delete 2422:blank_symbol " +
	"2423:open_box 2424:symbol_for_newline 2425:symbol_for_delete_form_two " +
	"2426:symbol_for_substitute_form_two 2427:symbol_for_delete_square_checker_board_form " +
	"2428:symbol_for_delete_rectangular_checker_board_form 2429:symbol_for_delete_medium_shade_form " +
	"2600:black_sun_with_rays 2601:cloud 2602:umbrella 2603:snowman 2604:comet 2605:black_star " +
	"2606:white_star 2607:lightning 2608:thunderstorm 2609:sun 260a:ascending_node 260b:descending_node " +
	"260c:conjunction 260d:opposition 260e:black_telephone 260f:white_telephone 2610:ballot_box " +
	"2611:ballot_box_with_check 2612:ballot_box_with_x 2613:saltire 2614:umbrella_with_rain_drops " +
	"2615:hot_beverage 2616:white_shogi_piece 2617:black_shogi_piece 2618:shamrock " +
	"2619:reversed_rotated_floral_heart_bullet 261a:black_left_pointing_index " +
	"261b:black_right_pointing_index 261c:white_left_pointing_index 261d:white_up_pointing_index " +
	"261e:white_right_pointing_index 261f:white_down_pointing_index 2620:skull_and_crossbones " +
	"2621:caution_sign 2622:radioactive_sign 2623:biohazard_sign 2624:caduceus 2625:ankh " +
	"2626:orthodox_cross 2627:chi_rho 2628:cross_of_lorraine 2629:cross_of_jerusalem " +
	"262a:star_and_crescent 262b:farsi_symbol 262c:adi_shakti 262d:hammer_and_sickle 262e:peace_symbol " +
	"262f:yin_yang 2630:trigram_for_heaven 2631:trigram_for_lake 2632:trigram_for_fire " +
	"2633:trigram_for_thunder 2634:trigram_for_wind 2635:trigram_for_water 2636:trigram_for_mountain " +
	"2637:trigram_for_earth 2638:wheel_of_dharma 2639:white_frowning_face 263a:white_smiling_face " +
	"263b:black_smiling_face 263c:white_sun_with_rays 263d:first_quarter_moon 263e:last_quarter_moon " +
	"263f:mercury 2640:female_sign 2641:earth 2642:male_sign 2643:jupiter 2644:saturn 2645:uranus " +
	"2646:neptune 2647:pluto 2648:aries 2649:taurus 264a:gemini 264b:cancer 264c:leo 264d:virgo " +
	"264e:libra 264f:scorpius 2650:sagittarius 2651:capricorn 2652:aquarius 2653:pisces " +
	"2654:white_chess_king 2655:white_chess_queen 2656:white_chess_rook 2657:white_chess_bishop " +
	"2658:white_chess_knight 2659:white_chess_pawn 265a:black_chess_king 265b:black_chess_queen " +
	"265c:black_chess_rook 265d:black_chess_bishop 265e:black_chess_knight 265f:black_chess_pawn " +
	"2660:black_spade_suit 2661:white_heart_suit 2662:white_diamond_suit 2663:black_club_suit " +
	"2664:white_spade_suit 2665:black_heart_suit 2666:black_diamond_suit 2667:white_club_suit " +
	"2668:hot_springs 2669:quarter_note 266a:eighth_note 266b:beamed_eighth_notes " +
	"266c:beamed_sixteenth_notes 266d:music_flat_sign 266e:music_natural_sign 266f:music_sharp_sign " +
	"2670:west_syriac_cross 2671:east_syriac_cross 2672:universal_recycling_symbol " +
	"2673:recycling_symbol_for_type-1_plastics 2674:recycling_symbol_for_type-2_plastics " +
	"2675:recycling_symbol_for_type-3_plastics 2676:recycling_symbol_for_type-4_plastics " +
	"2677:recycling_symbol_for_type-5_plastics 2678:recycling_symbol_for_type-6_plastics " +
	"2679:recycling_symbol_for_type-7_plastics 267a:recycling_symbol_for_generic_materials " +
	"267b:black_universal_recycling_symbol 267c:recycled_paper_symbol " +
	"267d:partially-recycled_paper_symbol 267e:permanent_paper_sign 267f:wheelchair_symbol " +
	"2680:die_face-1 2681:die_face-2 2682:die_face-3 2683:die_face-4 2684:die_face-5 2685:die_face-6 " +
	"2686:white_circle_with_dot_right 2687:white_circle_with_two_dots " +
	"2688:black_circle_with_white_dot_right 2689:black_circle_with_two_white_dots 268a:monogram_for_yang " +
	"268b:monogram_for_yin 268c:digram_for_greater_yang 268d:digram_for_lesser_yin " +
	"268e:digram_for_lesser_yang 268f:digram_for_greater_yin 2690:white_flag 2691:black_flag " +
	"2692:hammer_and_pick 2693:anchor 2694:crossed_swords 2695:staff_of_aesculapius 2696:scales " +
	"2697:alembic 2698:flower 2699:gear 269a:staff_of_hermes 269b:atom_symbol 269c:fleur-de-lis " +
	"269d:outlined_white_star 269e:three_lines_converging_right 269f:three_lines_converging_left " +
	"26a0:warning_sign 26a1:high_voltage_sign 26a2:doubled_female_sign 26a3:doubled_male_sign " +
	"26a4:interlocked_female_and_male_sign 26a5:male_and_female_sign 26a6:male_with_stroke_sign " +
	"26a7:male_with_stroke_and_male_and_female_sign 26a8:vertical_male_with_stroke_sign " +
	"26a9:horizontal_male_with_stroke_sign 26aa:medium_white_circle 26ab:medium_black_circle " +
	"26ac:medium_small_white_circle 26ad:marriage_symbol 26ae:divorce_symbol " +
	"26af:unmarried_partnership_symbol 26b0:coffin 26b1:funeral_urn 26b2:neuter 26b3:ceres 26b4:pallas " +
	"26b5:juno 26b6:vesta 26b7:chiron 26b8:black_moon_lilith 26b9:sextile 26ba:semisextile 26bb:quincunx " +
	"26bc:sesquiquadrate 26bd:soccer_ball 26be:baseball 26bf:squared_key 26c0:white_draughts_man " +
	"26c1:white_draughts_king 26c2:black_draughts_man 26c3:black_draughts_king 26c4:snowman_without_snow " +
	"26c5:sun_behind_cloud 26c6:rain 26c7:black_snowman 26c8:thunder_cloud_and_rain " +
	"26c9:turned_white_shogi_piece 26ca:turned_black_shogi_piece 26cb:white_diamond_in_square " +
	"26cc:crossing_lanes 26cd:disabled_car 26ce:ophiuchus 26cf:pick 26d0:car_sliding " +
	"26d1:helmet_with_white_cross 26d2:circled_crossing_lanes 26d3:chains 26d4:no_entry " +
	"26d5:alternate_one-way_left_way_traffic 26d6:black_two-way_left_way_traffic " +
	"26d7:white_two-way_left_way_traffic 26d8:black_left_lane_merge 26d9:white_left_lane_merge " +
	"26da:drive_slow_sign 26db:heavy_white_down-pointing_triangle 26dc:left_closed_entry " +
	"26dd:squared_saltire 26de:falling_diagonal_in_white_circle_in_black_square 26df:black_truck " +
	"26e0:restricted_left_entry-1 26e1:restricted_left_entry-2 26e2:astronomical_symbol_for_uranus " +
	"26e3:heavy_circle_with_stroke_and_two_dots_above 26e4:pentagram " +
	"26e5:right-handed_interlaced_pentagram 26e6:left-handed_interlaced_pentagram " +
	"26e7:inverted_pentagram 26e8:black_cross_on_shield 26e9:shinto_shrine 26ea:church 26eb:castle " +
	"26ec:historic_site 26ed:gear_without_hub 26ee:gear_with_handles 26ef:map_symbol_for_lighthouse " +
	"26f0:mountain 26f1:umbrella_on_ground 26f2:fountain 26f3:flag_in_hole 26f4:ferry 26f5:sailboat " +
	"26f6:square_four_corners 26f7:skier 26f8:ice_skate 26f9:person_with_ball 26fa:tent " +
	"26fb:japanese_bank_symbol 26fc:headstone_graveyard_symbol 26fd:fuel_pump 26fe:cup_on_black_square " +
	"26ff:white_flag_with_horizontal_middle_black_stripe 2700:black_safety_scissors " +
	"2701:upper_blade_scissors 2702:black_scissors 2703:lower_blade_scissors 2704:white_scissors " +
	"2705:white_heavy_check_mark 2706:telephone_location_sign 2707:tape_drive 2708:airplane " +
	"2709:envelope 270a:raised_fist 270b:raised_hand 270c:victory_hand 270d:writing_hand " +
	"270e:lower_right_pencil 270f:pencil 2710:upper_right_pencil 2711:white_nib 2712:black_nib " +
	"2713:check_mark 2714:heavy_check_mark 2715:multiplication_x 2716:heavy_multiplication_x " +
	"2717:ballot_x 2718:heavy_ballot_x 2719:outlined_greek_cross 271a:heavy_greek_cross " +
	"271b:open_centre_cross 271c:heavy_open_centre_cross 271d:latin_cross " +
	"271e:shadowed_white_latin_cross 271f:outlined_latin_cross 2720:maltese_cross 2721:star_of_david " +
	"2722:four_teardrop-spoked_asterisk 2723:four_balloon-spoked_asterisk " +
	"2724:heavy_four_balloon-spoked_asterisk 2725:four_club-spoked_asterisk 2726:black_four_pointed_star " +
	"2727:white_four_pointed_star 2728:sparkles 2729:stress_outlined_white_star 272a:circled_white_star " +
	"272b:open_centre_black_star 272c:black_centre_white_star 272d:outlined_black_star " +
	"272e:heavy_outlined_black_star 272f:pinwheel_star 2730:shadowed_white_star 2731:heavy_asterisk " +
	"2732:open_centre_asterisk 2733:eight_spoked_asterisk 2734:eight_pointed_black_star " +
	"2735:eight_pointed_pinwheel_star 2736:six_pointed_black_star " +
	"2737:eight_pointed_rectilinear_black_star 2738:heavy_eight_pointed_rectilinear_black_star " +
	"2739:twelve_pointed_black_star 273a:sixteen_pointed_asterisk 273b:teardrop-spoked_asterisk " +
	"273c:open_centre_teardrop-spoked_asterisk 273d:heavy_teardrop-spoked_asterisk " +
	"273e:six_petalled_black_and_white_florette 273f:black_florette 2740:white_florette " +
	"2741:eight_petalled_outlined_black_florette 2742:circled_open_centre_eight_pointed_star " +
	"2743:heavy_teardrop-spoked_pinwheel_asterisk 2744:snowflake 2745:tight_trifoliate_snowflake " +
	"2746:heavy_chevron_snowflake 2747:sparkle 2748:heavy_sparkle 2749:balloon-spoked_asterisk " +
	"274a:eight_teardrop-spoked_propeller_asterisk 274b:heavy_eight_teardrop-spoked_propeller_asterisk " +
	"274c:cross_mark 274d:shadowed_white_circle 274e:negative_squared_cross_mark " +
	"274f:lower_right_drop-shadowed_white_square 2750:upper_right_drop-shadowed_white_square " +
	"2751:lower_right_shadowed_white_square 2752:upper_right_shadowed_white_square " +
	"2753:black_question_mark_ornament 2754:white_question_mark_ornament " +
	"2755:white_exclamation_mark_ornament 2756:black_diamond_minus_white_x " +
	"2757:heavy_exclamation_mark_symbol 2758:light_vertical_bar 2759:medium_vertical_bar " +
	"275a:heavy_vertical_bar 275b:heavy_single_turned_comma_quotation_mark_ornament " +
	"275c:heavy_single_comma_quotation_mark_ornament " +
	"275d:heavy_double_turned_comma_quotation_mark_ornament " +
	"275e:heavy_double_comma_quotation_mark_ornament 275f:heavy_low_single_comma_quotation_mark_ornament " +
	"2760:heavy_low_double_comma_quotation_mark_ornament 2761:curved_stem_paragraph_sign_ornament " +
	"2762:heavy_exclamation_mark_ornament 2763:heavy_heart_exclamation_mark_ornament " +
	"2764:heavy_black_heart 2765:rotated_heavy_black_heart_bullet 2766:floral_heart " +
	"2767:rotated_floral_heart_bullet 2776:dingbat_negative_circled_digit_one " +
	"2777:dingbat_negative_circled_digit_two 2778:dingbat_negative_circled_digit_three " +
	"2779:dingbat_negative_circled_digit_four 277a:dingbat_negative_circled_digit_five " +
	"277b:dingbat_negative_circled_digit_six 277c:dingbat_negative_circled_digit_seven " +
	"277d:dingbat_negative_circled_digit_eight 277e:dingbat_negative_circled_digit_nine " +
	"277f:dingbat_negative_circled_number_ten 2780:dingbat_circled_sans-serif_digit_one " +
	"2781:dingbat_circled_sans-serif_digit_two 2782:dingbat_circled_sans-serif_digit_three " +
	"2783:dingbat_circled_sans-serif_digit_four 2784:dingbat_circled_sans-serif_digit_five " +
	"2785:dingbat_circled_sans-serif_digit_six 2786:dingbat_circled_sans-serif_digit_seven " +
	"2787:dingbat_circled_sans-serif_digit_eight 2788:dingbat_circled_sans-serif_digit_nine " +
	"2789:dingbat_circled_sans-serif_number_ten 278a:dingbat_negative_circled_sans-serif_digit_one " +
	"278b:dingbat_negative_circled_sans-serif_digit_two " +
	"278c:dingbat_negative_circled_sans-serif_digit_three " +
	"278d:dingbat_negative_circled_sans-serif_digit_four " +
	"278e:dingbat_negative_circled_sans-serif_digit_five " +
	"278f:dingbat_negative_circled_sans-serif_digit_six " +
	"2790:dingbat_negative_circled_sans-serif_digit_seven " +
	"2791:dingbat_negative_circled_sans-serif_digit_eight " +
	"2792:dingbat_negative_circled_sans-serif_digit_nine " +
	"2793:dingbat_negative_circled_sans-serif_number_ten 2794:heavy_wide-headed_rightwards_arrow " +
	"2795:heavy_plus_sign 2796:heavy_minus_sign 2797:heavy_division_sign 2798:heavy_south_east_arrow " +
	"2799:heavy_rightwards_arrow 279a:heavy_north_east_arrow 279b:drafting_point_rightwards_arrow " +
	"279c:heavy_round-tipped_rightwards_arrow 279d:triangle-headed_rightwards_arrow " +
	"279e:heavy_triangle-headed_rightwards_arrow 279f:dashed_triangle-headed_rightwards_arrow " +
	"27a0:heavy_dashed_triangle-headed_rightwards_arrow 27a1:black_rightwards_arrow " +
	"27a2:three-d_top-lighted_rightwards_arrowhead 27a3:three-d_bottom-lighted_rightwards_arrowhead " +
	"27a4:black_rightwards_arrowhead 27a5:heavy_black_curved_downwards_and_rightwards_arrow " +
	"27a6:heavy_black_curved_upwards_and_rightwards_arrow 27a7:squat_black_rightwards_arrow " +
	"27a8:heavy_concave-pointed_black_rightwards_arrow 27a9:right-shaded_white_rightwards_arrow " +
	"27aa:left-shaded_white_rightwards_arrow 27ab:back-tilted_shadowed_white_rightwards_arrow " +
	"27ac:front-tilted_shadowed_white_rightwards_arrow " +
	"27ad:heavy_lower_right-shadowed_white_rightwards_arrow " +
	"27ae:heavy_upper_right-shadowed_white_rightwards_arrow " +
	"27af:notched_lower_right-shadowed_white_rightwards_arrow 27b0:curly_loop " +
	"27b1:notched_upper_right-shadowed_white_rightwards_arrow 27b2:circled_heavy_white_rightwards_arrow " +
	"27b3:white-feathered_rightwards_arrow 27b4:black-feathered_south_east_arrow " +
	"27b5:black-feathered_rightwards_arrow 27b6:black-feathered_north_east_arrow " +
	"27b7:heavy_black-feathered_south_east_arrow 27b8:heavy_black-feathered_rightwards_arrow " +
	"27b9:heavy_black-feathered_north_east_arrow 27ba:teardrop-barbed_rightwards_arrow " +
	"27bb:heavy_teardrop-shanked_rightwards_arrow 27bc:wedge-tailed_rightwards_arrow " +
	"27bd:heavy_wedge-tailed_rightwards_arrow 27be:open-outlined_rightwards_arrow 27bf:double_curly_loop " +
	"27c0:three_dimensional_angle 27c1:white_triangle_containing_small_white_triangle 27c2:perpendicular " +
	"27c3:open_subset 27c4:open_superset 27c7:or_with_dot_inside 27c8:reverse_solidus_preceding_subset " +
	"27c9:superset_preceding_solidus 27ca:vertical_bar_with_horizontal_stroke " +
	"27cb:mathematical_rising_diagonal 27cc:long_division 27cd:mathematical_falling_diagonal " +
	"27ce:squared_logical_and 27cf:squared_logical_or 27d0:white_diamond_with_centred_dot " +
	"27d1:and_with_dot 27d2:element_of_opening_upwards 27d3:lower_right_corner_with_dot " +
	"27d4:upper_left_corner_with_dot 27d5:left_outer_join 27d6:right_outer_join 27d7:full_outer_join " +
	"27d8:large_up_tack 27d9:large_down_tack 27da:left_and_right_double_turnstile " +
	"27db:left_and_right_tack 27dc:left_multimap 27dd:long_right_tack 27de:long_left_tack " +
	"27df:up_tack_with_circle_above 27e0:lozenge_divided_by_horizontal_rule " +
	"27e1:white_concave-sided_diamond 27e2:white_concave-sided_diamond_with_leftwards_tick " +
	"27e3:white_concave-sided_diamond_with_rightwards_tick 27e4:white_square_with_leftwards_tick " +
	"27e5:white_square_with_rightwards_tick 27f0:upwards_quadruple_arrow 27f1:downwards_quadruple_arrow " +
	"27f2:anticlockwise_gapped_circle_arrow 27f3:clockwise_gapped_circle_arrow " +
	"27f4:right_arrow_with_circled_plus 27f5:long_leftwards_arrow 27f6:long_rightwards_arrow " +
	"27f7:long_left_right_arrow 27f8:long_leftwards_double_arrow 27f9:long_rightwards_double_arrow " +
	"27fa:long_left_right_double_arrow 27fb:long_leftwards_arrow_from_bar " +
	"27fc:long_rightwards_arrow_from_bar 27fd:long_leftwards_double_arrow_from_bar " +
	"27fe:long_rightwards_double_arrow_from_bar 27ff:long_rightwards_squiggle_arrow " +
	"2900:rightwards_two-headed_arrow_with_vertical_stroke " +
	"2901:rightwards_two-headed_arrow_with_double_vertical_stroke " +
	"2902:leftwards_double_arrow_with_vertical_stroke 2903:rightwards_double_arrow_with_vertical_stroke " +
	"2904:left_right_double_arrow_with_vertical_stroke 2905:rightwards_two-headed_arrow_from_bar " +
	"2906:leftwards_double_arrow_from_bar 2907:rightwards_double_arrow_from_bar " +
	"2908:downwards_arrow_with_horizontal_stroke 2909:upwards_arrow_with_horizontal_stroke " +
	"290a:upwards_triple_arrow 290b:downwards_triple_arrow 290c:leftwards_double_dash_arrow " +
	"290d:rightwards_double_dash_arrow 290e:leftwards_triple_dash_arrow " +
	"290f:rightwards_triple_dash_arrow 2910:rightwards_two-headed_triple_dash_arrow " +
	"2911:rightwards_arrow_with_dotted_stem 2912:upwards_arrow_to_bar 2913:downwards_arrow_to_bar " +
	"2914:rightwards_arrow_with_tail_with_vertical_stroke " +
	"2915:rightwards_arrow_with_tail_with_double_vertical_stroke " +
	"2916:rightwards_two-headed_arrow_with_tail " +
	"2917:rightwards_two-headed_arrow_with_tail_with_vertical_stroke " +
	"2918:rightwards_two-headed_arrow_with_tail_with_double_vertical_stroke 2919:leftwards_arrow-tail " +
	"291a:rightwards_arrow-tail 291b:leftwards_double_arrow-tail 291c:rightwards_double_arrow-tail " +
	"291d:leftwards_arrow_to_black_diamond 291e:rightwards_arrow_to_black_diamond " +
	"291f:leftwards_arrow_from_bar_to_black_diamond 2920:rightwards_arrow_from_bar_to_black_diamond " +
	"2921:north_west_and_south_east_arrow 2922:north_east_and_south_west_arrow " +
	"2923:north_west_arrow_with_hook 2924:north_east_arrow_with_hook 2925:south_east_arrow_with_hook " +
	"2926:south_west_arrow_with_hook 2927:north_west_arrow_and_north_east_arrow " +
	"2928:north_east_arrow_and_south_east_arrow 2929:south_east_arrow_and_south_west_arrow " +
	"292a:south_west_arrow_and_north_west_arrow 292b:rising_diagonal_crossing_falling_diagonal " +
	"292c:falling_diagonal_crossing_rising_diagonal 292d:south_east_arrow_crossing_north_east_arrow " +
	"292e:north_east_arrow_crossing_south_east_arrow 292f:falling_diagonal_crossing_north_east_arrow " +
	"2930:rising_diagonal_crossing_south_east_arrow 2931:north_east_arrow_crossing_north_west_arrow " +
	"2932:north_west_arrow_crossing_north_east_arrow 2933:wave_arrow_pointing_directly_right " +
	"2934:arrow_pointing_rightwards_then_curving_upwards " +
	"2935:arrow_pointing_rightwards_then_curving_downwards " +
	"2936:arrow_pointing_downwards_then_curving_leftwards " +
	"2937:arrow_pointing_downwards_then_curving_rightwards 2938:right-side_arc_clockwise_arrow " +
	"2939:left-side_arc_anticlockwise_arrow 293a:top_arc_anticlockwise_arrow " +
	"293b:bottom_arc_anticlockwise_arrow 293c:top_arc_clockwise_arrow_with_minus " +
	"293d:top_arc_anticlockwise_arrow_with_plus 293e:lower_right_semicircular_clockwise_arrow " +
	"293f:lower_left_semicircular_anticlockwise_arrow 2940:anticlockwise_closed_circle_arrow " +
	"2941:clockwise_closed_circle_arrow 2942:rightwards_arrow_above_short_leftwards_arrow " +
	"2943:leftwards_arrow_above_short_rightwards_arrow 2944:short_rightwards_arrow_above_leftwards_arrow " +
	"2945:rightwards_arrow_with_plus_below 2946:leftwards_arrow_with_plus_below " +
	"2947:rightwards_arrow_through_x 2948:left_right_arrow_through_small_circle " +
	"2949:upwards_two-headed_arrow_from_small_circle 294a:left_barb_up_right_barb_down_harpoon " +
	"294b:left_barb_down_right_barb_up_harpoon 294c:up_barb_right_down_barb_left_harpoon " +
	"294d:up_barb_left_down_barb_right_harpoon 294e:left_barb_up_right_barb_up_harpoon " +
	"294f:up_barb_right_down_barb_right_harpoon 2950:left_barb_down_right_barb_down_harpoon " +
	"2951:up_barb_left_down_barb_left_harpoon 2952:leftwards_harpoon_with_barb_up_to_bar " +
	"2953:rightwards_harpoon_with_barb_up_to_bar 2954:upwards_harpoon_with_barb_right_to_bar " +
	"2955:downwards_harpoon_with_barb_right_to_bar 2956:leftwards_harpoon_with_barb_down_to_bar " +
	"2957:rightwards_harpoon_with_barb_down_to_bar 2958:upwards_harpoon_with_barb_left_to_bar " +
	"2959:downwards_harpoon_with_barb_left_to_bar 295a:leftwards_harpoon_with_barb_up_from_bar " +
	"295b:rightwards_harpoon_with_barb_up_from_bar 295c:upwards_harpoon_with_barb_right_from_bar " +
	"295d:downwards_harpoon_with_barb_right_from_bar 295e:leftwards_harpoon_with_barb_down_from_bar " +
	"295f:rightwards_harpoon_with_barb_down_from_bar 2960:upwards_harpoon_with_barb_left_from_bar " +
	"2961:downwards_harpoon_with_barb_left_from_bar " +
	"2962:leftwards_harpoon_with_barb_up_above_leftwards_harpoon_with_barb_down " +
	"2963:upwards_harpoon_with_barb_left_beside_upwards_harpoon_with_barb_right " +
	"2964:rightwards_harpoon_with_barb_up_above_rightwards_harpoon_with_barb_down " +
	"2965:downwards_harpoon_with_barb_left_beside_downwards_harpoon_with_barb_right " +
	"2966:leftwards_harpoon_with_barb_up_above_rightwards_harpoon_with_barb_up " +
	"2967:leftwards_harpoon_with_barb_down_above_rightwards_harpoon_with_barb_down " +
	"2968:rightwards_harpoon_with_barb_up_above_leftwards_harpoon_with_barb_up " +
	"2969:rightwards_harpoon_with_barb_down_above_leftwards_harpoon_with_barb_down " +
	"296a:leftwards_harpoon_with_barb_up_above_long_dash " +
	"296b:leftwards_harpoon_with_barb_down_below_long_dash " +
	"296c:rightwards_harpoon_with_barb_up_above_long_dash " +
	"296d:rightwards_harpoon_with_barb_down_below_long_dash " +
	"296e:upwards_harpoon_with_barb_left_beside_downwards_harpoon_with_barb_right " +
	"296f:downwards_harpoon_with_barb_left_beside_upwards_harpoon_with_barb_right " +
	"2970:right_double_arrow_with_rounded_head 2971:equals_sign_above_rightwards_arrow " +
	"2972:tilde_operator_above_rightwards_arrow 2973:leftwards_arrow_above_tilde_operator " +
	"2974:rightwards_arrow_above_tilde_operator 2975:rightwards_arrow_above_almost_equal_to " +
	"2976:less-than_above_leftwards_arrow 2977:leftwards_arrow_through_less-than " +
	"2978:greater-than_above_rightwards_arrow 2979:subset_above_rightwards_arrow " +
	"297a:leftwards_arrow_through_subset 297b:superset_above_leftwards_arrow 297c:left_fish_tail " +
	"297d:right_fish_tail 297e:up_fish_tail 297f:down_fish_tail 2980:triple_vertical_bar_delimiter " +
	"2981:z_notation_spot 2982:z_notation_type_colon 2999:dotted_fence 299a:vertical_zigzag_line " +
	"299b:measured_angle_opening_left 299c:right_angle_variant_with_square " +
	"299d:measured_right_angle_with_dot 299e:angle_with_s_inside 299f:acute_angle " +
	"29a0:spherical_angle_opening_left 29a1:spherical_angle_opening_up 29a2:turned_angle " +
	"29a3:reversed_angle 29a4:angle_with_underbar 29a5:reversed_angle_with_underbar " +
	"29a6:oblique_angle_opening_up 29a7:oblique_angle_opening_down " +
	"29a8:measured_angle_with_open_arm_ending_in_arrow_pointing_up_and_right " +
	"29a9:measured_angle_with_open_arm_ending_in_arrow_pointing_up_and_left " +
	"29aa:measured_angle_with_open_arm_ending_in_arrow_pointing_down_and_right " +
	"29ab:measured_angle_with_open_arm_ending_in_arrow_pointing_down_and_left " +
	"29ac:measured_angle_with_open_arm_ending_in_arrow_pointing_right_and_up " +
	"29ad:measured_angle_with_open_arm_ending_in_arrow_pointing_left_and_up " +
	"29ae:measured_angle_with_open_arm_ending_in_arrow_pointing_right_and_down " +
	"29af:measured_angle_with_open_arm_ending_in_arrow_pointing_left_and_down 29b0:reversed_empty_set " +
	"29b1:empty_set_with_overbar 29b2:empty_set_with_small_circle_above " +
	"29b3:empty_set_with_right_arrow_above 29b4:empty_set_with_left_arrow_above " +
	"29b5:circle_with_horizontal_bar 29b6:circled_vertical_bar 29b7:circled_parallel " +
	"29b8:circled_reverse_solidus 29b9:circled_perpendicular " +
	"29ba:circle_divided_by_horizontal_bar_and_top_half_divided_by_vertical_bar " +
	"29bb:circle_with_superimposed_x 29bc:circled_anticlockwise-rotated_division_sign " +
	"29bd:up_arrow_through_circle 29be:circled_white_bullet 29bf:circled_bullet 29c0:circled_less-than " +
	"29c1:circled_greater-than 29c2:circle_with_small_circle_to_the_right " +
	"29c3:circle_with_two_horizontal_strokes_to_the_right 29c4:squared_rising_diagonal_slash " +
	"29c5:squared_falling_diagonal_slash 29c6:squared_asterisk 29c7:squared_small_circle " +
	"29c8:squared_square 29c9:two_joined_squares 29ca:triangle_with_dot_above " +
	"29cb:triangle_with_underbar 29cc:s_in_triangle 29cd:triangle_with_serifs_at_bottom " +
	"29ce:right_triangle_above_left_triangle 29cf:left_triangle_beside_vertical_bar " +
	"29d0:vertical_bar_beside_right_triangle 29d1:bowtie_with_left_half_black " +
	"29d2:bowtie_with_right_half_black 29d3:black_bowtie 29d4:times_with_left_half_black " +
	"29d5:times_with_right_half_black 29d6:white_hourglass 29d7:black_hourglass 29dc:incomplete_infinity " +
	"29dd:tie_over_infinity 29de:infinity_negated_with_vertical_bar 29df:double-ended_multimap " +
	"29e0:square_with_contoured_outline 29e1:increases_as 29e2:shuffle_product " +
	"29e3:equals_sign_and_slanted_parallel 29e4:equals_sign_and_slanted_parallel_with_tilde_above " +
	"29e5:identical_to_and_slanted_parallel 29e6:gleich_stark 29e7:thermodynamic " +
	"29e8:down-pointing_triangle_with_left_half_black 29e9:down-pointing_triangle_with_right_half_black " +
	"29ea:black_diamond_with_down_arrow 29eb:black_lozenge 29ec:white_circle_with_down_arrow " +
	"29ed:black_circle_with_down_arrow 29ee:error-barred_white_square 29ef:error-barred_black_square " +
	"29f0:error-barred_white_diamond 29f1:error-barred_black_diamond 29f2:error-barred_white_circle " +
	"29f3:error-barred_black_circle 29f4:rule-delayed 29f5:reverse_solidus_operator " +
	"29f6:solidus_with_overbar 29f7:reverse_solidus_with_horizontal_stroke 29f8:big_solidus " +
	"29f9:big_reverse_solidus 29fa:double_plus 29fb:triple_plus 29fe:tiny 29ff:miny " +
	"2a00:n-ary_circled_dot_operator 2a01:n-ary_circled_plus_operator 2a02:n-ary_circled_times_operator " +
	"2a03:n-ary_union_operator_with_dot 2a04:n-ary_union_operator_with_plus " +
	"2a05:n-ary_square_intersection_operator 2a06:n-ary_square_union_operator " +
	"2a07:two_logical_and_operator 2a08:two_logical_or_operator 2a09:n-ary_times_operator " +
	"2a0a:modulo_two_sum 2a0b:summation_with_integral 2a0c:quadruple_integral_operator " +
	"2a0d:finite_part_integral 2a0e:integral_with_double_stroke 2a0f:integral_average_with_slash " +
	"2a10:circulation_function 2a11:anticlockwise_integration " +
	"2a12:line_integration_with_rectangular_path_around_pole " +
	"2a13:line_integration_with_semicircular_path_around_pole " +
	"2a14:line_integration_not_including_the_pole 2a15:integral_around_a_point_operator " +
	"2a16:quaternion_integral_operator 2a17:integral_with_leftwards_arrow_with_hook " +
	"2a18:integral_with_times_sign 2a19:integral_with_intersection 2a1a:integral_with_union " +
	"2a1b:integral_with_overbar 2a1c:integral_with_underbar 2a1d:join 2a1e:large_left_triangle_operator " +
	"2a1f:z_notation_schema_composition 2a20:z_notation_schema_piping 2a21:z_notation_schema_projection " +
	"2a22:plus_sign_with_small_circle_above 2a23:plus_sign_with_circumflex_accent_above " +
	"2a24:plus_sign_with_tilde_above 2a25:plus_sign_with_dot_below 2a26:plus_sign_with_tilde_below " +
	"2a27:plus_sign_with_subscript_two 2a28:plus_sign_with_black_triangle " +
	"2a29:minus_sign_with_comma_above 2a2a:minus_sign_with_dot_below 2a2b:minus_sign_with_falling_dots " +
	"2a2c:minus_sign_with_rising_dots 2a2d:plus_sign_in_left_half_circle " +
	"2a2e:plus_sign_in_right_half_circle 2a2f:vector_or_cross_product " +
	"2a30:multiplication_sign_with_dot_above 2a31:multiplication_sign_with_underbar " +
	"2a32:semidirect_product_with_bottom_closed 2a33:smash_product " +
	"2a34:multiplication_sign_in_left_half_circle 2a35:multiplication_sign_in_right_half_circle " +
	"2a36:circled_multiplication_sign_with_circumflex_accent 2a37:multiplication_sign_in_double_circle " +
	"2a38:circled_division_sign 2a39:plus_sign_in_triangle 2a3a:minus_sign_in_triangle " +
	"2a3b:multiplication_sign_in_triangle 2a3c:interior_product 2a3d:righthand_interior_product " +
	"2a3e:z_notation_relational_composition 2a3f:amalgamation_or_coproduct 2a40:intersection_with_dot " +
	"2a41:union_with_minus_sign 2a42:union_with_overbar 2a43:intersection_with_overbar " +
	"2a44:intersection_with_logical_and 2a45:union_with_logical_or 2a46:union_above_intersection " +
	"2a47:intersection_above_union 2a48:union_above_bar_above_intersection " +
	"2a49:intersection_above_bar_above_union 2a4a:union_beside_and_joined_with_union " +
	"2a4b:intersection_beside_and_joined_with_intersection 2a4c:closed_union_with_serifs " +
	"2a4d:closed_intersection_with_serifs 2a4e:double_square_intersection 2a4f:double_square_union " +
	"2a50:closed_union_with_serifs_and_smash_product 2a51:logical_and_with_dot_above " +
	"2a52:logical_or_with_dot_above 2a53:double_logical_and 2a54:double_logical_or " +
	"2a55:two_intersecting_logical_and 2a56:two_intersecting_logical_or 2a57:sloping_large_or " +
	"2a58:sloping_large_and 2a59:logical_or_overlapping_logical_and 2a5a:logical_and_with_middle_stem " +
	"2a5b:logical_or_with_middle_stem 2a5c:logical_and_with_horizontal_dash " +
	"2a5d:logical_or_with_horizontal_dash 2a5e:logical_and_with_double_overbar " +
	"2a5f:logical_and_with_underbar 2a60:logical_and_with_double_underbar 2a61:small_vee_with_underbar " +
	"2a62:logical_or_with_double_overbar 2a63:logical_or_with_double_underbar " +
	"2a64:z_notation_domain_antirestriction 2a65:z_notation_range_antirestriction " +
	"2a66:equals_sign_with_dot_below 2a67:identical_with_dot_above " +
	"2a68:triple_horizontal_bar_with_double_vertical_stroke " +
	"2a69:triple_horizontal_bar_with_triple_vertical_stroke 2a6a:tilde_operator_with_dot_above " +
	"2a6b:tilde_operator_with_rising_dots 2a6c:similar_minus_similar 2a6d:congruent_with_dot_above " +
	"2a6e:equals_with_asterisk 2a6f:almost_equal_to_with_circumflex_accent " +
	"2a70:approximately_equal_or_equal_to 2a71:equals_sign_above_plus_sign " +
	"2a72:plus_sign_above_equals_sign 2a73:equals_sign_above_tilde_operator 2a74:double_colon_equal " +
	"2a75:two_consecutive_equals_signs 2a76:three_consecutive_equals_signs " +
	"2a77:equals_sign_with_two_dots_above_and_two_dots_below 2a78:equivalent_with_four_dots_above " +
	"2a79:less-than_with_circle_inside 2a7a:greater-than_with_circle_inside " +
	"2a7b:less-than_with_question_mark_above 2a7c:greater-than_with_question_mark_above " +
	"2a7d:less-than_or_slanted_equal_to 2a7e:greater-than_or_slanted_equal_to " +
	"2a7f:less-than_or_slanted_equal_to_with_dot_inside " +
	"2a80:greater-than_or_slanted_equal_to_with_dot_inside " +
	"2a81:less-than_or_slanted_equal_to_with_dot_above " +
	"2a82:greater-than_or_slanted_equal_to_with_dot_above " +
	"2a83:less-than_or_slanted_equal_to_with_dot_above_right " +
	"2a84:greater-than_or_slanted_equal_to_with_dot_above_left 2a85:less-than_or_approximate " +
	"2a86:greater-than_or_approximate 2a87:less-than_and_single-line_not_equal_to " +
	"2a88:greater-than_and_single-line_not_equal_to 2a89:less-than_and_not_approximate " +
	"2a8a:greater-than_and_not_approximate 2a8b:less-than_above_double-line_equal_above_greater-than " +
	"2a8c:greater-than_above_double-line_equal_above_less-than 2a8d:less-than_above_similar_or_equal " +
	"2a8e:greater-than_above_similar_or_equal 2a8f:less-than_above_similar_above_greater-than " +
	"2a90:greater-than_above_similar_above_less-than " +
	"2a91:less-than_above_greater-than_above_double-line_equal " +
	"2a92:greater-than_above_less-than_above_double-line_equal " +
	"2a93:less-than_above_slanted_equal_above_greater-than_above_slanted_equal " +
	"2a94:greater-than_above_slanted_equal_above_less-than_above_slanted_equal " +
	"2a95:slanted_equal_to_or_less-than 2a96:slanted_equal_to_or_greater-than " +
	"2a97:slanted_equal_to_or_less-than_with_dot_inside " +
	"2a98:slanted_equal_to_or_greater-than_with_dot_inside 2a99:double-line_equal_to_or_less-than " +
	"2a9a:double-line_equal_to_or_greater-than 2a9b:double-line_slanted_equal_to_or_less-than " +
	"2a9c:double-line_slanted_equal_to_or_greater-than 2a9d:similar_or_less-than " +
	"2a9e:similar_or_greater-than 2a9f:similar_above_less-than_above_equals_sign " +
	"2aa0:similar_above_greater-than_above_equals_sign 2aa1:double_nested_less-than " +
	"2aa2:double_nested_greater-than 2aa3:double_nested_less-than_with_underbar " +
	"2aa4:greater-than_overlapping_less-than 2aa5:greater-than_beside_less-than " +
	"2aa6:less-than_closed_by_curve 2aa7:greater-than_closed_by_curve " +
	"2aa8:less-than_closed_by_curve_above_slanted_equal " +
	"2aa9:greater-than_closed_by_curve_above_slanted_equal 2aaa:smaller_than 2aab:larger_than " +
	"2aac:smaller_than_or_equal_to 2aad:larger_than_or_equal_to 2aae:equals_sign_with_bumpy_above " +
	"2aaf:precedes_above_single-line_equals_sign 2ab0:succeeds_above_single-line_equals_sign " +
	"2ab1:precedes_above_single-line_not_equal_to 2ab2:succeeds_above_single-line_not_equal_to " +
	"2ab3:precedes_above_equals_sign 2ab4:succeeds_above_equals_sign 2ab5:precedes_above_not_equal_to " +
	"2ab6:succeeds_above_not_equal_to 2ab7:precedes_above_almost_equal_to " +
	"2ab8:succeeds_above_almost_equal_to 2ab9:precedes_above_not_almost_equal_to " +
	"2aba:succeeds_above_not_almost_equal_to 2abb:double_precedes 2abc:double_succeeds " +
	"2abd:subset_with_dot 2abe:superset_with_dot 2abf:subset_with_plus_sign_below " +
	"2ac0:superset_with_plus_sign_below 2ac1:subset_with_multiplication_sign_below " +
	"2ac2:superset_with_multiplication_sign_below 2ac3:subset_of_or_equal_to_with_dot_above " +
	"2ac4:superset_of_or_equal_to_with_dot_above 2ac5:subset_of_above_equals_sign " +
	"2ac6:superset_of_above_equals_sign 2ac7:subset_of_above_tilde_operator " +
	"2ac8:superset_of_above_tilde_operator 2ac9:subset_of_above_almost_equal_to " +
	"2aca:superset_of_above_almost_equal_to 2acb:subset_of_above_not_equal_to " +
	"2acc:superset_of_above_not_equal_to 2acd:square_left_open_box_operator " +
	"2ace:square_right_open_box_operator 2acf:closed_subset 2ad0:closed_superset " +
	"2ad1:closed_subset_or_equal_to 2ad2:closed_superset_or_equal_to 2ad3:subset_above_superset " +
	"2ad4:superset_above_subset 2ad5:subset_above_subset 2ad6:superset_above_superset " +
	"2ad7:superset_beside_subset 2ad8:superset_beside_and_joined_by_dash_with_subset " +
	"2ad9:element_of_opening_downwards 2ada:pitchfork_with_tee_top 2adb:transversal_intersection " +
	"2adc:forking 2add:nonforking 2ade:short_left_tack 2adf:short_down_tack 2ae0:short_up_tack " +
	"2ae1:perpendicular_with_s 2ae2:vertical_bar_triple_right_turnstile " +
	"2ae3:double_vertical_bar_left_turnstile 2ae4:vertical_bar_double_left_turnstile " +
	"2ae5:double_vertical_bar_double_left_turnstile 2ae6:long_dash_from_left_member_of_double_vertical " +
	"2ae7:short_down_tack_with_overbar 2ae8:short_up_tack_with_underbar " +
	"2ae9:short_up_tack_above_short_down_tack 2aea:double_down_tack 2aeb:double_up_tack " +
	"2aec:double_stroke_not_sign 2aed:reversed_double_stroke_not_sign " +
	"2aee:does_not_divide_with_reversed_negation_slash 2aef:vertical_line_with_circle_above " +
	"2af0:vertical_line_with_circle_below 2af1:down_tack_with_circle_below " +
	"2af2:parallel_with_horizontal_stroke 2af3:parallel_with_tilde_operator " +
	"2af4:triple_vertical_bar_binary_relation 2af5:triple_vertical_bar_with_horizontal_stroke " +
	"2af6:triple_colon_operator 2af7:triple_nested_less-than 2af8:triple_nested_greater-than " +
	"2af9:double-line_slanted_less-than_or_equal_to 2afa:double-line_slanted_greater-than_or_equal_to " +
	"2afb:triple_solidus_binary_relation 2afc:large_triple_vertical_bar_operator " +
	"2afd:double_solidus_operator 2afe:white_vertical_bar 2aff:n-ary_white_vertical_bar " +
	"2b00:north_east_white_arrow 2b01:north_west_white_arrow 2b02:south_east_white_arrow " +
	"2b03:south_west_white_arrow 2b04:left_right_white_arrow 2b05:leftwards_black_arrow " +
	"2b06:upwards_black_arrow 2b07:downwards_black_arrow 2b08:north_east_black_arrow " +
	"2b09:north_west_black_arrow 2b0a:south_east_black_arrow 2b0b:south_west_black_arrow " +
	"2b0c:left_right_black_arrow 2b0d:up_down_black_arrow 2b0e:rightwards_arrow_with_tip_downwards " +
	"2b0f:rightwards_arrow_with_tip_upwards 2b10:leftwards_arrow_with_tip_downwards " +
	"2b11:leftwards_arrow_with_tip_upwards 2b12:square_with_top_half_black " +
	"2b13:square_with_bottom_half_black 2b14:square_with_upper_right_diagonal_half_black " +
	"2b15:square_with_lower_left_diagonal_half_black 2b16:diamond_with_left_half_black " +
	"2b17:diamond_with_right_half_black 2b18:diamond_with_top_half_black " +
	"2b19:diamond_with_bottom_half_black 2b1a:dotted_square 2b1b:black_large_square " +
	"2b1c:white_large_square 2b1d:black_very_small_square 2b1e:white_very_small_square " +
	"2b1f:black_pentagon 2b20:white_pentagon 2b21:white_hexagon 2b22:black_hexagon " +
	"2b23:horizontal_black_hexagon 2b24:black_large_circle 2b25:black_medium_diamond " +
	"2b26:white_medium_diamond 2b27:black_medium_lozenge 2b28:white_medium_lozenge " +
	"2b29:black_small_diamond 2b2a:black_small_lozenge 2b2b:white_small_lozenge " +
	"2b2c:black_horizontal_ellipse 2b2d:white_horizontal_ellipse 2b2e:black_vertical_ellipse " +
	"2b2f:white_vertical_ellipse 2b30:left_arrow_with_small_circle 2b31:three_leftwards_arrows " +
	"2b32:left_arrow_with_circled_plus 2b33:long_leftwards_squiggle_arrow " +
	"2b34:leftwards_two-headed_arrow_with_vertical_stroke " +
	"2b35:leftwards_two-headed_arrow_with_double_vertical_stroke " +
	"2b36:leftwards_two-headed_arrow_from_bar 2b37:leftwards_two-headed_triple_dash_arrow " +
	"2b38:leftwards_arrow_with_dotted_stem 2b39:leftwards_arrow_with_tail_with_vertical_stroke " +
	"2b3a:leftwards_arrow_with_tail_with_double_vertical_stroke " +
	"2b3b:leftwards_two-headed_arrow_with_tail " +
	"2b3c:leftwards_two-headed_arrow_with_tail_with_vertical_stroke " +
	"2b3d:leftwards_two-headed_arrow_with_tail_with_double_vertical_stroke " +
	"2b3e:leftwards_arrow_through_x 2b3f:wave_arrow_pointing_directly_left " +
	"2b40:equals_sign_above_leftwards_arrow 2b41:reverse_tilde_operator_above_leftwards_arrow " +
	"2b42:leftwards_arrow_above_reverse_almost_equal_to 2b43:rightwards_arrow_through_greater-than " +
	"2b44:rightwards_arrow_through_superset 2b45:leftwards_quadruple_arrow " +
	"2b46:rightwards_quadruple_arrow 2b47:reverse_tilde_operator_above_rightwards_arrow " +
	"2b48:rightwards_arrow_above_reverse_almost_equal_to 2b49:tilde_operator_above_leftwards_arrow " +
	"2b4a:leftwards_arrow_above_almost_equal_to 2b4b:leftwards_arrow_above_reverse_tilde_operator " +
	"2b4c:rightwards_arrow_above_reverse_tilde_operator 2b4d:downwards_triangle-headed_zigzag_arrow " +
	"2b4e:short_slanted_north_arrow 2b4f:short_backslanted_south_arrow 2b50:white_medium_star " +
	"2b51:black_small_star 2b52:white_small_star 2b53:black_right-pointing_pentagon " +
	"2b54:white_right-pointing_pentagon 2b55:heavy_large_circle 2b56:heavy_oval_with_oval_inside " +
	"2b57:heavy_circle_with_circle_inside 2b58:heavy_circle 2b59:heavy_circled_saltire " +
	"2b5a:slanted_north_arrow_with_hooked_head 2b5b:backslanted_south_arrow_with_hooked_tail " +
	"2b5c:slanted_north_arrow_with_horizontal_tail 2b5d:backslanted_south_arrow_with_horizontal_tail " +
	"2b5e:bent_arrow_pointing_downwards_then_north_east " +
	"2b5f:short_bent_arrow_pointing_downwards_then_north_east 2b60:leftwards_triangle-headed_arrow " +
	"2b61:upwards_triangle-headed_arrow 2b62:rightwards_triangle-headed_arrow " +
	"2b63:downwards_triangle-headed_arrow 2b64:left_right_triangle-headed_arrow " +
	"2b65:up_down_triangle-headed_arrow 2b66:north_west_triangle-headed_arrow " +
	"2b67:north_east_triangle-headed_arrow 2b68:south_east_triangle-headed_arrow " +
	"2b69:south_west_triangle-headed_arrow 2b6a:leftwards_triangle-headed_dashed_arrow " +
	"2b6b:upwards_triangle-headed_dashed_arrow 2b6c:rightwards_triangle-headed_dashed_arrow " +
	"2b6d:downwards_triangle-headed_dashed_arrow 2b6e:clockwise_triangle-headed_open_circle_arrow " +
	"2b6f:anticlockwise_triangle-headed_open_circle_arrow 2b70:leftwards_triangle-headed_arrow_to_bar " +
	"2b71:upwards_triangle-headed_arrow_to_bar 2b72:rightwards_triangle-headed_arrow_to_bar " +
	"2b73:downwards_triangle-headed_arrow_to_bar 2b76:north_west_triangle-headed_arrow_to_bar " +
	"2b77:north_east_triangle-headed_arrow_to_bar 2b78:south_east_triangle-headed_arrow_to_bar " +
	"2b79:south_west_triangle-headed_arrow_to_bar " +
	"2b7a:leftwards_triangle-headed_arrow_with_double_horizontal_stroke " +
	"2b7b:upwards_triangle-headed_arrow_with_double_horizontal_stroke " +
	"2b7c:rightwards_triangle-headed_arrow_with_double_horizontal_stroke " +
	"2b7d:downwards_triangle-headed_arrow_with_double_horizontal_stroke 2b7e:horizontal_tab_key " +
	"2b7f:vertical_tab_key 2b80:leftwards_triangle-headed_arrow_over_rightwards_triangle-headed_arrow " +
	"2b81:upwards_triangle-headed_arrow_leftwards_of_downwards_triangle-headed_arrow " +
	"2b82:rightwards_triangle-headed_arrow_over_leftwards_triangle-headed_arrow " +
	"2b83:downwards_triangle-headed_arrow_leftwards_of_upwards_triangle-headed_arrow " +
	"2b84:leftwards_triangle-headed_paired_arrows 2b85:upwards_triangle-headed_paired_arrows " +
	"2b86:rightwards_triangle-headed_paired_arrows 2b87:downwards_triangle-headed_paired_arrows " +
	"2b88:leftwards_black_circled_white_arrow 2b89:upwards_black_circled_white_arrow " +
	"2b8a:rightwards_black_circled_white_arrow 2b8b:downwards_black_circled_white_arrow " +
	"2b8c:anticlockwise_triangle-headed_right_u-shaped_arrow " +
	"2b8d:anticlockwise_triangle-headed_bottom_u-shaped_arrow " +
	"2b8e:anticlockwise_triangle-headed_left_u-shaped_arrow " +
	"2b8f:anticlockwise_triangle-headed_top_u-shaped_arrow 2b90:return_left 2b91:return_right " +
	"2b92:newline_left 2b93:newline_right 2b94:four_corner_arrows_circling_anticlockwise " +
	"2b95:rightwards_black_arrow 2b96:equals_sign_with_infinity_above 2b97:symbol_for_type_a_electronics " +
	"2b98:three-d_top-lighted_leftwards_equilateral_arrowhead " +
	"2b99:three-d_right-lighted_upwards_equilateral_arrowhead " +
	"2b9a:three-d_top-lighted_rightwards_equilateral_arrowhead " +
	"2b9b:three-d_left-lighted_downwards_equilateral_arrowhead " +
	"2b9c:black_leftwards_equilateral_arrowhead 2b9d:black_upwards_equilateral_arrowhead " +
	"2b9e:black_rightwards_equilateral_arrowhead 2b9f:black_downwards_equilateral_arrowhead " +
	"2ba0:downwards_triangle-headed_arrow_with_long_tip_leftwards " +
	"2ba1:downwards_triangle-headed_arrow_with_long_tip_rightwards " +
	"2ba2:upwards_triangle-headed_arrow_with_long_tip_leftwards " +
	"2ba3:upwards_triangle-headed_arrow_with_long_tip_rightwards " +
	"2ba4:leftwards_triangle-headed_arrow_with_long_tip_upwards " +
	"2ba5:rightwards_triangle-headed_arrow_with_long_tip_upwards " +
	"2ba6:leftwards_triangle-headed_arrow_with_long_tip_downwards " +
	"2ba7:rightwards_triangle-headed_arrow_with_long_tip_downwards " +
	"2ba8:black_curved_downwards_and_leftwards_arrow 2ba9:black_curved_downwards_and_rightwards_arrow " +
	"2baa:black_curved_upwards_and_leftwards_arrow 2bab:black_curved_upwards_and_rightwards_arrow " +
	"2bac:black_curved_leftwards_and_upwards_arrow 2bad:black_curved_rightwards_and_upwards_arrow " +
	"2bae:black_curved_leftwards_and_downwards_arrow 2baf:black_curved_rightwards_and_downwards_arrow " +
	"2bb0:ribbon_arrow_down_left 2bb1:ribbon_arrow_down_right 2bb2:ribbon_arrow_up_left " +
	"2bb3:ribbon_arrow_up_right 2bb4:ribbon_arrow_left_up 2bb5:ribbon_arrow_right_up " +
	"2bb6:ribbon_arrow_left_down 2bb7:ribbon_arrow_right_down " +
	"2bb8:upwards_white_arrow_from_bar_with_horizontal_bar 2bb9:up_arrowhead_in_a_rectangle_box " +
	"2bba:overlapping_white_squares 2bbb:overlapping_white_and_black_squares " +
	"2bbc:overlapping_black_squares 2bbd:ballot_box_with_light_x 2bbe:circled_x 2bbf:circled_bold_x " +
	"2bc0:black_square_centred 2bc1:black_diamond_centred 2bc2:turned_black_pentagon " +
	"2bc3:horizontal_black_octagon 2bc4:black_octagon 2bc5:black_medium_up-pointing_triangle_centred " +
	"2bc6:black_medium_down-pointing_triangle_centred 2bc7:black_medium_left-pointing_triangle_centred " +
	"2bc8:black_medium_right-pointing_triangle_centred 2bc9:neptune_form_two 2bca:top_half_black_circle " +
	"2bcb:bottom_half_black_circle 2bcc:light_four_pointed_black_cusp " +
	"2bcd:rotated_light_four_pointed_black_cusp 2bce:white_four_pointed_cusp " +
	"2bcf:rotated_white_four_pointed_cusp 2bd0:square_position_indicator 2bd1:uncertainty_sign " +
	"2bd2:group_mark 2bd3:pluto_form_two 2bd4:pluto_form_three 2bd5:pluto_form_four 2bd6:pluto_form_five " +
	"2bd7:transpluto 2bd8:proserpina 2bd9:astraea 2bda:hygiea 2bdb:pholus 2bdc:nessus " +
	"2bdd:white_moon_selena 2bde:black_diamond_on_cross 2bdf:true_light_moon_arta 2be0:cupido 2be1:hades " +
	"2be2:zeus 2be3:kronos 2be4:apollon 2be5:admetos 2be6:vulcanus 2be7:poseidon " +
	"2be8:left_half_black_star 2be9:right_half_black_star 2bea:star_with_left_half_black " +
	"2beb:star_with_right_half_black 2bec:leftwards_two-headed_arrow_with_triangle_arrowheads " +
	"2bed:upwards_two-headed_arrow_with_triangle_arrowheads " +
	"2bee:rightwards_two-headed_arrow_with_triangle_arrowheads " +
	"2bef:downwards_two-headed_arrow_with_triangle_arrowheads 2bf0:eris_form_one 2bf1:eris_form_two " +
	"2bf2:sedna 2bf3:russian_astrological_symbol_vigintile 2bf4:russian_astrological_symbol_novile " +
	"2bf5:russian_astrological_symbol_quintile 2bf6:russian_astrological_symbol_binovile " +
	"2bf7:russian_astrological_symbol_sentagon 2bf8:russian_astrological_symbol_tredecile " +
	"2bf9:equals_sign_with_infinity_below 2bfa:united_symbol 2bfb:separated_symbol 2bfc:doubled_symbol " +
	"2bfd:passed_symbol 2bfe:reversed_right_angle 2bff:hellschreiber_pause_symbol " +
	"3004:japanese_industrial_standard_symbol 3007:ideographic_number_zero 3012:postal_mark " +
	"3013:geta_mark 3020:postal_mark_face 3021:hangzhou_numeral_one 3022:hangzhou_numeral_two " +
	"3023:hangzhou_numeral_three 3024:hangzhou_numeral_four 3025:hangzhou_numeral_five " +
	"3026:hangzhou_numeral_six 3027:hangzhou_numeral_seven 3028:hangzhou_numeral_eight " +
	"3029:hangzhou_numeral_nine 3036:circled_postal_mark " +
	"3037:ideographic_telegraph_line_feed_separator_symbol 3038:hangzhou_numeral_ten " +
	"3039:hangzhou_numeral_twenty 303a:hangzhou_numeral_thirty 303e:ideographic_variation_indicator " +
	"303f:ideographic_half_fill_space";
