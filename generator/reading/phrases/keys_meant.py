"""Advice for steps, actions and set-up that are written as a sentence, but have a key in `play:`.

"Choose one action" under `turn:` is no phrase; the step is `choose: [build, trade]`. The advice is
never carried out.
"""

import re
from collections.abc import Sequence

from generator.model.plays import Phrase, Play
from generator.reading.phrases.set_up_meant import Reads, set_up_meant
from generator.reading.phrases.vocabulary import NUMBERS, plain

_GERMAN = {"eine": 1, "einen": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5}
_N = "[0-9]+|any number of|beliebig viele|" + "|".join(["an?", *NUMBERS[1:], *_GERMAN])
_MAY = r"(?P<may>you (?:may|can) |du darfst )?"
_ACTIONS = (
    rf"{_MAY}(?:choose|pick|select|take|do|perform|use|carry out|wähle|mache) "
    rf"(?P<most>up to |bis zu )?(?P<n>{_N})(?: different)?(?: of (?:the|these|your))?"
    r" (?:actions?|aktion(?:en)?)"
)
_CARDS = r" (?:(?P<kind>\w+) )?(?:cards?|karten?)"
_PLAYS = rf"{_MAY}(?:play|spiele?) (?P<most>up to |bis zu )?(?P<n>{_N}){_CARDS}"
_BUYS = (
    rf"{_MAY}(?:buy|purchase|build|acquire|kaufe?|baue?) (?P<most>up to |bis zu )?"
    rf"(?P<n>{_N}){_CARDS}"
)
_CLAIMS = rf"{_MAY}claim (?P<most>up to )?(?P<n>{_N}) (?:\w+ )?(?:cards?|tiles?|nobles?)"
_EFFECTS = (
    r"(?:each|every) turn(?: effects?)?|(?:income|production|upkeep)(?: phase)?|(?:card )?effects"
    r"|(?:carry out|do|use|resolve|activate|trigger|apply)(?: all| the| your| each)* "
    r"(?:each turn |card )?(?:effects|cards)|(?:in )?jede[nmr] zug"
    r"|(?:the |your )*(?:each turn )?effects of (?:the |your |all )*cards.*"
    r"|each turn effects .*|(?:the |your |all )*cards (?:take effect|produce|work|trigger)"
)
_KEEPS = rf"(?:draft|keep|choose|pick|behalte|wähle) (?P<n>{_N}) (?:cards?|karten?)"
_WORKERS = rf"{_MAY}(?:place|send|put|move|setze|sende) (?:{_N}|your) (?:worker|meeple|arbeiter)"
_PRESSES = (
    r"(?:push|press) (?:your|their) luck|press on"
    r"|(?:turn up|reveal|flip|draw) cards until you (?:stop|bust|pass|want to stop)"
)
_ENDS = r"pass|end (?:your|the|of)(?: your)? ?turn|next player|play passes|zug(?:ende| beenden)"
_BY_ITSELF = r"(?:re)?fill|refresh|replenish|shuffle|mische|fülle"
_NOTHING = r"pass|do nothing|nothing|skip|passe"


def key_meant(phrase: Phrase, rest: str, play: Play, kinds: Sequence[str], reads: Reads) -> str:
    """The key that a step, an action or a line of the set-up means; "" if it may be a phrase.

    `rest` is the phrase from its first fault on, which may mean a step of its own. `reads` reads
    amounts of resources.
    """
    text = plain(phrase.text).rstrip(".")
    if phrase.what == "turn":
        advice = _step(text, play, kinds)
        if not advice and (of_rest := _step(plain(rest), play, kinds)):
            advice = f"end the step before it; {of_rest}"
        return advice
    if phrase.what.startswith("the action"):
        return _action(text, play, kinds)
    if phrase.what != "set-up":
        return ""
    texts = (text, plain(rest).rstrip("."))
    return next(filter(None, (_set_up(each, play, reads) for each in texts)), "")


def _step(text: str, play: Play, kinds: Sequence[str]) -> str:
    names = [action.name for action in play.actions] + ["places"] * bool(play.places)
    named = [name for name in names if re.search(rf"(?<!\w){re.escape(plain(name))}(?!\w)", text)]
    if re.fullmatch(_EFFECTS, text):
        return "write the step: each turn effects"
    if found := re.match(_ACTIONS, text):
        if not names:
            return 'name the actions first, such as "actions: {dig: Gain 1 ore}"'
        return _write(f"choose: [{', '.join(named or names)}]", found)
    if found := re.match(_PLAYS, text):
        plays = next((action.name for action in play.actions if action.play), "")
        if plays:
            return _write(f"choose: {plays}", found)
        step, kind = _write("choose: play", found), _kind(found, kinds)
        return f"{step}, and the action: play: {{play: {kind}}}"
    if found := re.match(_BUYS, text):
        buys = next((action.name for action in play.actions if action.buy), "")
        if buys:
            return _write(f"choose: {buys}", found)
        step = _write("choose: buy", found)
        return f"{step}, and the action: buy: {{buy: {_shop(play)}}}"
    if re.match(_WORKERS, text):
        return "write the step: {choose: places}, and name their component: places: …"
    if found := re.match(_KEEPS, text):
        side = "right" if re.search("right|rechts", text) else "left"
        return f"write the step: {{keep: {_number(found['n'])}, pass: {side}}}"
    if re.match(_PRESSES, text):
        return f"write the step: {{press on: {_component(play)}}}"
    if re.match(_ENDS, text):
        return "leave it out: a turn ends after its last step"
    if re.match(_BY_ITSELF, text):
        return "leave it out: rows are refilled and empty decks are shuffled by themselves"
    words = rf"(?:{'|'.join(re.escape(plain(name)) for name in names)})"
    if names and re.fullmatch(rf"{words}(?:(?:,| or|, or| oder) {words})*", text):
        return f"write the step: {{choose: [{', '.join(named)}]}}"
    return ""


def _action(text: str, play: Play, kinds: Sequence[str]) -> str:
    if found := re.match(_PLAYS, text):
        return f"write {{play: {_kind(found, kinds)}}}"
    if re.match(_BUYS, text):
        return f"write {{buy: {_shop(play)}}}"
    if re.match(_CLAIMS, text):
        return f"write {{claim: {_shop(play)}}}"
    if re.match(_WORKERS, text):
        return "name the component with the places instead, places: …, and choose: places"
    if re.fullmatch(_NOTHING, text):
        return 'leave it out, and write "may stop: true" in the step that chooses'
    return ""


def _set_up(text: str, play: Play, reads: Reads) -> str:
    if key := set_up_meant(text, play, reads):
        return key
    if re.match(
        r"(?:deal|draw|give|each player (?:draws|gets|takes)|teile) .*(?:cards?|karten)", text
    ):
        n = re.search("[0-9]+", text)
        return f"write hand: {n[0] if n else 5} under play"
    if re.match(r"(?:lay|reveal|turn up|place|put|lege) .*(?:cards?|karten)", text):
        n = re.search("[0-9]+", text)
        return f"write cards: {{{_component(play)}: {{row: {n[0] if n else 4}}}}} under play"
    if re.match(_BY_ITSELF, text):
        return "leave it out: decks are shuffled by themselves"
    return ""


def _number(text: str) -> int:
    if text.isdecimal():
        return int(text)
    return _GERMAN.get(text) or (NUMBERS.index(text) if text in NUMBERS else 1)


def _write(choose: str, found: re.Match[str]) -> str:
    """The step with this choice, as often as the text says."""
    n, settings = found["n"], ""
    if n in ("any number of", "beliebig viele"):
        settings = ", times: any"
    elif _number(n) > 1:
        settings = f", times: {_number(n)}"
    if (found["may"] or found["most"]) and "any" not in settings:
        settings += ", may stop: true"
    return f"write the step: {{{choose}{settings}}}"


def _kind(found: re.Match[str], kinds: Sequence[str]) -> str:
    return next((kind for kind in kinds if plain(kind) == (found["kind"] or "")), "card")


def _component(play: Play) -> str:
    return play.cards[0].component if play.cards else "cards"


def _shop(play: Play) -> str:
    """The component whose cards lie open, or the first."""
    is_open = (part.component for part in play.cards if part.row or part.is_supply)
    return next(is_open, _component(play))
