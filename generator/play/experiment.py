"""Experiments: a pack and options in, measured results out.

`simulate` plays one game as it is; `compare` and `sweep` play it under several settings on the
same seeds; `ladder` plays its players against each other. Games stream through in order of their
numbers, so memory does not grow with their number and the workers do not show in the results.
Mistakes of the caller are `ValueError`s told in one line.
"""

import difflib
import math
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from generator import __version__
from generator.atomic import whole_lines
from generator.pack import Component, Pack, Row
from generator.play.engine.agents import agent_of
from generator.play.engine.game import FaultyRules, Game, load_game
from generator.play.engine.kernel import CHANCE_STREAM, below, stream
from generator.play.engine.loop import Collect, GameBatch, joined
from generator.play.measure import stats
from generator.play.measure.defects import find_holes
from generator.play.measure.insight import (
    CHEAP,
    LUCK_REPEATS,
    LUCK_SEEDS,
    cost_of,
    look_again,
    luck_of,
    spaces_used,
)
from generator.play.measure.metrics import (
    NEEDED,
    Metrics,
    SpaceUse,
    SupplyStart,
    closeness,
    measure,
    spaces_of,
    supplies_of,
)
from generator.play.measure.results import (
    Comparison,
    Curve,
    Difference,
    Effect,
    Ladder,
    Outcome,
    Probe,
    Progress,
    Provenance,
    Restricted,
    Results,
    Run,
    Rung,
    SimulateOptions,
    Step,
    Sweep,
)
from generator.play.measure.stats import Estimate
from generator.play.measure.tally import Blocks, Tally
from generator.play.records import line_of, readable, records_of
from generator.play.runners import batches

Floats = NDArray[np.float64]
Goal = Callable[[Tally | None], int]  # how many games to play, told before and after the first

SECOND_GAMES = 400
FIRST_GAMES = 8  # from which the cost of a run is judged
MAPPED_GAMES = 400  # whose moves are put on the map
PROBE_GAMES = 500
OPENING = 300  # decisions in which a supply of each seat's own shows that it is, at most
PROBE_FACTORS = (4 / 3, 2.0)
RUNS_OUT = 0.05  # a supply that is empty in more games than this is tried larger
REWARD_NAMES = {"win": "win", "rank": "rank", "difference": "diff"}
STRAIGHT = 0.1  # a curve that bends less than this share of its range has no knee


def _quiet(what: str, done: int, total: int) -> None:
    """Progress that nobody watches."""


# ---------------------------------------------------------------- simulate


def simulate(pack: Pack, options: SimulateOptions, progress: Progress | None = None) -> Results:
    """Play the pack and measure it, with a second kind of player beside the one asked for."""
    tell = progress or _quiet
    options = replace(options, agents=_aimed(options.agents, options.reward))
    game = _loaded(pack, options)
    changing = _to_change(game, options.effect) if options.effect else None  # mistakes come first
    denied = _to_deny(game, options) if options.restrict else []
    played = _play(game, options, options.agents, options.games, "playing", tell, main=True)
    main = _measured(game, options, options.agents, played, tell)
    runs = [main]
    kept = [joined(list(played.first))] if played.first else []
    for agents in _second(options):
        goal = options.second_games or _affordable(options, agents, _cost(main))
        other = _play(game, options, agents, goal, f"playing as {agents[0]}", tell, main=False)
        run = _measured(game, options, agents, other, tell, is_main=False)
        runs.append(replace(run, is_main=False))
        kept += [joined(list(other.first))] if other.first else []
    probes = tuple(_probes(pack, options, main.metrics, tell)) if options.supplies else ()
    effect = _effect(game, changing, options, tell) if changing else None
    restricted = tuple(_restricted(game, denied, options, tell))
    tallies = [(run.agents, run.tally) for run in runs]
    holes = tuple(find_holes(game, tallies, options.rotate, kept))
    return Results(
        pack=pack,
        options=options,
        provenance=_provenance(game, options),
        runs=tuple(runs),
        probes=probes,
        effect=effect,
        holes=holes,
        reached=played.reached,
        restricted=restricted,
        board=game.board,
    )


def _loaded(pack: Pack, options: SimulateOptions) -> Game:
    low, high = pack.players
    players = options.players or low
    if not low <= players <= high:
        raise ValueError(f"{pack.name} is for {low} to {high} players, not {players}")
    if options.games < 1:
        raise ValueError(f"at least one game must be played, not {options.games}")
    if len(options.agents) not in (1, players):
        text = f"{len(options.agents)} agents for {players} players: name one, or one per player"
        raise ValueError(text)
    return load_game(pack, players, plain=options.plain)


def _aimed(agents: Sequence[str], reward: str) -> tuple[str, ...]:
    """Searching agents told what to maximise, unless their spec says so itself."""
    name = REWARD_NAMES.get(reward)
    if name is None:
        raise ValueError(f"unknown reward {reward!r}; known: {', '.join(REWARD_NAMES)}")
    if name == "win":
        return tuple(agents)
    return tuple(
        f"{spec}:reward={name}" if _is_search(spec) and "reward=" not in spec else spec
        for spec in agents
    )


def _second(options: SimulateOptions) -> list[tuple[str, ...]]:
    """The second kind of player; none where several kinds play anyway and nobody asked."""
    kinds = set(options.agents)
    if options.second is None:
        return []
    if options.second != "auto":
        return [(options.second,)]
    if len(kinds) > 1:
        return []
    return [("random",)] if kinds == {"greedy"} else [("greedy",)]


def _cost(run: Run) -> float:
    """About what a run cost, in legal moves listed."""
    m = run.metrics
    each = [cost_of(spec, m.decisions.mean.value, m.branching.value) for spec in run.agents]
    return m.games * sum(each) / len(each)


def _affordable(options: SimulateOptions, agents: Sequence[str], cost: float) -> Goal:
    """Games of the second kind of player that cost no more than the main run, but enough."""
    most = min(options.games, SECOND_GAMES)

    def goal(tally: Tally | None) -> int:
        if tally is None:  # from these it is judged
            return min(most, FIRST_GAMES)
        decisions, width = (float(tally.sums(name)[0]) for name in ("decisions", "branching"))
        each = cost_of(agents[0], decisions / tally.games, width / max(1.0, decisions))
        return max(min(most, NEEDED), min(most, int(max(CHEAP, cost) / max(1.0, each))))

    return goal


def _chunk(games: int) -> int:
    """Games per task: a power of two, about a 64th of the run, the same for any workers."""
    return int(min(2048, max(2, 2 ** round(math.log2(max(1, games / 64))))))


@dataclass(frozen=True, slots=True)
class _Played:
    """A run's tally, its first games with their moves, and whether it was precise enough."""

    tally: Tally
    first: tuple[GameBatch, ...]
    reached: bool


def _play(
    game: Game,
    options: SimulateOptions,
    agents: Sequence[str],
    games: int | Goal,
    what: str,
    tell: Progress,
    *,
    main: bool,
) -> _Played:
    """Play games 0 to n − 1 of the seed, and on until the precision asked for is reached.

    `games` may be a goal that the first games decide.
    """
    from generator.play.store import RowWriter

    precision = options.precision if main else None
    tally: Tally | None = None
    kept: list[GameBatch] = []
    done, goal = 0, games if isinstance(games, int) else games(None)
    mapped = MAPPED_GAMES if game.spaces and options.insight else 0
    with ExitStack() as open_files:
        take: list[Callable[[GameBatch], None]] = []
        if main and options.records:
            write = open_files.enter_context(whole_lines(options.records))
            plain = readable(game)
            take.append(lambda batch: write(map(line_of, records_of(plain, batch))))
        if main and options.rows:
            writer = RowWriter(options.rows, _provenance(game, options), tuple(agents))
            take.append(open_files.enter_context(writer).add)
        while True:
            for batch in _batches(game, options, agents, done, goal - done, "moves"):
                tally = tally or Tally.of(batch, game.pack.turns_target)
                tally.add(batch)
                for each in take:
                    each(batch)
                if done < max(options.insight, mapped):
                    kept.append(batch)
                done += len(batch)
                tell(what, done, goal)
            assert tally is not None, "no games were played"
            if precision is None:
                goal = done if isinstance(games, int) else games(tally)
                if goal <= done:
                    return _Played(tally, tuple(kept), True)
                continue
            wanted = _still_needed(tally, precision)
            if wanted <= done or done >= options.most_games:
                return _Played(tally, tuple(kept), wanted <= done)
            goal = min(options.most_games, max(wanted, done + options.games))


def _still_needed(tally: Tally, precision: float) -> int:
    """How many games would bring every headline interval to ± precision, judged from now."""
    worst = max((e.half for e in measure(tally).headline().values()), default=0.0)
    if worst <= precision:
        return tally.games
    return math.ceil(tally.games * min(4.0, (worst / precision) ** 2 * 1.02))


def _batches(
    game: Game,
    options: SimulateOptions,
    agents: Sequence[str],
    first: int,
    n: int,
    collect: Collect,
) -> Iterator[GameBatch]:
    return batches(
        game,
        agents,
        options.seed,
        first,
        n,
        size=_chunk(n),
        rotate=options.rotate,
        collect=collect,
        workers=options.workers,
        cluster=options.cluster,
    )


def _measured(
    game: Game,
    options: SimulateOptions,
    agents: Sequence[str],
    played: _Played,
    tell: Progress,
    *,
    is_main: bool = True,
) -> Run:
    tally = played.tally
    first = measure(tally, _start_of_supplies(game))
    run = Run(", ".join(agents), tuple(agents), first, tally)
    insight, event, luck = None, None, None
    if options.insight and game.seats > 1:
        insight, event = look_again(
            game,
            joined(list(played.first)),
            min(options.insight if is_main else options.insight // 2, tally.games),
            playouts=options.playouts,
            budget=max(CHEAP, _cost(run) / 2) if is_main else CHEAP / 3,
            workers=options.workers,
            progress=lambda done, total: tell("looking again", done, total),
        )
        if is_main and len(set(agents)) == 1 and not _is_search(agents[0]):
            luck = luck_of(
                game,
                agents[0],
                options.seed,
                min(LUCK_SEEDS, tally.games // (4 * LUCK_REPEATS)),
                workers=options.workers,
                progress=lambda done, total: tell("measuring luck", done, total),
            )
    spaces: tuple[SpaceUse, ...] = ()
    if options.insight and game.spaces and is_main:
        uses = spaces_used(game, joined(list(played.first)), options.workers)
        spaces = spaces_of(game.spaces, uses)
    metrics = replace(
        run.metrics,
        insight=insight,
        luck=luck,
        scoring_event=event,
        close=closeness(tally, event),
        spaces=spaces,
    )
    return replace(run, metrics=metrics)


def _is_search(spec: str) -> bool:
    return spec.partition(":")[0] in ("mcts", "flat")


def _start_of_supplies(game: Game) -> tuple[SupplyStart, ...]:
    """How each supply begins, from the first decisions of a random game."""
    return game.once("supplies", lambda: _watched_supplies(game))  # type: ignore[no-any-return]


def _watched_supplies(game: Game) -> tuple[SupplyStart, ...]:
    if not game.supplies:
        return ()
    plain = readable(game)
    assert plain.stock is not None
    tables, state, chance = plain.tables, plain.fresh()[0], stream(0, 0, CHANCE_STREAM)
    out = np.zeros(plain.widest, np.int32)
    levels = np.zeros((game.seats, len(game.supplies)), np.int32)
    plain.deal(tables, state, chance)
    plain.stock(tables, state, levels)
    most, differs = levels.max(axis=0), np.zeros(len(game.supplies), np.bool_)
    for _ in range(OPENING):
        if differs.all() or int(plain.turn(tables, state)) < 0:
            break
        n = int(plain.moves(tables, state, out))
        plain.play(tables, state, np.int64(out[below(chance, n)]), chance)
        plain.stock(tables, state, levels)
        differs |= (levels != levels[0]).any(axis=0)
    return tuple(map(SupplyStart, most.tolist(), differs.tolist()))


def _provenance(game: Game, options: SimulateOptions) -> Provenance:
    pack = game.pack
    changed = {n: str(p.value) for n, p in sorted(pack.parameters.items()) if p.value != p.default}
    from importlib.metadata import version

    return Provenance(
        protoplay=__version__,
        pack=pack.id,
        digest=game.digest,
        variant=pack.variant,
        players=game.seats,
        seed=options.seed,
        changed=changed,
        versions={
            "python": platform.python_version(),
            "numpy": np.__version__,
            "numba": version("numba"),
        },
        command=options.command,
    )


# ---------------------------------------------------------------- larger supplies


def _probes(
    pack: Pack, options: SimulateOptions, metrics: Metrics, tell: Progress
) -> Iterator[Probe]:
    """Try each supply that runs out, and is a parameter of the same name, larger."""
    for supply in metrics.supplies:
        parameter = pack.parameters.get(supply.name)
        if parameter is None or supply.empty_games.value <= RUNS_OUT:
            continue
        n = min(options.games, PROBE_GAMES, max(NEEDED, options.games // len(PROBE_FACTORS)))
        for factor in PROBE_FACTORS:
            size = math.ceil(supply.start * factor - 1e-9)
            larger = reopened(pack, {supply.name: size})
            if larger is None or size <= supply.start:
                continue
            game = _loaded(larger, options)
            what = f"trying {size} {supply.name}"
            tally = _play(game, options, options.agents, n, what, tell, main=False).tally
            found = supplies_of(tally, _start_of_supplies(game))
            same = next(s for s in found if s.name == supply.name)
            yield Probe(supply.name, size, same.empty_games, n, same.sufficing)


def reopened(pack: Pack, changed: Mapping[str, object]) -> Pack | None:
    """The same folder and variant with other parameters; `None` where the pack refuses them."""
    from generator.reading.door import open_pack

    values = {n: p.value for n, p in pack.parameters.items() if p.value != p.default}
    settings = tuple(f"{n}={_setting(v)}" for n, v in {**values, **changed}.items())
    found, _ = open_pack(
        str(pack.folder),
        variant=pack.variant or None,
        settings=settings,
        language=pack.language or None,
    )
    return found


def _setting(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# ---------------------------------------------------------------- the effect of a piece


def find_piece(pack: Pack, wanted: str, counted: Sequence[str] = ()) -> tuple[Component, Row]:
    """The piece of that name or id ("river bird", "river-bird", "tourists/river-bird").

    Of several so called the one that the rules count is meant. Raises `ValueError` for an unknown
    or ambiguous one, with the nearest names.
    """
    text = wanted.strip().casefold()
    every = [(c, r) for c in pack.components for r in c.rows]
    names = [(f"{c.id}/{r.id}".casefold(), r.id.casefold(), r.name.casefold()) for c, r in every]
    found = [piece for piece, known in zip(every, names, strict=True) if text in known]
    found = [(c, r) for c, r in found if f"{c.id}/{r.id}" in counted] or found
    if len(found) == 1:
        return found[0]
    if found:
        which = ", ".join(f"{c.id}/{r.id}" for c, r in found)
        raise ValueError(f"{wanted!r} is several pieces: {which}; name one of them in full")
    near = difflib.get_close_matches(text, sorted({n for known in names for n in known}), 3, 0.5)
    hint = f"; did you mean {', '.join(map(repr, near))}?" if near else ""
    raise ValueError(f"no piece {wanted!r} in {pack.name}{hint}")


def changed_piece(pack: Pack, component: Component, row: Row, new: Row) -> Pack:
    """The pack with one row replaced, everything else as it was."""
    rows = tuple(new if r is row else r for r in component.rows)
    parts = tuple(replace(c, rows=rows) if c is component else c for c in pack.components)
    digest = f"{pack.digest}+{component.id}/{new.id}:{new.count}:{sorted(new.fields.items())}"
    return replace(pack, components=parts, digest=digest)


def _changes(component: Component, row: Row, field: str) -> Iterator[tuple[str, Row]]:
    """Without it, one more of it, and each number on it one up and one down.

    A number is a field that holds a number in every row of the component and differs somewhere,
    or the one field that was named.
    """
    yield "without it", replace(row, count=0)
    yield f"{row.count + 1} instead of {row.count}", replace(row, count=row.count + 1)
    for name, value in row.fields.items():
        if not _is_number(value) or (field and name != field):
            continue
        column = [r.fields.get(name) for r in component.rows]
        if not field and (not all(map(_is_number, column)) or len(set(column)) < 2):
            continue
        assert isinstance(value, int | float)
        for step in (1, -1):
            fields = {**row.fields, name: value + step}
            yield f"{name} {value + step} instead of {value}", replace(row, fields=fields)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class _Change:
    """The piece whose effect is asked for, and the one of its numbers that was named."""

    component: Component
    row: Row
    field: str

    @property
    def piece(self) -> str:
        return f"{self.component.id}/{self.row.id}"


def _to_change(game: Game, effect: str) -> _Change:
    """The piece meant by `--effect`, alone or with one of its numbers: "river bird:points"."""
    wanted, _, field = effect.partition(":")
    component, row = find_piece(game.pack, wanted, game.pieces)
    found = _Change(component, row, field)
    if found.piece not in game.pieces:
        raise ValueError(f"the rules of {game.pack.name} do not say when {found.piece} is used")
    if field and not _is_number(row.fields.get(field)):
        numbers = sorted(n for n, v in row.fields.items() if _is_number(v)) or ["none"]
        raise ValueError(
            f"{found.piece} has no number {field!r}; its numbers: {', '.join(numbers)}"
        )
    return found


def _effect(base: Game, change: _Change, options: SimulateOptions, tell: Progress) -> Effect:
    """Play the same seeds with one piece changed, in step with the game as it is."""
    component, row, field, piece = change.component, change.row, change.field, change.piece
    outcomes = []
    for label, new in _changes(component, row, field):
        try:
            other = load_game(
                changed_piece(base.pack, component, row, new), base.seats, plain=base.plain
            )
            outcome = _outcome(base, other, piece, label, options, tell)
        except (FaultyRules, AssertionError) as fault:
            reason = str(fault).splitlines()[0] if str(fault) else type(fault).__name__
            nothing = stats.NOTHING
            outcome = Outcome(label, nothing, 0, 0, 1.0, nothing, nothing, (), reason)
        outcomes.append(outcome)
    return Effect(piece, row.name, options.games, options.agents, tuple(outcomes))


def _outcome(
    base: Game, other: Game, piece: str, label: str, options: SimulateOptions, tell: Progress
) -> Outcome:
    n, p, seats = options.games, base.pieces.index(piece), base.seats
    here = replace(options, cluster=None)  # a changed piece is not in any worker's folder
    blocks = Blocks()
    gained = lost = done = 0
    pairs = zip(
        _batches(base, here, options.agents, 0, n, "basic"),
        _batches(other, here, options.agents, 0, n, "basic"),
        strict=True,
    )
    for before, after in pairs:
        used = before.piece_used[:, :, p] > 0
        change = _shares(after) - _shares(before)
        sole = [b.winners & (b.winners.sum(axis=1, keepdims=True) == 1) for b in (before, after)]
        gained += int((used & sole[1] & ~sole[0]).sum())
        lost += int((used & sole[0] & ~sole[1]).sum())
        turns = after.turns.astype(np.float64) - before.turns
        score = after.scores.mean(axis=1) - before.scores.mean(axis=1)
        parts = [(change * used).sum(axis=1), used.sum(axis=1), np.ones(len(used)), turns, score]
        blocks.add(np.column_stack([*parts, change]))
        done += len(before)
        tell(f"playing {label}", done, n)
    rows = blocks.rows

    def per(top: int, bottom: int, count: int, needed: int = 100) -> Estimate:
        return stats.ratio_interval(rows[:, [top, bottom]], count, needed=needed, method="paired")

    holders = int(rows[:, 1].sum())
    return Outcome(
        label=label,
        holders=per(0, 1, holders, 30),
        gained=gained,
        lost=lost,
        p=stats.mcnemar(gained, lost),
        turns=per(3, 2, n),
        score=per(4, 2, n),
        seats=tuple(per(5 + s, 2, n) for s in range(seats)),
    )


def _shares(batch: GameBatch) -> Floats:
    winners = batch.winners.astype(np.float64)
    shares: Floats = winners / winners.sum(axis=1, keepdims=True)
    return shares


# ---------------------------------------------------------------- restricted play


def _to_deny(game: Game, options: SimulateOptions) -> list[tuple[str, bool, str]]:
    """What is denied to one player: its name, whether it is a piece, and that player's spec."""
    if game.seats < 2:
        raise ValueError("restricted play needs two players at least")
    free = options.agents[0]
    if len(set(options.agents)) > 1 or _is_search(free):
        raise ValueError("restricted play needs one kind of player that can be held back: greedy")
    found = []
    for word in game.kinds if options.restrict == ("all",) else options.restrict:
        is_piece = game.kind_called(word) is None
        if is_piece:
            component, row = find_piece(game.pack, word, game.pieces)
            word = f"{component.id}/{row.id}"
        spec = f"{free}:never={word}"
        agent_of(game, spec)
        found.append((word, is_piece, spec))
    return found


def _restricted(
    game: Game,
    denied: Sequence[tuple[str, bool, str]],
    options: SimulateOptions,
    tell: Progress,
) -> Iterator[Restricted]:
    """One player who may not use a move or a piece among free ones, seats rotated."""
    turning = replace(options, rotate=True)
    n = math.ceil(options.games / game.seats) * game.seats
    for word, is_piece, spec in denied:
        team = [spec, *[options.agents[0]] * (game.seats - 1)]
        won: list[Floats] = []
        uses = np.zeros(2)  # of the held player, of all free ones
        done = 0
        for batch in _batches(game, turning, team, 0, n, "basic"):
            held = batch.agent_of == 0
            won.append((_shares(batch) * held).sum(axis=1))
            if is_piece:
                counts = batch.piece_used[:, :, game.pieces.index(word)]
            else:
                counts = batch.kind_counts[:, :, game.kind_called(word)]
            uses += (counts * held).sum(), (counts * ~held).sum()
            done += len(batch)
            tell(f"playing without {word}", done, n)
        still = float(uses[0] * (game.seats - 1) / uses[1]) if uses[1] else 1.0
        yield Restricted(word, is_piece, spec, _share_of_one(np.concatenate(won)), still)


def _share_of_one(won: Floats, needed: int = NEEDED) -> Estimate:
    """One player's mean share of the win, by game: t, or Wilson's where all games are alike."""
    n = len(won)
    if float(won.std()) == 0:
        return stats.wilson(float(won.sum()), n, needed=needed)
    return stats.mean_interval(won, needed=needed)


# ---------------------------------------------------------------- compare and sweep


def compare(
    packs: Mapping[str, Pack], options: SimulateOptions, progress: Progress | None = None
) -> Comparison:
    """Play the same seeds under each setting; the first is the base of all differences.

    Differences are paired (common random numbers) and corrected over all of them together.
    """
    if len(packs) < 2:
        raise ValueError("two settings at least are needed to compare")
    lean = replace(options, supplies=False, effect=None, records=None, rows=None, precision=None)
    results = tuple(
        (label, simulate(pack, lean, _named(progress, label))) for label, pack in packs.items()
    )
    rows: list[Difference] = []
    base = results[0][1].main.tally
    for label, other in results[1:]:
        for measure_name, top, bottom, i in _measures(base):
            if not _has(other.main.tally, top, i):
                continue
            rows.append(_difference(measure_name, label, base, other.main.tally, top, bottom, i))
    q_values = stats.benjamini_hochberg([stats.p_of(d.difference) for d in rows])
    differences = tuple(replace(d, q=float(q)) for d, q in zip(rows, q_values, strict=True))
    return Comparison(options, results, differences)


def _named(progress: Progress | None, label: str) -> Progress:
    def tell(what: str, done: int, total: int) -> None:
        if progress is not None:
            progress(f"{label}: {what}", done, total)

    return tell


def _measures(tally: Tally) -> list[tuple[str, str, str, int]]:
    """(name, numerator, denominator, column) of what is compared and swept."""
    found = [(f"seat {s + 1} wins", "share", "game", s) for s in range(tally.seats)]
    found += [("turns", "turns", "game", 0)]
    if tally.turns_target is not None:
        found += [("games inside the target length", "on_target", "game", 0)]
    if tally.decisions.counts != tally.turns.counts:
        found += [("decisions", "decisions", "game", 0)]
    found += [("legal moves", "branching", "decisions", 0)]
    found += [("lead changes", "lead_changes", "game", 0), ("margin", "margin", "game", 0)]
    found += [("tied games", "tied", "game", 0)]
    found += [("half-time leader wins", "led_won", "led", 4)]
    found += [("score", "mean_score", "game", 0)]
    found += [
        (f"{name} run out", "empty_games", "game", u) for u, name in enumerate(tally.supplies)
    ]
    found += [(f"end by {end}", end, "game", 0) for end in ("stall", "cap", "no legal move")]
    return found


SHARES = ("wins", "inside", "tied", "run out", "end by")


def is_share(measure_name: str) -> bool:
    """Whether a measure is a share, told in percent."""
    return any(part in measure_name for part in SHARES)


def _has(tally: Tally, column: str, i: int) -> bool:
    return bool(i < tally.column(column).shape[1])


def _pair(tally: Tally, top: str, bottom: str, i: int) -> Floats:
    j = i if bottom == "led" else 0
    return np.column_stack([tally.column(top)[:, i], tally.column(bottom)[:, j]])


def _difference(
    name: str, label: str, base: Tally, other: Tally, top: str, bottom: str, i: int
) -> Difference:
    """The difference of two ratios whose blocks hold the same games, by linearisation."""
    a, b = _pair(base, top, bottom, i), _pair(other, top, bottom, i)
    first = stats.ratio_interval(a, base.games, needed=100)
    second = stats.ratio_interval(b, other.games, needed=100)
    n = len(a)
    if len(b) != n or n < 2 or not (a[:, 1].sum() and b[:, 1].sum()):
        return Difference(name, label, first, second, stats.NOTHING, 1.0, is_share(name))
    residual = (b[:, 0] - second.value * b[:, 1]) / b[:, 1].sum()
    residual = residual - (a[:, 0] - first.value * a[:, 1]) / a[:, 1].sum()
    error = math.sqrt(n / (n - 1) * float((residual * residual).sum()))
    half = stats.student_quantile(stats.LEVEL, n - 1) * error
    value = second.value - first.value
    found = Estimate(value, value - half, value + half, base.games, "paired by seed", 100)
    return Difference(name, label, first, second, found, 1.0, is_share(name))


def sweep(
    packs: Mapping[float, Pack],
    name: str,
    options: SimulateOptions,
    progress: Progress | None = None,
) -> Sweep:
    """Play the same seeds for every value of a parameter; each measure becomes a curve."""
    if len(packs) < 2:
        raise ValueError(f"two values of {name} at least are needed for a sweep")
    lean = replace(
        options, supplies=False, effect=None, records=None, rows=None, precision=None, second=None,
        insight=0,
    )  # fmt: skip
    values = tuple(sorted(packs))
    results = tuple(simulate(packs[v], lean, _named(progress, f"{name}={v:g}")) for v in values)
    curves = []
    for measure_name, top, bottom, i in _measures(results[0].main.tally):
        points = tuple(
            stats.ratio_interval(
                _pair(r.main.tally, top, bottom, i), r.main.metrics.games, needed=100
            )
            for r in results
        )
        if all(p.withheld for p in points) or len({p.value for p in points}) < 2:
            continue
        knee = knee_of(values, [p.value for p in points], [p.half for p in points])
        curves.append(Curve(measure_name, is_share(measure_name), points, knee))
    first = packs[values[0]].parameters.get(name)
    default = first.default if first is not None and _is_number(first.default) else None
    return Sweep(name, values, default, options, results, tuple(curves))  # type: ignore[arg-type]


def knee_of(
    x: Sequence[float], y: Sequence[float], halves: Sequence[float] | None = None
) -> float | None:
    """The value farthest from the chord between the curve's ends (after Satopää et al. 2011).

    `None` for fewer than four points, a curve that bends by less than a tenth of its range or by
    less than its intervals, and one that bends both ways.

    >>> knee_of([0, 1, 2, 3, 4, 5], [1, 0.5, 0.1, 0.05, 0.02, 0.0])
    2
    """
    if len(x) < 4:
        return None
    a, b = np.array(x, dtype=np.float64), np.array(y, dtype=np.float64)
    if not np.isfinite(b).all():
        return None
    width, height = a[-1] - a[0], b.max() - b.min()
    if width <= 0 or height <= 0:
        return None
    bend = (b - b[0] - (b[-1] - b[0]) * (a - a[0]) / width) / height
    i = int(np.argmax(np.abs(bend)))
    doubt = float(np.max(halves)) / height if halves else 0.0
    if abs(bend[i]) < max(STRAIGHT, doubt) or np.max(-np.sign(bend[i]) * bend) > abs(bend[i]) / 2:
        return None
    return x[i]


# ---------------------------------------------------------------- the ladder


def ladder(
    pack: Pack,
    agents: Sequence[str],
    options: SimulateOptions,
    progress: Progress | None = None,
) -> Ladder:
    """Play agents against each other, weakest first, and rate them.

    Two players meet in every pairing; with more, each agent sits alone among the ones of its
    neighbour. Seats rotate. Plackett–Luce over who wins with a seat term (Hunter 2004) and half
    a win each way between every two agents, so that ratings stay finite.
    """
    tell = progress or _quiet
    specs = list(dict.fromkeys(_aimed(agents, options.reward)))
    if len(specs) < 2:
        raise ValueError("a ladder needs two different agents at least")
    game = _loaded(pack, replace(options, agents=(specs[0],)))
    seats = game.seats
    if seats < 2:
        raise ValueError("a ladder needs two players at least")
    line_ups: list[tuple[int, int]] = [
        (j, i)
        for i in range(len(specs))
        for j in range(i + 1, len(specs))
        if seats == 2 or j == i + 1
    ]
    who: list[Floats] = []
    ranks: list[Floats] = []
    steps: list[Step] = []
    won: dict[str, list[Floats]] = {spec: [] for spec in specs}
    each = max(seats, options.games // len(line_ups) // seats * seats)
    done = 0
    for strong, weak in line_ups:
        team = [specs[strong]] + [specs[weak]] * (seats - 1)
        numbers = np.array([strong] + [weak] * (seats - 1))
        alone: list[Floats] = []
        for batch in _batches(game, replace(options, rotate=True), team, 0, each, "none"):
            here, share = numbers[batch.agent_of], _shares(batch)
            who.append(here)
            ranks.append((batch.scores[:, None, :] > batch.scores[:, :, None]).sum(axis=2))
            alone.append((share * (here == strong)).sum(axis=1))
            for number in (strong, weak):
                held = here == number
                won[specs[number]].append(
                    np.column_stack([(share * held).sum(axis=1), held.sum(axis=1)])
                )
            done += len(batch)
            tell(f"{specs[strong]} against {specs[weak]}", done, each * len(line_ups))
        if strong == weak + 1:
            found = _share_of_one(np.concatenate(alone), NEEDED // 2)
            steps.append(Step(specs[strong], specs[weak], found))
    fit = stats.plackett_luce(
        np.concatenate(who), np.concatenate(ranks), len(specs), first_only=True, prior=0.5
    )
    scale = 400 / math.log(10)
    rungs = tuple(
        Rung(
            spec,
            replace(fit.elo(i, 0), n=sum(len(r) for r in won[spec])),
            stats.ratio_interval(np.concatenate(won[spec]), sum(len(r) for r in won[spec])),
        )
        for i, spec in enumerate(specs)
    )
    by_seat = tuple(
        Estimate(
            float(scale * s),
            float(scale * (s - stats.z_of() * e)),
            float(scale * (s + stats.z_of() * e)),
            done,
            "Plackett–Luce",
            50,
        )
        for s, e in zip(fit.seats, fit.seat_errors, strict=True)
    )
    return Ladder(
        pack=pack,
        options=options,
        provenance=_provenance(game, options),
        players=seats,
        games=done,
        rungs=rungs,
        steps=tuple(steps),
        seats=by_seat,
    )


__all__ = ["SimulateOptions", "compare", "ladder", "simulate", "sweep"]
