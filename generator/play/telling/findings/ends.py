"""Whether games finish: said before anything else, and alone where they mostly do not."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from generator.play.measures.metrics import Metrics
from generator.play.measures.pieces import said_of
from generator.play.measures.ratios import rate_of
from generator.play.measures.results import Results
from generator.play.readings.ends import is_cut_short, is_unfinished, unfinished
from generator.play.statistics.inference import Estimate
from generator.play.telling.commands import looking_further, replay
from generator.play.telling.findings.finding import MAY_BE, Backing, Finding, disputes, opinion, who
from generator.play.telling.numbers import capital, listed, percent, roughly

HARDLY_ANY = 0.95  # who leaves so many undone never sees how the game is ended
STUCK = 0.9  # of the moves: players who do one thing so often do nothing else
APART = 0.2  # two kinds of player that differ by more disagree
ENDS = {
    "cap": "stopped at the limit",
    "stall": "stalled, with nothing happening any more",
}


def cut_said(games: Iterable[tuple[str, Results]]) -> str:
    """How many games of which settings were cut off, and what that makes of their numbers."""
    cut = [(label, unfinished(r.main.metrics)) for label, r in games if is_cut_short(r)]
    if not cut:
        return ""
    told = listed([f"{roughly(share)} {label}" for label, share in cut])
    return f"Games cut off unended count as far as they went: {told}."


def of_problem(ours: Estimate, theirs: Estimate) -> Backing:
    """Whether the second kind of player has the problem too; who has it worse agrees."""
    if 0 < theirs.value >= ours.value - APART:
        return "agree"
    return "disagree" if replace(ours, needed=0).apart_from(replace(theirs, needed=0)) else "open"


def _opinion_of(m: Metrics, ours: Estimate, word: Backing) -> str:
    """What other players show of games that do not finish; who finishes hardly any, nothing."""
    told = f"{roughly(unfinished(m))} of their games"
    if unfinished(m) >= HARDLY_ANY > ours.value:
        return f"{who(m)} cannot be asked: {told} do not finish"
    return opinion(m, word, told)


def of_ends(results: Results) -> Iterator[Finding]:
    """How many games do not finish, and what that makes of everything else."""
    main = results.main.metrics
    share = unfinished(main)
    if share == 0:
        return
    parts = [
        f"{round(main.ends[end].value * main.games):,} {what}"
        for end, what in ENDS.items() if end in main.ends
    ]  # fmt: skip
    n = round(share * main.games)
    many = f"{n:,} of {main.games:,} games" if n < main.games else f"All {main.games:,} games"
    verb = "does not finish" if n == 1 else "do not finish"
    told = " and ".join(parts)
    if len(parts) == 1:  # its number is told already
        what = next(what for end, what in ENDS.items() if end in main.ends)
        told = f"it is {what}" if n == 1 else f"they are {what}"
    if main.games == 1:
        many = "The only game"
    text = f"{many} of {who(main)} {verb}: {told}."
    tally = results.main.tally
    game = next(tally.examples[end][0] for end in ENDS if tally.examples.get(end))
    seen = replay(results.pack, results.provenance, {}, game, results.main.agents)
    others = [run.metrics for run in results.runs[1:]]
    finishing = [m for m in others if not is_unfinished(m)]
    ours = rate_of(n, main.games)
    words = [of_problem(ours, rate_of(round(unfinished(m) * m.games), m.games)) for m in others]
    doubt = "; ".join(_opinion_of(m, ours, word) for m, word in zip(others, words, strict=True))
    if is_unfinished(main):
        text += " So nothing is said here of seats, length, pieces or choices."
        action = f"see what they wait for: {seen}"
        stuck = max(main.kinds, key=lambda kind: kind.share.value, default=None)
        if stuck is not None and stuck.share.value >= STUCK and len(main.kinds) > 1:
            word = f"“{said_of(results.said, stuck.name)}”"
            text += f" They choose {word} in {percent(stuck.share.value)} of their moves."
        if finishing:
            action = f"judge the game by {who(finishing[0])}, or {action}"
            if results.provenance.has_value:
                action = f"look at what value() in bots.py makes them do; {action}"
        yield Finding(text, 100, "look", "ends", doubt=doubt, action=action)
        return
    least = results.pack.worth.ends / 100
    small = share < least
    if small:
        text = f"{text[:-1]}, fewer than the {percent(least, 0)} that are worth a word."
    action = "" if small else f"see why nobody could end it: {seen}"
    if action and any(disputes(w, main, m) for w, m in zip(words, others, strict=True)):
        doubt, action = f"{doubt}; {MAY_BE}", f"{looking_further(results)}; or {action}"
    yield Finding(
        capital(text), 12 if small else 99, "note" if small else "look", "ends", doubt=doubt,
        action=action,
    )  # fmt: skip
