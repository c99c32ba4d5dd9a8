"""Writes commands to type next in a shell, for the same pack with the same options."""

import re
import shlex
from collections.abc import Mapping, Sequence

from generator.model.pack import Pack
from generator.play.engine.kinds import is_search
from generator.play.measures.aims import goals_on
from generator.play.measures.results import AS_ITSELF, Provenance, Results
from generator.reading.folder import is_played_by_words
from generator.reading.phrases.plan import columns_of_no_use

FIRST_BUDGET = 100  # number of games of the first search
FURTHER = 4  # factor by which a further search has more games
FURTHER_GAMES = 400
USUAL = ("greedy",)  # the default players, which commands do not name
MOST_NUMBERS = 3  # greatest number of numbers of a piece for which one search is proposed


def command(verb: str, pack: Pack, provenance: Provenance, *more: str) -> str:
    """Return `protoplay VERB PACK …` for the game of a run, with its players, variant and settings.

    Defaults, and options that `more` sets again, are left out. The pack has the name that was
    typed, or its id if the run was not started by a command.
    """
    words = ["protoplay", verb, provenance.named or pack.id, *more]
    if provenance.players != pack.players[0]:
        words += ["--players", str(provenance.players)]
    if pack.variant and pack.variant != pack.variants[0]:
        words += ["--variant", pack.variant]
    for setting in pack.settings():
        if not any(word.startswith(f"{setting.partition('=')[0]}=") for word in more):
            words += ["--set", setting]
    return shlex.join(words)


def asking(verb: str, results: Results, *more: str) -> str:
    """Return a command for the game of a run, with the players of that run."""
    agents = results.main.agents
    if agents != USUAL:
        more = (*more, "--agents", ",".join(agents))
    return command(verb, results.pack, results.provenance, *more)


def asking_alike(verb: str, results: Results, *more: str) -> str:
    """Return a command for a run's game, with its players if they are of one kind and untimed."""
    agents = results.main.agents
    if len(set(agents)) > 1 or re.search(r":\d+ms\b", agents[0]):
        return command(verb, results.pack, results.provenance, *more)
    return asking(verb, results, *more)


def searching(results: Results, *more: str) -> str:
    """Return the search for numbers that meet the goals."""
    return asking_alike("suggest", results, *more)


def replay(
    pack: Pack,
    provenance: Provenance,
    seeds: Mapping[tuple[str, ...], int],
    index: int,
    agents: Sequence[str],
) -> str:
    """Return the command that replays a game of a run; `seeds` is for runs with their own seeds."""
    seed = seeds.get(tuple(agents), provenance.seed)
    which = ["--agents", ",".join(agents), "--seed", str(seed), "--game", str(index)]
    return command("replay", pack, provenance, *which)


def looking_further(results: Results) -> str:
    """Return the first step for an alarm that bots may have caused, which is to try
    stronger bots.
    """
    kinds = [spec.partition(":")[2] for run in results.runs for spec in run.agents]
    budgets = [int(kind.partition(":")[0]) for kind in kinds if kind.partition(":")[0].isdigit()]
    spec = f"mcts:{FURTHER * max(budgets, default=FIRST_BUDGET // FURTHER)}"
    more = ["--agents", spec, "--games", str(FURTHER_GAMES)]
    line = command("simulate", results.pack, results.provenance, *more)
    return f"first ask players that look further ahead: {line}"


def exchanging(results: Results, piece: str) -> str:
    """Return the command that exchanges a piece for others; "" if impossible or just done."""
    if results.exchangeable is not None and piece not in results.exchangeable:
        return ""
    tried = results.effect
    outcomes = tried.outcomes if tried is not None and tried.piece == piece else ()
    # exchanging is useless for a piece that cannot be exchanged
    if any(o.label.startswith(AS_ITSELF) for o in outcomes):
        return ""
    return asking_for(results, piece)


def asking_for(results: Results, piece: str) -> str:
    """Return the command that exchanges this piece alone, which needs fewer games."""
    return asking("simulate", results, "--effect", piece)


def holding_back(results: Results, piece: str) -> str:
    """Return the command that lets one player go without a piece; "" if just done."""
    if any(restricted.what == piece for restricted in results.restricted):
        return ""
    if any(is_search(spec) or ":" in spec for spec in results.main.agents):
        # searching players cannot be restricted, and no restriction is repeated
        return command("simulate", results.pack, results.provenance, "--restrict", piece)
    return asking_alike("simulate", results, "--restrict", piece)


def renumbering(results: Results, piece: str) -> str:
    """Return the command that searches for the number with which a piece meets the pack's goals.

    Without a goal about the piece, the target is a small effect. Without a number there is no
    command.
    """
    pack = results.pack
    part, _, id = piece.partition("/")
    idle = columns_of_no_use(pack) if is_played_by_words(pack) else set()
    rows = [(c, row) for c in pack.components if c.id == part for row in c.rows if row.id == id]
    own = [
        f"{part}.{id}.{column}"
        for component, row in rows
        for column, place in row.places.items()
        if place.file == row.place.file and pack.parameter(f"{part}.{id}.{column}") is not None
        if not component.is_counted_by(column) and column not in idle
    ]
    if not 0 < len(own) <= MOST_NUMBERS:
        return ""
    is_known = sum(row.id == id for c in pack.components for row in c.rows) == 1
    own_goals = goals_on(pack, piece, results.main.tally.measures)
    goals = [f"{goal.measure} {goal.written}" for goal in own_goals]
    goals = goals or [f"{id if is_known else piece} effect ±{pack.worth.effects:g}%"]
    more = [word for goal in goals for word in ("--goal", goal)]
    return searching(results, *more, "--tune", ",".join(own))
