"""A playtest for preview: runs in the playing worker and yields results while it runs.

In: how the pack is opened, the players, the number of games. Out: progress, and repeatedly an
`Answer` about the games so far, as plain data for a page.
"""

import queue
import threading
import time
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from generator.preview.faces import Call, key_of
from generator.preview.whatif import Players

if TYPE_CHECKING:
    from generator.play.engine.batch import GameBatch
    from generator.play.measures.piece_use import PieceUse
    from generator.play.measures.results import Results
    from generator.play.telling.finding import Finding

FIRST = 100  # number of games before the first answer
TOLD_EVERY = 0.1  # seconds between two reports of progress
MOST_SEEN = 300  # maximum number of games that are searched for examples
STEP = 25  # number of games that are searched for examples at a time
EXAMPLES = 3
MOST_LISTED = 40  # maximum number of games that the replay page lists


@dataclass(frozen=True, slots=True)
class Told:
    """A finding, and where to see it: a piece, a chart of the page, games."""

    text: str
    level: str
    doubt: str
    action: str
    piece: str  # key "component/row" of the piece
    chart: str
    games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of the report: the drawing, and its numbers."""

    id: str
    title: str
    svg: str
    note: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A group of related charts."""

    id: str
    title: str
    text: str
    charts: tuple[Chart, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """A question of the report's first screen, with its answer."""

    question: str
    answer: str
    detail: str
    picture: str
    state: str  # "look", "note", "fine" or "open"
    chart: str


@dataclass(frozen=True, slots=True)
class Use:
    """The results of the games for one piece."""

    words: tuple[str, ...]
    used: float  # share of games in which any player uses it
    # difference in win rate of players who use it, percentage points; None if there are too few
    lift: float | None
    # games won by a player who used it; without competition, games in which it was used
    games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """The result of one game: scores and winners by seat, and its length in decisions."""

    index: int
    scores: tuple[float, ...]
    winners: tuple[int, ...]
    decisions: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The results of the games so far."""

    games: int
    digest: str  # digest of the pack
    seats: int
    seed: int
    agents: tuple[str, ...]
    settings: tuple[str, ...]
    verdict: str
    tiles: tuple[Tile, ...]
    findings: tuple[Told, ...]
    chapters: tuple[Chapter, ...]
    uses: dict[str, Use]
    humans: str
    played: tuple[Game, ...] = ()  # the results of the first games


class _Stopped(Exception):
    """Raised when nobody waits for the answer any more."""


def playtest(
    call: Call, players: Players, games: int
) -> Iterator[tuple[str, int, int, Answer | None] | None]:
    """Play; yield the current step, its progress, its total, and an `Answer` if there is a new one.

    It may be stopped whenever it yields None.
    """
    from generator.play.measures.results import SimulateOptions
    from generator.play.studies.simulate.run import simulate

    pack = call.pack()
    for n in sorted({min(FIRST, games), min(4 * FIRST, games), games}):
        options = SimulateOptions(
            players=players.seats, agents=players.agents, seed=players.seed, games=n,
            supplies=n == games, named=call.typed,
        )  # fmt: skip
        for item in _told(lambda tell, o=options: simulate(pack, o, tell)):
            if not isinstance(item, tuple):
                yield "done", n, games, (yield from _answer(item, call))
            else:
                yield *item, None


def _told(run: Any) -> Iterator[Any]:
    """Yield the progress of `run` at most ten times a second, and then its result."""
    items: queue.SimpleQueue[Any] = queue.SimpleQueue()
    stopped = threading.Event()

    last = 0.0

    def tell(what: str, done: int, total: int) -> None:
        nonlocal last
        if stopped.is_set():
            raise _Stopped
        if time.monotonic() - last > TOLD_EVERY:
            last = time.monotonic()
            items.put((what, done, total))

    def whole() -> None:
        try:
            items.put(run(tell))
        except _Stopped:
            pass
        except BaseException as fault:
            items.put(fault)

    thread = threading.Thread(target=whole, daemon=True)
    thread.start()
    try:
        while True:
            item = items.get()
            if isinstance(item, BaseException):
                raise item
            if not isinstance(item, tuple):
                yield item
                return
            yield item
    finally:
        stopped.set()
        thread.join()


# -- the answer -----------------------------------------------------------------------------


def _answer(results: "Results", call: Call) -> Generator[None, None, Answer]:
    from generator.play.engine.batch import joined, play_games
    from generator.play.engine.game import load_game
    from generator.play.studies.simulate.page import SimulationTelling
    from generator.play.telling.pictures import Linked
    from generator.play.telling.words.common import HUMANS

    main, options = results.main.metrics, results.options
    game = load_game(results.pack, main.players)
    n = min(MOST_SEEN, main.games)
    batches = []
    for first in range(0, n, STEP):
        some = min(STEP, n - first)
        batches.append(
            play_games(
                game, options.agents, options.seed, first, some,
                rotate=options.rotate, collect="basic",
            )
        )  # fmt: skip
        yield None
    batch = joined(batches)
    uses = {p.id: use_of(p, batch) for p in main.pieces}
    examples = showing(batch)
    holes = {hole.text: hole.games for hole in results.holes}
    telling = SimulationTelling(results)
    screen = telling.first_screen
    tiles = tuple(
        Tile(t.question, t.answer, t.detail, t.picture, t.state, t.anchor) for t in screen.tiles
    )
    findings = tuple(
        Told(
            f.text,
            f.level,
            f.doubt,
            f.action,
            f.piece,
            f.chart,
            _games_of(f, uses, holes, examples),
        )
        for f in (*screen.findings, *screen.rest)
    )
    chapters = tuple(
        Chapter(
            s.id,
            s.title,
            s.text,
            tuple(
                Chart(
                    c.id,
                    c.title,
                    c.picture,
                    c.note,
                    tuple(c.headers),
                    tuple(tuple(map(str, row)) for row in c.rows),
                )
                for c in s.charts
            ),
        )
        for s in telling.sections(Linked(lambda piece: f"/front/{key_of(piece)}"))
    )
    return Answer(
        main.games,
        results.pack.digest,
        main.players,
        options.seed,
        tuple(options.agents),
        call.settings,
        screen.verdict,
        tiles,
        findings,
        chapters,
        uses,
        HUMANS,
        games_in(batch),
    )


def _games_of(
    finding: "Finding",
    uses: Mapping[str, Use],
    holes: Mapping[str, Sequence[int]],
    examples: Mapping[str, Sequence[int]],
) -> tuple[int, ...]:
    """Games that show what a finding is about: its piece, its phase, or otherwise its chart."""
    if finding.piece in uses:
        return uses[finding.piece].games
    text = finding.text
    of_hole = next((games for hole, games in holes.items() if hole in text or text in hole), ())
    return tuple((of_hole or examples.get(finding.chart, ()))[:EXAMPLES])


def games_in(batch: "GameBatch") -> tuple[Game, ...]:
    """The first games of a batch."""
    return tuple(
        Game(
            int(batch.index[i]),
            tuple(batch.scores[i].tolist()),
            tuple(seat for seat, won in enumerate(batch.winners[i]) if won),
            int(batch.decisions[i]),
        )
        for i in range(min(MOST_LISTED, len(batch)))
    )


def showing(batch: "GameBatch") -> dict[str, list[int]]:
    """Games that show what a chart is about, by the chart's id, the clearest first."""
    import numpy as np

    from generator.play.engine.batch import by_side

    def first(order: Any) -> list[int]:
        return [int(batch.index[i]) for i in order[:EXAMPLES]]

    reasons = Counter(batch.reasons)
    rarest = min(reasons, key=lambda reason: (reasons[reason], reason))
    by_length = np.argsort(batch.turns, kind="stable")
    places = sorted({0, len(batch) // 2, len(batch) - 1})
    examples = {
        "ends": first([i for i, reason in enumerate(batch.reasons) if reason == rarest]),
        # the shortest game, one of median length, the longest
        "length": first([by_length[i] for i in places]),
        "lead": first(np.argsort(-batch.lead_changes, kind="stable")),
    }
    if batch.is_contest:
        sides = by_side(batch)
        alone = sides.winners & (sides.winners.sum(axis=1, keepdims=True) == 1)
        won = [int(np.argmax(alone[:, s])) for s in range(sides.seats) if alone[:, s].any()]
        examples["seats"] = first(won)  # one game won by each seat or team
        ranked = np.sort(sides.scores, axis=1)
        examples["scores"] = first(np.argsort(ranked[:, -1] - ranked[:, -2], kind="stable"))
    else:
        by_score = np.argsort(batch.scores.mean(axis=1), kind="stable")
        # The lowest score, a median one and the highest.
        examples["scores"] = first([by_score[i] for i in places])
    if batch.supplies:
        empty = (batch.supply_low <= 0).any(axis=(1, 2))
        examples["supplies"] = first(np.flatnonzero(empty))
    return examples


def use_of(use: "PieceUse", batch: "GameBatch") -> Use:
    """The results for one piece, and some games that show it."""
    from generator.play.engine.batch import by_side
    from generator.play.telling.numbers import points, with_half

    words = []
    if not use.used.withheld:
        words.append(f"used in {with_half(use.used)} of the games")
    if not use.picked.withheld and use.picked.value < 1:
        words.append(f"picked up by {with_half(use.picked)} of those who could")
    lift = None
    if not use.lift.withheld:
        lift = use.lift.value
        more = "more" if lift >= 0 else "less"
        mark = "" if use.notable else ", which does not stand out"
        words.append(f"its users win {points(use.lift)} {more} often{mark} (association)")
    i, sided = batch.pieces.index(use.id), by_side(batch)
    used = sided.piece_used[:, :, i] > 0
    if batch.is_contest:
        used &= sided.winners
    games = tuple(int(n) for n in batch.index[used.any(axis=1)][:EXAMPLES])
    return Use(tuple(words), use.used.value, lift, games)
