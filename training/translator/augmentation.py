"""Generates a few thousand pairs for the mistakes of a model that is trained on the corpus alone.

Each maker takes a clean pair and a random source and returns generated pairs
`(English, Spanish, direction)`, or none if the pair is not suitable. In total they are less
than one pair in ten: enough to teach the pattern, too few to change the style.
"""
from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Iterable

from shards import BOTH, TO_ENGLISH, TO_SPANISH

Made = tuple[str, str, int]

_EN_NUMBER = re.compile(r"(?<![\w.,:/+-])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w:/]|[.,-]\d)|(?<![\w.,:/+-])\d+(?:\.\d+)?(?![\w:/]|[.,-]\d)")
_ES_NUMBER = re.compile(r"(?<![\w.,:/+-])\d{1,3}(?:[. ]\d{3})+(?:,\d+)?(?![\w:/]|[.,-]\d)|(?<![\w.,:/+-])\d+(?:,\d+)?(?![\w:/]|[.,-]\d)")
_BILLION = re.compile(r"\b(\d[\d.,]*) billion\b")
_MIL_MILLONES = re.compile(r"\b(\d{1,3}(?:[. ]\d{3})*|\d+)(?: (?:mil)|[. ]?000) millones\b")
_MONEY = re.compile(r"\b(EUR|USD|GBP) ?(?=\d)")
_SIGN = {"EUR": "€", "USD": "$", "GBP": "£"}


def english_number(value: float, decimals: int = 0) -> str:
    """2500 -> "2,500", 2.5 -> "2.5"."""
    return f"{value:,.{decimals}f}"


def spanish_number(value: float, decimals: int = 0, separator: str = ".") -> str:
    """2500 -> "2.500" (or "2 500", "2500"), 2.5 -> "2,5"."""
    return f"{value:,.{decimals}f}".replace(",", "\0").replace(".", ",").replace("\0", separator)


def _value(text: str, spanish: bool) -> float:
    return float(re.sub(r"[. ]", "", text).replace(",", ".") if spanish else text.replace(",", ""))


def _swap(text: str, match: re.Match[str], replacement: str) -> str:
    return text[:match.start()] + replacement + text[match.end():]


def money_sign(english: str, rng: random.Random) -> str:
    """Four times in five the sign for the three-letter code: the parliament's "EUR 5" is not general English."""
    return _MONEY.sub(lambda m: _SIGN[m[1]], english) if rng.random() < 0.8 else english


def numbers(english: str, spanish: str, rng: random.Random) -> list[Made]:
    """The one number of both sides replaced by another one, written as each language writes it."""
    en, es = list(_EN_NUMBER.finditer(english)), list(_ES_NUMBER.finditer(spanish))
    if len(en) != 1 or len(es) != 1:
        return []
    value, behind = _value(en[0][0], False), english[en[0].end():]
    # Small counts have grammar around them and years have habits: leave both alone.
    if value != _value(es[0][0], True) or value < 2 or 1000 <= value <= 2100:
        return []
    if re.match(r" ?%", behind):
        decimals, most = rng.choice((1, 1, 2)), 99
    elif re.match(r" [a-z]{3,}s\b", behind) and not behind.startswith(" times"):
        # Only what is counted: "35 cows", not "point 35" or "35 August".
        decimals, most = (0, rng.choice((9_999, 990_000, 990_000, 90_000_000))) if rng.random() < 0.75 else (1, 500)
    else:
        return []
    new = rng.randint(1001, most) if decimals == 0 else rng.randint(21, most * 10 ** decimals) / 10 ** decimals
    made = _swap(english, en[0], english_number(new, decimals))
    return [
        (made, _swap(spanish, es[0], spanish_number(new, decimals)), TO_SPANISH),
        (made, _swap(spanish, es[0], spanish_number(new, decimals, rng.choice((".", ".", " ", "")))), TO_ENGLISH),
    ]


def billions(english: str, spanish: str, rng: random.Random) -> list[Made]:
    """ "2.5 billion" against "2500 millones": the same amount, counted in other units."""
    en, es = list(_BILLION.finditer(english)), list(_MIL_MILLONES.finditer(spanish))
    if len(en) != 1 or len(es) != 1:
        return []
    try:
        if float(en[0][1].rstrip(".,").replace(",", "")) != _value(es[0][1], True):
            return []
    except ValueError:
        return []
    tenths = rng.choice((rng.randint(2, 400) * 10, rng.randint(11, 99), rng.randint(101, 999)))
    whole = tenths % 10 == 0
    millions = tenths * 100
    # Four digits stay together, as is usual before "millones"; more are grouped.
    usual = f"{millions}" if millions < 10_000 else spanish_number(millions)
    forms = [usual, spanish_number(millions), spanish_number(millions, 0, " ")] + ([f"{tenths // 10} mil"] if whole else [])
    made = _swap(english, en[0], f"{english_number(tenths / 10, 0 if whole else 1)} billion")
    return [
        (made, _swap(spanish, es[0], f"{usual} millones"), TO_SPANISH),
        (made, _swap(spanish, es[0], f"{rng.choice(forms)} millones"), TO_ENGLISH),
    ]


_STEMS = "data file user report main index photo draft notes test order page item value total home blog docs news shop".split()


def _name(rng: random.Random) -> str:
    """A name nobody has, so that copying is the only way to get it right."""
    return "".join(rng.choice("bcdfglmnprstvz") + rng.choice("aeiou") for _ in range(rng.randint(2, 4))) + rng.choice(("", "n", "r", "s", "x"))


def untranslatable(rng: random.Random) -> str:
    """An address, a placeholder, a file name, a version: a token that is copied letter by letter."""
    stem, name, number = rng.choice(_STEMS), _name(rng), rng.randint(2, 999)
    return rng.choice((
        f"https://{name}.{rng.choice(('com', 'org', 'es', 'net'))}/{stem}", f"https://www.{name}.org/{stem}?id={number}",
        f"www.{name}.com", f"{stem}@{name}.com", f"{{{stem}}}", f"{{{number % 10}}}", "%s", "%d", f"%({stem})s", f"${{{stem}}}",
        f"{{{{{stem}}}}}", f"<{stem}>", f"{stem}_{name}", f"{stem}.{rng.choice(('txt', 'pdf', 'json', 'py', 'html'))}", f"/{stem}/{name}",
        f"--{stem}", f"@{name}", f"#{name}", f"v{number % 10}.{number % 7}.{number % 5}", f"{name.upper()}-{number}", name.capitalize(),
    ))


_NAME = re.compile(r"(?<=[\w,] )[A-Z][a-z]{2,}\b")


def copies(english: str, spanish: str, rng: random.Random) -> list[Made]:
    """Something to be copied: in place of a name both sides share, in tags around it, or at the end."""
    shared = [w for w in dict.fromkeys(_NAME.findall(english))
              if len(re.findall(rf"\b{w}\b", english)) == 1 == len(re.findall(rf"\b{w}\b", spanish))]
    if shared:
        word = rng.choice(shared)
        tag = rng.choice(("b", "i", "em", "a", "strong", "span"))
        new = f"<{tag}>{word}</{tag}>" if rng.random() < 0.25 else untranslatable(rng)
        return [tuple(re.sub(rf"\b{word}\b", lambda _: new, t) for t in (english, spanish)) + (BOTH,)]  # type: ignore[list-item]
    if rng.random() < 0.3 and english[-1] == "." == spanish[-1]:
        token = untranslatable(rng)
        join = rng.choice((": {}", " ({}).", " {}"))
        cut = slice(None, -1) if join != " {}" else slice(None)
        return [(english[cut] + join.format(token), spanish[cut] + join.format(token), BOTH)]
    return []


def capitals(english: str, spanish: str, rng: random.Random) -> list[Made]:
    """Both sides in capitals."""
    return [(english.upper(), spanish.upper(), BOTH)] if 2 <= english.count(" ") <= 14 else []


def titles(english: str, spanish: str, rng: random.Random) -> list[Made]:
    """An English headline With Capitals against a Spanish one without."""
    if not 2 <= english.count(" ") <= 10 or english[-1] in "?!:" or "." in english[:-1]:
        return []
    small = {"a", "an", "the", "of", "and", "or", "in", "on", "to", "for", "with", "by", "at", "from"}
    words = english.rstrip(".").split(" ")
    titled = " ".join(w if i and w in small else w[:1].upper() + w[1:] for i, w in enumerate(words))
    return [(titled, spanish.rstrip("."), TO_SPANISH)]


def bare(english: str, spanish: str, rng: random.Random) -> list[Made]:
    """A short phrase without its marks, as on a sign or in a search box: "you're welcome" against "de nada"."""
    if english.count(" ") > 4 or spanish.count(" ") > 5 or "." in english[:-1] or "." in spanish[:-1]:
        return []
    if english[-1] == "." and spanish[-1] == ".":
        stripped = english[:-1], spanish[:-1]
    elif english[-1] == "!" and spanish[-1] == "!" and spanish[0] == "¡" and spanish.count("¡") == 1:
        stripped = english[:-1], spanish[1:-1]
    else:
        return []
    if rng.random() < 0.5 and not english.startswith(("I ", "I'")):
        stripped = tuple(side[:1].lower() + side[1:] for side in stripped)
    return [(*stripped, BOTH)]


def without_accents(text: str) -> str:
    """Spanish as typed in haste: no accents, but ñ stays a letter of its own."""
    return "".join(c if c in "ñÑ" else unicodedata.normalize("NFD", c)[0] for c in text)


def hasty_questions(english: str, spanish: str, rng: random.Random) -> list[Made]:
    """A Spanish question in lower case and without its marks against the proper English one."""
    if not (spanish.startswith("¿") and spanish.endswith("?") and english.endswith("?") and spanish.count("¿") == 1):
        return []
    hasty = spanish[1:].lower()
    if rng.random() < 0.5:
        hasty = without_accents(hasty)
    if rng.random() < 0.5:
        hasty = hasty[:-1]
    return [(english, hasty, TO_ENGLISH)]


_TH_CENTURY = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)([- ])century\b", re.I)
_SIGLO = re.compile(r"\b(siglo) ([IVX]+)\b", re.I)
_ROMAN = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI".split()


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number not in (11, 12, 13) else "th"
    return f"{number}{ending}"


def centuries(english: str, spanish: str, rng: random.Random) -> list[Made]:
    """ "12th century" against "siglo XII": the one century of both sides replaced by another one."""
    en, es = list(_TH_CENTURY.finditer(english)), list(_SIGLO.finditer(spanish))
    if len(en) != 1 or len(es) != 1 or not 1 <= int(en[0][1]) <= 21 or es[0][2].upper() != _ROMAN[int(en[0][1]) - 1]:
        return []
    made = []
    for _ in range(3):
        number = rng.randint(3, 20)
        made.append((_swap(english, en[0], f"{_ordinal(number)}{en[0][2]}century"), _swap(spanish, es[0], f"{es[0][1]} {_ROMAN[number - 1]}"), BOTH))
    return made


def code(rng: random.Random) -> str:
    """A telephone, order or room number as people write them: digits whose grouping must stay as it is."""
    def digits(count: int) -> str:
        return "".join(rng.choice("0123456789") for _ in range(count))

    letters = "".join(rng.choice("ABCDEFGHKLMNPRSTUVXZ") for _ in range(rng.randint(1, 3)))
    return rng.choice((
        f"6{digits(2)} {digits(3)} {digits(3)}", f"9{digits(1)} {digits(3)} {digits(2)} {digits(2)}", f"+34 6{digits(2)} {digits(3)} {digits(3)}",
        f"+1 {digits(3)}-{digits(3)}-{digits(4)}", f"({digits(3)}) {digits(3)}-{digits(4)}", f"0{digits(3)} {digits(6)}", f"{digits(3)}-{digits(4)}",
        f"#{digits(5)}", f"#{digits(4)}-{letters}", f"{letters}-{digits(4)}", f"{letters}{digits(6)}", f"{digits(4)}/{digits(2)}", f"{digits(8)}{letters[0]}",
    ))


def codes(english: str, spanish: str, rng: random.Random) -> list[Made]:
    """A number behind a sentence, introduced as people introduce it."""
    if not (english[-1] == "." == spanish[-1]) or english.count(" ") > 14:
        return []
    number = code(rng)
    en, es = rng.choice((
        (f"{english[:-1]}: {number}.", f"{spanish[:-1]}: {number}."), (f"{english} Phone: {number}", f"{spanish} Teléfono: {number}"),
        (f"{english} Call {number}.", f"{spanish} Llame al {number}."), (f"{english} My number is {number}.", f"{spanish} Mi número es el {number}."),
        (f"Order {number}: {english}", f"Pedido {number}: {spanish}"), (f"{english} (ref. {number})", f"{spanish} (ref. {number})"),
    ))
    return [(en, es, BOTH)]


_NEAR = {a: b for row in ("qwertyuiop", "asdfghjkl", "zxcvbnm") for a, b in zip(row, row[1:] + row[-2])}


def misspelt(word: str, rng: random.Random) -> str:
    """One slip of the fingers inside a word: swapped, lost, doubled or neighbouring letters."""
    at = rng.randrange(1, len(word) - 1)
    kind = rng.random()
    if kind < 0.35:
        return word[:at] + word[at + 1] + word[at] + word[at + 2:]
    if kind < 0.65:
        return word[:at] + word[at + 1:]
    if kind < 0.8:
        return word[:at] + word[at] + word[at:]
    return word[:at] + _NEAR.get(word[at], word[at]) + word[at + 1:]


_LETTERS = re.compile(r"[^\W\d_]{4,}")


def with_typos(text: str, rng: random.Random) -> str:
    """A sentence typed in haste: about one longer word in five is misspelt, at least one."""
    words = list(_LETTERS.finditer(text))
    if not words:
        return text
    chosen = [m for m in words if rng.random() < 0.2] or [rng.choice(words)]
    for match in reversed(chosen):
        text = _swap(text, match, misspelt(match[0], rng))
    return text


def typos(english: str, spanish: str, rng: random.Random) -> list[Made]:
    """Misspelt sources with proper translations, each in its own direction; some as chats write them: lower case, no final stop."""
    if not 2 <= english.count(" ") <= 18:
        return []

    def typed(text: str) -> str:
        text = with_typos(text, rng) if rng.random() < 0.75 else text.replace("'", "").replace("¿", "").replace("¡", "")
        return text.lower().rstrip(".") if rng.random() < 0.35 else text

    accents = without_accents(spanish) if rng.random() < 0.4 else spanish
    return [(typed(english), spanish, TO_SPANISH), (english, typed(accents), TO_ENGLISH)]


# How people spell who write as they speak, or quickly on a telephone. Each rule is used or not for a whole sentence.
_SPANISH_BY_EAR = tuple((re.compile(pattern), written) for pattern, written in (
    (r"\bporque\b|\bpor qué\b", "xq"), (r"\btambién\b", "tb"), (r"\bqu[eé]\b", "k"), (r"\bqu(?=[eéií])", "k"), (r"\bhasta\b", "asta"),
    (r"\bh(?=[aeiouáéíóú])", ""), (r"v", "b"), (r"b(?=[aeiouáéíóú])", "v"), (r"ll", "y"), (r"z(?=[aoué])|c(?=[eiéí])", "s"),
    (r"g(?=[eiéí])", "j"), (r"ch", "x"), (r"\bg[uü](?=a)", "w"), (r"ado\b", "ao"), (r"\bestá(?=[sn]?\b)", "ta"), (r"\bpara\b", "pa"),
))
_ENGLISH_BY_EAR = tuple((re.compile(pattern), written) for pattern, written in (
    (r"\byou're\b|\byour\b", "ur"), (r"\byou\b", "u"), (r"\bare\b", "r"), (r"\btoo\b", "to"), (r"\bto\b", "too"), (r"\bthere\b|\bthey're\b", "their"),
    (r"\btheir\b", "there"), (r"\bit's\b", "its"), (r"\btomorrow\b", "tommorow"), (r"\bdefinitely\b", "definately"), (r"\breally\b", "realy"),
    (r"\bgoing to\b", "gonna"), (r"\bwant to\b", "wanna"), (r"\bbecause\b", "cuz"), (r"\bplease\b", "pls"), (r"\bthanks\b|\bthank you\b", "thx"),
    (r"\b(\w{2,}n)'t\b", r"\1t"), (r"\bI\b", "i"), (r"ie(?=[vf])", "ei"), (r"\b(\w{3,})ing\b", r"\1in"), (r"\bwould have\b", "would of"),
    (r"\bthough\b", "tho"), (r"\bthrough\b", "thru"), (r"\bbefore\b", "b4"), (r"\bgreat\b", "gr8"), (r"\btonight\b", "tonite"), (r"\bknow\b", "kno"),
))


def heard(text: str, rules: tuple[tuple[re.Pattern[str], str], ...], rng: random.Random) -> str:
    """A sentence in lower case, written as it sounds."""
    text = text.lower()
    for pattern, written in rules:
        if rng.random() < 0.4:
            text = pattern.sub(written, text)
    return re.sub(r"[¿¡']", "", text).rstrip(".")


def by_ear(english: str, spanish: str, rng: random.Random) -> list[Made]:
    """Sources with the spelling of chats, and proper translations: "ola, k tal" against "Hi, how are you?"."""
    if not 1 <= english.count(" ") <= 16:
        return []
    hasty_english = heard(english, _ENGLISH_BY_EAR, rng)
    hasty_spanish = heard(spanish, _SPANISH_BY_EAR, rng)
    if rng.random() < 0.8:
        hasty_spanish = without_accents(hasty_spanish)
    return [(hasty_english, spanish, TO_SPANISH), (english, hasty_spanish, TO_ENGLISH)]


Maker = Callable[[str, str, random.Random], list[Made]]
# How many pairs each maker may use: the whole is about 150,000 of 2 million.
MAKERS: tuple[tuple[str, Maker, int], ...] = (
    ("billions", billions, 3_000), ("numbers", numbers, 10_000), ("bare", bare, 14_000), ("copies", copies, 14_000),
    ("capitals", capitals, 8_000), ("titles", titles, 7_000), ("questions", hasty_questions, 12_000),
    ("centuries", centuries, 3_000), ("codes", codes, 6_000), ("typos", typos, 40_000),
    ("by-ear", by_ear, 15_000),
)


def augment(pairs: Iterable[tuple[str, str]], seed: int, share: float = 1.0) -> dict[str, list[Made]]:
    """Made pairs by maker, each maker stopping at its quota times `share`; pairs should come in random order."""
    rng = random.Random(seed)
    made: dict[str, list[Made]] = {name: [] for name, _, _ in MAKERS}
    used = dict.fromkeys(made, 0)
    for english, spanish in pairs:
        for name, maker, quota in MAKERS:
            if used[name] < quota * share:
                new = maker(english, spanish, rng)
                if new:
                    used[name] += 1
                    made[name] += new
                    break  # one use of a pair is enough
    return made
