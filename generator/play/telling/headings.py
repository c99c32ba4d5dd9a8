"""What a report is about: its title, the few facts under it, what must be the same to repeat it."""

from dataclasses import replace

from generator.model.pack import Pack
from generator.play.measures.results import (
    Answer,
    Comparison,
    Ladder,
    Provenance,
    Results,
    Suggestion,
    Sweep,
)
from generator.play.telling.findings.finding import is_plain_greedy
from generator.play.telling.numbers import listed
from generator.reading.formulas import left_behind

BY_CLOCK = "bots think by the clock, so the same seed plays other games"
MOST_LEFT = 3  # numbers that stay as a workbook has them, and are named


def title_of(answer: Answer) -> str:
    """What the report is about."""
    if isinstance(answer, Results):
        return f"{answer.pack.name}: playtest report"
    if isinstance(answer, Comparison):
        labels = [label for label, _ in answer.results]
        change = "changes" if len(labels) == 2 else "change"
        return f"{answer.results[0][1].pack.name}: what {listed(labels[1:])} {change}"
    if isinstance(answer, Sweep):
        return f"{answer.results[0].pack.name}: what {answer.name} changes"
    if isinstance(answer, Suggestion):
        return f"{answer.pack.name}: the smallest change that meets the goals"
    what = "each kind of player against each" if answer.duels else "the players' ladder"
    return f"{answer.pack.name}: {what}"


def heading_of(answer: Answer) -> tuple[str, str]:
    """The game, and what was done with it."""
    name, _, what = title_of(answer).partition(": ")
    return name, what[0].upper() + what[1:]


def facts_of(answer: Answer) -> list[tuple[str, str]]:
    """The few facts under the title."""
    if isinstance(answer, Ladder):
        agents = ", ".join(r.spec for r in answer.rungs)
        provenance = answer.provenance
    elif isinstance(answer, Suggestion):
        games = answer.played
        agents = ", ".join(dict.fromkeys((*answer.agents, *(p.agents for p in answer.proofs))))
        provenance = answer.provenance
    else:
        first = _first(answer)
        games, agents, provenance = first.main.metrics.games, first.main.label, first.provenance
    players = f"{provenance.players}"
    if isinstance(answer, Suggestion):
        players = ", ".join(map(str, answer.players))
    said = _games_of(answer) if isinstance(answer, Ladder) else f"{games:,}"
    if isinstance(answer, Comparison | Sweep):
        said += f" for each {'value' if isinstance(answer, Sweep) else 'setting'}"
    facts = [("players", players), ("games", said), ("played by", agents)]
    if provenance.variant:
        facts.append(("variant", provenance.variant))
    clock = "" if provenance.is_repeatable else f" ({BY_CLOCK})"
    facts.append(("seed", f"{provenance.seed}{clock}"))
    if provenance.bots_see_hands:
        facts.append(("bots see", "every hand, for HIDDEN is not set"))
    if not provenance.has_value and any(map(is_plain_greedy, _players_of(answer, agents))):
        facts.append(("greedy goes by", "the score alone, for bots.py has no value (WRITING.md)"))
    left = [str(number) for number in left_behind(pack_of(answer), _moved(answer))]
    if len(left) > MOST_LEFT:
        left[MOST_LEFT:] = [f"{len(left) - MOST_LEFT} more"]
    if left:
        facts.append(("stays as saved", listed(left)))
    return facts


def _players_of(answer: Answer, agents: str) -> list[str]:
    """Every kind of player of an answer, the second kind of a simulation, too."""
    if isinstance(answer, Ladder | Suggestion):
        return agents.split(", ")
    return [spec for run in _first(answer).runs for spec in run.agents]


def _moved(answer: Answer) -> list[str]:
    """The parameters that the answer sets or moves."""
    if isinstance(answer, Suggestion):
        return [*answer.pack.parameters, *(tunable.name for tunable in answer.tunables)]
    packs = [pack_of(answer)]
    if isinstance(answer, Comparison):
        packs = [results.pack for _, results in answer.results]
    return list(dict.fromkeys(name for pack in packs for name in pack.parameters))


def _games_of(ladder: Ladder) -> str:
    """How many games were played, of each pairing, and asked for, where that cannot be shared out.

    Those of the ceiling are of the games asked for too.
    """
    games = ladder.games + (ladder.ceiling.share.n if ladder.ceiling is not None else 0)
    asked = ladder.options.games
    more = "" if games == asked else f", of {asked:,} asked for"
    return f"{games:,}{more} ({ladder.each:,} a pairing)"


def provenance_of(answer: Answer) -> Provenance:
    """What must be the same to have the same numbers."""
    if isinstance(answer, Ladder | Suggestion):
        return answer.provenance
    first = _first(answer).provenance
    if not isinstance(answer, Sweep):
        return first
    beside = {name: value for name, value in first.changed.items() if name != answer.name}
    return replace(first, changed=beside)


def pack_of(answer: Answer) -> Pack:
    """The game that was played; of several settings, the first."""
    return answer.pack if isinstance(answer, Ladder | Suggestion) else _first(answer).pack


def _first(answer: Results | Comparison | Sweep) -> Results:
    if isinstance(answer, Results):
        return answer
    return answer.results[0][1] if isinstance(answer, Comparison) else answer.results[0]
