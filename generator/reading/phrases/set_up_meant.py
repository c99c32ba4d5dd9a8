"""Advice for sentences of the set-up that have a key in `play:`: the YAML to write, and where.

"Each player starts with 3 coins" is `coin: {start: 3}` in `resources:`. The advice is never
carried out.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from generator.model.plays import Number, Phrase, Play, Resource
from generator.model.problems import Place, Problems
from generator.reading.phrases.bytecode import parts_of
from generator.reading.phrases.grammar import Grammar
from generator.reading.phrases.sentences import sentences_in
from generator.reading.phrases.vocabulary import plain
from generator.reading.phrases.words import Clause, Gain, Program, Sentence

Amounts = tuple[tuple[int, str], ...]  # numbers of resources
Reads = Callable[[str], Amounts | None]  # a text such as "3 coins and 1 ore" as amounts

_ALL = (
    r"(?:each player|every player|all players|players|everyone|everybody|each|you"
    r"|jede[rm](?: spieler)?|alle(?:n|r)?(?: spielern?)?|(?:à )?chaque joueur|tous les joueurs"
    r"|(?:a )?cada jugador|todos los jugadores)"
)
_BEGINS = (
    r"(?:gains?|gets?|takes?|receives?|has|have|(?:starts?|begins?)(?: the game)? with"
    r"|erhält|erhalten|bekommt|bekommen|nimmt|hat|(?:beginnt|startet|beginnen|starten) mit"
    r"|reçoit|prend|gagne|commence(?:nt)? avec|recibe|toma|gana|(?:empieza|comienza)n? con)"
)
_GIVE = r"(?:give|hand|deal|gib|gebt|donnez|donne|da|dale|reparte)"
_EACH = r"(?:each|per player|for each player|je spieler|pro spieler|par joueur|por jugador)"
_STARTS = (
    rf"(?:{_ALL} )?{_BEGINS} (?P<amounts>.+?)(?: each)?",
    rf"{_GIVE} {_ALL} (?P<amounts>.+)",
    rf"{_GIVE} (?P<amounts>.+) to {_ALL}",
    rf"(?P<amounts>.+) {_EACH}",
)
_ORDINALS = (
    ("second", "2nd", "zweite", "deuxième", "segundo"),
    ("third", "3rd", "dritte", "troisième", "tercer"),
    ("fourth", "4th", "vierte", "quatrième", "cuarto"),
    ("fifth", "5th", "fünfte", "cinquième", "quinto"),
    ("sixth", "6th", "sechste", "sixième", "sexto"),
)
_SEATS = {word: i for i, words in enumerate(_ORDINALS, 2) for word in words}
_LATER = (
    rf"(?:the |der |le |el )?(?P<nth>{'|'.join(_SEATS)}) (?:player|spieler|joueur|jugador) "
    rf"{_BEGINS} (?P<amounts>.+)"
)
_MORE = (
    r"\b(?:an? )?(?:extra|additional(?:ly)?|more|in addition|zusätzlich|de plus|más|adicional) ?"
)
_FIRST = (
    r".*\b(?:starts|goes first|begins|is (?:the )?(?:first|start(?:ing)?) player)"
    r"|(?:choose|pick|determine|draw lots for) (?:a|the) (?:first|start(?:ing)?) player.*"
)

_LEAVE_OUT = "and leave this sentence out"


def set_up_meant(text: str, play: Play, reads: Reads) -> str:
    """The key that a sentence of the set-up means; "" if it means none that is known."""
    text = plain(text).rstrip(".")
    without_more = " ".join(re.sub(_MORE, "", text).split())
    if found := re.fullmatch(_LATER, without_more):
        if amounts := reads(found["amounts"]):
            return _extra(play, _SEATS[found["nth"]], amounts)
        return ""
    for pattern in _STARTS:
        found = re.fullmatch(pattern, text)
        if found and (amounts := reads(found["amounts"])):
            return start_of(play, amounts)
    if re.fullmatch(_FIRST, text):
        return "leave it out: the rule sheet tells players to choose a first player"
    return ""


def start_of(play: Play, amounts: Amounts) -> str:
    """The YAML that gives every player these amounts at the start, and its place."""
    known = {each.name: each for each in play.resources}
    starts = dict[str, Number]()
    for n, name in amounts:
        before = starts.get(name, known[name].start if name in known else 0)
        starts[name] = n + before if isinstance(before, int) else n
    entries = {name: _entry(known.get(name), name, n) for name, n in starts.items()}
    if len({each.place for each in play.resources}) < len(play.resources):  # a list of names
        all_of_them = {each.name: _entry(each, each.name, each.start) for each in play.resources}
        written = f"resources: {{{', '.join((all_of_them | entries).values())}}}"
        return f"write {written} at {play.resources[0].place}, {_LEAVE_OUT}"
    places = {
        name: f"at {known[name].place}" if name in known else f"in resources: of {play.place}"
        for name in entries
    }
    written = " and ".join(f"{entry} {places[name]}" for name, entry in entries.items())
    return f"write {written}, {_LEAVE_OUT}"


def _entry(each: Resource | None, name: str, start: Number) -> str:
    """A resource as it is written under `resources:`, with this start."""
    each = each or Resource(name, Place(""))
    keys = {
        "start": start or "",
        "bank": "" if each.bank is None else each.bank,
        "until": each.until,
        "held": "true" if each.is_held else "",
        "saves": each.saves,
        "wild": "true" if each.is_wild else "",
        "icon": each.icon,
    }
    return (
        f"{name}: {{{', '.join(f'{key}: {value}' for key, value in keys.items() if value != '')}}}"
    )


def _extra(play: Play, seat: int, amounts: Amounts) -> str:
    """The YAML that gives a later player these amounts in addition."""
    extra = {player: phrase.text for player, phrase in play.extra.items()}
    extra[seat] = " and ".join(f"{n} {name}" for n, name in amounts)
    entries = ", ".join(f"{player}: {text}" for player, text in sorted(extra.items()))
    return f"write extra: {{{entries}}} in play: at {play.place}, {_LEAVE_OUT}"


def report_each_player(
    read: Iterable[tuple[Phrase, Program]], play: Play, grammar: Grammar, problems: Problems
) -> None:
    """Report "each player" in the set-up, where every player carries out each sentence anyway."""
    for phrase, program in read:
        if not any(phrase is each for each in play.set_up):
            continue
        for (at, _), sentence in zip(sentences_in(phrase.text), program, strict=False):
            parts: list[Any] = parts_of(sentence.clause)
            clause = next((each for each in parts if _who(each) == "each player"), None)
            if clause is None:
                continue
            words, own = (
                grammar.canonical((Sentence("", each),)).rstrip(".")
                for each in (clause, replace(clause, who="you"))
            )
            text = f'{phrase.what}, column {at + 1}: every player carries out "{words}", so it '
            text += "would be done once for each player"
            fix = f'write "{own}"'
            if isinstance(clause, Gain) and not clause.loses and clause.per is None:
                fix = start_of(play, ((clause.n, clause.res),))
            problems.error(phrase.place, text, fix)


def _who(clause: Clause) -> str:
    return str(getattr(clause, "who", ""))
