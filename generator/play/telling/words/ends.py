"""Sentences of reports about games that do not finish, and about odd rules."""

import re
from collections.abc import Iterable, Mapping, Sequence

from generator.model.letters import capital
from generator.model.pack import Pack
from generator.play.measures.metrics import Metrics
from generator.play.measures.pieces import said_of
from generator.play.measures.results import Results
from generator.play.readings.ends import (
    EndsOpinion,
    EndsReading,
    HoleReading,
    is_cut_short,
    is_doubted,
    unfinished,
)
from generator.play.readings.tiles import Soundness
from generator.play.statistics.inference import Estimate
from generator.play.telling.commands import looking_further, replay
from generator.play.telling.numbers import limits, listed, percent, roughly
from generator.play.telling.words.common import (
    MAY_BE,
    TileWords,
    Words,
    opinion_head,
    players_of,
)
from generator.reading.folder import is_played_by_words

QUESTION = "Does it break?"
OPEN = "whether it breaks"  # clause after "too early to say"
HOW = {"cap": "reached the limit of decisions", "stall": "stalled, with nothing happening any more"}
ENDED = {
    "win": "won by somebody",
    "draw": "drawn",
    "stall": "stalled, nothing happened any more",
    "cap": "never ended and were stopped",
    "over": "ended",
}
ENDLESS = {"cap": "never end", "stall": "stall"}
NOT_JUDGED = TileWords("Not judged", "Nothing can be said while the games do not end")
HOLE_ACTIONS = {
    "never offered": "check whether the set-up uses it or the rules never reach it",
    "loop": "players can go round for ever: add a rule that ends it",
}
HOLE_NOTES = {
    "variant": "; it may belong to another variant",
    "set-up": "; the set-up may place it",
}


def ends(reading: EndsReading, results: Results) -> Words:
    """Return the finding about games that do not finish."""
    n, players = reading.n, players_of(reading.agents)
    many = f"{n:,} of {reading.games:,} games" if n < reading.games else f"All {n:,} games"
    many = "The only game" if reading.games == 1 else many
    ways = [(count, HOW[end]) for end, count in reading.counts]
    text = f"{many} of {players} did not finish: "
    text += listed([f"{count:,} {how}" for count, how in ways])
    if len(ways) == 1:
        text = f"{many} of {players} {ways[0][1]}"
    watch = replay(results.pack, results.provenance, {}, reading.example, results.main.agents)
    doubt = "; ".join(_opinion(opinion) for opinion in reading.opinions)
    if reading.state == "small":
        text += f"; fewer than {percent(reading.least, 0)} need no attention."
        return Words(capital(text), doubt=doubt)
    action = f"watch one of these games: {watch}"
    if reading.state == "felt":
        if is_doubted(reading, results.main.metrics):
            doubt, action = f"{doubt}; {MAY_BE}", f"{looking_further(results)}; or {action}"
        return Words(f"{capital(text)}.", action, doubt)
    text += ". So this report says nothing about seats, length, pieces or choices."
    if reading.stuck is not None:
        move = said_of(results.said, reading.stuck.name)
        text += f" These players choose “{move}” in {percent(reading.stuck.share.value)} of their "
        text += "moves."
    if reading.finishing:
        action = f"judge the game by {players_of(reading.finishing)}, or {action}"
        if is_played_by_words(results.pack):
            action = f"{_sure_end(results.pack)}{action}"
        elif results.provenance.has_value:
            action = f"check what value() in bots.py makes these players do; {action}"
    return Words(capital(text), action, doubt)


def _sure_end(pack: Pack) -> str:
    """Advice for a game of words in which no end is sure to come; "" for any other."""
    ends = pack.play.ends if pack.play else ()
    if any(re.match(r"after\b", end.text, re.IGNORECASE) for end in ends):
        return ""
    return (
        "players gain more by going on than by ending the game: add a line such as “after 30 "
        "rounds” to end: in game.yaml, or give points to the player who ends it; "
    )


def _opinion(opinion: EndsOpinion) -> str:
    """Return the result of other players about games that do not finish."""
    share = roughly(opinion.share)
    if not opinion.is_asked:
        players = players_of(opinion.agents)
        return f"{players} leave {share} of their games unfinished, so they cannot confirm this"
    return f"{opinion_head(opinion.agents, opinion.backing)}: {share} of their games"


def cut_off(games: Iterable[tuple[str, Results]]) -> str:
    """Return the share of unfinished games for each setting, and the consequence for the
    numbers.
    """
    cut = [
        f"{roughly(unfinished(results.main.metrics))} {label}"
        for label, results in games
        if is_cut_short(results)
    ]
    if not cut:
        return ""
    return f"Games that did not finish count up to where they stopped: {listed(cut)}."


def unfinished_verdict(main: Metrics) -> str:
    """Return the verdict if so few games finish that nothing else is judged."""
    share = unfinished(main)
    games = (
        "No game finishes" if share == 1 else f"{capital(roughly(share))} of the games never end"
    )
    return f"{games} with these players: nothing else can be judged from them."


def sound_tile(reading: Soundness, results: Results) -> TileWords:
    """Return the tile on whether the game breaks."""
    games = results.main.metrics.games
    if reading.end is not None:
        return _ends_tile(*reading.end, games, is_small=reading.state == "note")
    if reading.holes:
        return _holes_tile([hole(h, results).text for h in reading.holes])
    finished = f"All {games:,} games finished normally"
    finished = "The only game finished normally" if games == 1 else finished
    if reading.state == "open":
        most = percent(reading.most, 0)
        return TileWords("Nothing so far", f"{finished}; up to {most} might not", OPEN)
    if reading.run_out:
        out = listed([measure.words for measure in reading.run_out])
        return TileWords("All games end", f"{finished}, but {out}")
    return TileWords("No problems found", finished, "sound")


def _ends_tile(end: str, e: Estimate, games: int, *, is_small: bool) -> TileWords:
    """Return the tile about games that do not finish."""
    answer = "No game finishes" if e.value == 1 else f"{capital(roughly(e.value))} {ENDLESS[end]}"
    detail = f"Between {limits(e, digits=0)} of the games".replace(" to ", " and ")
    detail += f", as {games:,} games show" if e.value < 1 else ""
    clause = "nearly sound" if is_small else f"{roughly(e.value)} of the games {ENDLESS[end]}"
    return TileWords(answer, detail, clause)


def _holes_tile(texts: Sequence[str]) -> TileWords:
    """Return the tile about odd rules; `texts` are the sentences that describe them."""
    n, detail = len(texts), texts[0].rstrip(".")
    clause = f"{detail[0].lower()}{detail[1:]}{f' (and {n - 1} more)' if n > 1 else ''}"
    return TileWords("One problem" if n == 1 else f"{n} problems", detail, clause)


def hole(reading: HoleReading, results: Results) -> Words:
    """Return the finding about a defect of the rules or the pieces."""
    hole = reading.hole
    if reading.state != "check":
        text = f"{capital(hole.text)}{HOLE_NOTES.get(reading.state, '')}."
        return Words(text, HOLE_ACTIONS.get(reading.state, ""))
    share = reading.main_share or 0.0
    text = f"{'In' if share else 'Only in'} the check by {players_of(reading.agents)}: {hole.text}"
    if hole.kind in ("cap", "stall", "tie storm"):
        many = roughly(share) if share else "none"
        text += f"; with {players_of(reading.main_agents)} {many} did"
    return Words(f"{text}.")


def ends_said(m: Metrics, said: Mapping[str, str]) -> dict[str, Estimate]:
    """Return the reasons for the ends of games by the rules' names, or in plain words for ends
    without a name.
    """
    return {ENDED.get(name, said_of(said, name)): e for name, e in m.named_ends().items()}


def ends_title(ends: Mapping[str, Estimate]) -> str:
    """Return the title with the most frequent end."""
    name, e = next(iter(ends.items()))
    share = "All" if e.value == 1 else capital(roughly(e.value)) + " of the"
    return (
        f"{share} games end by: {name}" if name not in ENDED.values() else f"{share} games {name}"
    )
