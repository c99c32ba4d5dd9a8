"""The trial of larger supplies, for each supply that runs out and has a parameter of the
same name.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from generator.model.pack import Pack
from generator.play.engine.game import Game
from generator.play.measures.ratios import NEEDED
from generator.play.measures.results import Probe, Progress, SimulateOptions
from generator.play.measures.supplies import SupplyUse, starts_of, supplies_of
from generator.play.runs.runs import loaded, play
from generator.play.studies.trials.trial import Base, Trial

PROBE_GAMES = 500
PROBE_FACTORS = (4 / 3, 2.0)
RUNS_OUT = 0.05  # share of games with an empty supply above which a larger supply is tried


def probes_of(
    pack: Pack, options: SimulateOptions, supplies: Sequence[SupplyUse], progress: Progress
) -> Iterator[Probe]:
    """Play the same seeds with each supply that runs out enlarged by a third, and doubled."""
    n = min(options.games, PROBE_GAMES, max(NEEDED, options.games // len(PROBE_FACTORS)))
    for supply in supplies:
        now = supply.given
        if now is None or supply.name not in pack.parameters:
            continue
        if supply.empty_games.value <= RUNS_OUT:
            continue
        for factor in PROBE_FACTORS:
            given = math.ceil(now * factor - 1e-9)
            larger = reopened(pack, {supply.name: given})
            if larger is None or given <= now:
                continue
            game = loaded(larger, options)
            what = f"trying {given} {supply.name}"
            tally = play(game, options, options.agents, n, what, progress).tally
            supplies_now = supplies_of(tally, starts_of(game))
            same = next(s for s in supplies_now if s.name == supply.name)
            if same.start > supply.start:
                yield Probe(supply.name, given, same.start, same.empty_games, n, same.sufficing)


def reopened(pack: Pack, changed: Mapping[str, object]) -> Pack | None:
    """Return the same folder and variant with other parameters; `None` if the pack refuses them."""
    from generator.reading.door import open_pack

    opened, _ = open_pack(
        str(pack.folder),
        variant=pack.variant or None,
        settings=pack.settings(changed),
        language=pack.language or None,
    )
    return opened


def _prepare(game: Game, options: SimulateOptions) -> Callable[[Base], tuple[Probe, ...]] | None:
    if not options.supplies:
        return None
    return lambda base: tuple(probes_of(base.pack, base.options, base.main.supplies, base.progress))


TRIAL = Trial("probes", _prepare)
