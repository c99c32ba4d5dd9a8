"""Reports: the sentences say what the numbers say, the page stands alone, machines can read it."""

import csv
import io
import json
import math
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import openpyxl
import pytest
from rich.console import Console

from generator.pack import Pack
from generator.play.compare import compare
from generator.play.engine.game import Space, load_game
from generator.play.ladder import ladder
from generator.play.measure.defects import ends_of
from generator.play.measure.metrics import measure, spaces_of
from generator.play.measure.results import (
    Hole,
    Probe,
    Provenance,
    Restricted,
    Results,
    Run,
    SimulateOptions,
)
from generator.play.measure.stats import Estimate, wilson
from generator.play.measure.supplies import SupplyStart
from generator.play.measure.tally import Histogram
from generator.play.report.findings import HUMANS, findings_of
from generator.play.report.pages import (
    as_json,
    charts,
    contrasts_of,
    html_of,
    print_terminal,
    sections_of,
    summary_of,
    write_csv,
    write_html,
    write_xlsx,
)
from generator.play.simulate import simulate
from generator.play.sweep import sweep
from generator.reading.door import open_pack
from tests.play.measure.test_metrics import batch_of, tally_of

PACKS = Path(__file__).parents[2] / "packs"
LEAN = SimulateOptions(
    games=150, insight=20, playouts=8, plain=True, workers=1, players=3, second_games=120
)


def market_pack(*settings: str) -> Pack:
    pack, problems = open_pack(str(PACKS / "market"), settings=settings)
    assert pack is not None, [str(p) for p in problems]
    return pack


@pytest.fixture(scope="module")
def results() -> Results:
    command = "protoplay simulate market --effect gold"
    return simulate(market_pack(), replace(LEAN, effect="gold", command=command))


@pytest.fixture(scope="module")
def answers(results: Results) -> dict[str, object]:
    pack = market_pack()
    packs = {float(c): market_pack(f"coins={c}") for c in (1, 2, 3, 4)}
    lean = replace(LEAN, insight=0, second=None)
    return {
        "results": results,
        "comparison": compare({"coins=3": pack, "coins=4": packs[4.0]}, lean),
        "sweep": sweep(packs, "coins", lean),
        "ladder": ladder(pack, ["random", "greedy"], lean),
    }


ANSWERS = ("results", "comparison", "sweep", "ladder")


def made_up(scores: object, pack: Pack, **given: object) -> Results:
    """Results of a made-up batch, for sentences whose numbers are known."""
    target = given.pop("target", None)
    start = given.pop("start", ())
    probes = given.pop("probes", ())
    tally = tally_of(batch_of(scores, **given), target)  # type: ignore[arg-type]
    metrics = measure(tally, start)  # type: ignore[arg-type]
    provenance = Provenance("0.1.0", "market", "abc", "", 2, 1, {}, {}, "")
    run = Run("greedy", ("greedy",), metrics, tally)
    return Results(pack, LEAN, provenance, (run,), probes=probes)  # type: ignore[arg-type]


def sentences(results: Results) -> str:
    return "\n".join(f.text for f in findings_of(results)).replace("\xa0", " ")


# ---------------------------------------------------------------- sentences


def test_an_unfair_seat_is_told_first_with_its_interval() -> None:
    found = made_up([[1, 0]] * 700 + [[0, 1]] * 300, market_pack())
    first = findings_of(found)[0]
    assert first.text.replace("\xa0", " ") == (
        "The first seat wins 70 ± 3 % of 2-player games; a fair share is 50 %."
    )
    assert first.chart == "seats" and first.level == "look"


def test_fair_seats_are_said_to_be_fair_only_as_far_as_the_games_go() -> None:
    text = sentences(made_up([[1, 0], [0, 1]] * 500, market_pack()))
    assert "No seat has an edge that 1,000 games can show" in text
    assert "between 47 % and 53 %" in text


def test_too_few_games_say_how_many_are_needed_and_nothing_else() -> None:
    found = findings_of(made_up([[1, 0]] * 20, market_pack()))
    assert [f.text for f in found] == [
        "20 games are too few to say whether seats are fair: play 100."
    ]


def test_a_supply_that_runs_out_is_told_with_what_was_tried() -> None:
    lows = np.ones((200, 2, 1), np.int32)
    lows[:142, 0] = 0
    probes = (
        Probe("coins", 4, wilson(16, 200), 200, None),
        Probe("coins", 6, wilson(1, 200), 200, 5),
    )
    found = made_up(
        [[1, 0], [0, 1]] * 100, market_pack(), supplies=("coins",), supply_low=lows,
        start=(SupplyStart(3),), probes=probes,
    )  # fmt: skip
    text = sentences(found)
    assert "3 coins per player run out in 71 % of the games; 4 would in 8 %, 6 would" in text
    assert "6 would in under 1 %; 5 would be enough in 95 % of the games." in text


def test_a_strong_piece_is_named_with_use_lift_and_the_word_association() -> None:
    used = np.zeros((400, 2, 2), np.int32)
    used[:200, 0, 0] = 1  # always wins
    used[200:, 0, 1] = 1
    scores = [[1, 0]] * 200 + [[1, 0], [0, 1]] * 100
    found = made_up(
        scores, market_pack(), pieces=("goods/gold", "goods/ink"), piece_used=used,
        piece_offered=used,
    )  # fmt: skip
    text = sentences(found)
    assert "Gold (Goods) is picked by 100 % of those who can, and its users win 67 ±" in text
    assert "more often (association)" in text and "(effect)" not in text
    gold = next(f for f in findings_of(found) if f.text.startswith("Gold"))
    assert gold.piece == "goods/gold" and "--effect" in gold.action


def test_effect_is_said_of_the_same_seeds_only(results: Results) -> None:
    found = findings_of(results)
    effects = [f for f in found if "(effect)" in f.text]
    assert effects and all("on the same 150 seeds" in f.text for f in effects)
    assert all("effect" not in f.text for f in found if "association" in f.text)


def test_the_two_kinds_of_player_are_set_against_each_other(results: Results) -> None:
    assert any(
        "Greedy players" in f"{f.doubt[:1].upper()}{f.doubt[1:]}" for f in findings_of(results)
    )
    rows = {c.name: c for c in contrasts_of(results)}
    assert len(rows["turns"].values) == 2 and "±" in rows["turns"].values[1]
    assert rows["decisions with a choice"].disagree in (True, False)


def with_check(main: Results, scores: object, **given: object) -> Results:
    """The same results with a smaller run by random players beside them, and its holes."""
    batch = batch_of(scores, agents=("random",) * 2, **given)
    tally = tally_of(batch)
    side = Run("random", ("random",), measure(tally), tally, is_main=False)
    runs = (main.runs[0], side)
    holes = find_holes_of(runs)
    return replace(main, runs=runs, holes=holes)


def find_holes_of(runs: tuple[Run, ...]) -> tuple[Hole, ...]:
    return tuple(
        hole
        for i, run in enumerate(runs)
        for hole in ends_of(load_game(market_pack(), 2, plain=True), run.agents, run.tally, i > 0)
    )


def test_what_only_the_check_shows_comes_after_all_the_players_asked_for_show() -> None:
    main = made_up([[1, 0], [0, 1]] * 200, market_pack())
    found = findings_of(with_check(main, [[1, 1]] * 312 + [[1, 0]] * 88))
    last = found[-1].text.replace("\xa0", " ")
    assert last == (
        "Only in the check by random players: 312 of 400 games ended with several leaders; "
        "with greedy players none do."
    )
    assert found[-1].level == "note"
    assert not any("leaders" in f.text or "first place" in f.text for f in found[:-1])


def test_where_the_kinds_of_player_disagree_the_finding_says_so() -> None:
    ends = ["stall"] * 40 + ["done"] * 360
    main = made_up([[1, 0], [0, 1]] * 200, market_pack(), reasons=tuple(ends))
    found = findings_of(with_check(main, [[1, 0]] * 100, reasons=("stall",) * 75 + ("done",) * 25))
    stall = next(f for f in found if "stalled" in f.text)
    assert stall.text == "40 of 400 games stalled: nothing happened any more."
    assert stall.doubt.replace("\xa0", " ") == "random players disagree: 75 % of their games"
    assert sum("stalled" in f.text for f in found) == 1
    rare = made_up([[1, 0], [0, 1]] * 200, market_pack(), reasons=("stall",) + ("done",) * 399)
    once = next(f for f in findings_of(with_check(rare, [[1, 0]] * 100)) if "stalled" in f.text)
    assert once.weight < stall.weight


def test_kinds_of_player_disagree_only_where_their_intervals_do_not_meet() -> None:
    main = made_up([[1, 1]] * 60 + [[1, 0], [0, 1]] * 70, market_pack())

    def doubt(tied: int) -> str:
        found = findings_of(with_check(main, [[1, 1]] * tied + [[1, 0]] * (200 - tied)))
        ties = next(f for f in found if "first place" in f.text)
        return ties.doubt.replace("\xa0", " ")

    assert doubt(70) == "random players agree: 35 ± 7 %"
    assert doubt(120) == "random players disagree: 60 ± 7 %"


def test_a_supply_that_always_runs_out_matters_unless_more_of_it_would_as_well() -> None:
    made = made_up(
        [[1, 0], [0, 1]] * 100, market_pack(), supplies=("coins",),
        supply_low=np.zeros((200, 2, 1), np.int32), start=(SupplyStart(4),),
    )  # fmt: skip

    def weight(left: int) -> float:
        probe = Probe("coins", 6, wilson(200 - left, 200), 200, None)
        found = findings_of(replace(made, probes=(probe,)))
        return next(f.weight for f in found if "run out" in f.text)

    assert weight(0) < 10 < 50 < weight(20)


def test_one_end_that_the_rules_name_is_told_by_its_name() -> None:
    def told(reason: str) -> str:
        made = made_up([[1, 0]] * 50, market_pack(), reasons=(reason,) * 50)
        console = Console(record=True, width=200, file=io.StringIO())
        print_terminal(made, console)
        return console.export_text().replace("\xa0", " ")

    assert "players end by: all sold 100 %" in told("all_sold")
    assert "players end by: win 100 %" in told("over")


def test_a_lift_that_all_pieces_share_is_told_once_and_what_stands_out_by_name() -> None:
    rng = np.random.default_rng(5)
    used = (rng.uniform(size=(3000, 2, 10)) < 0.4).astype(np.int32)
    strength = used.sum(axis=2) + 1.5 * used[:, :, 6] + 1.5 * rng.gumbel(size=(3000, 2))
    scores = np.eye(2)[strength.argmax(axis=1)]
    pieces = tuple(f"goods/{row.id}" for row in market_pack().component("goods").rows)
    made = made_up(scores, market_pack(), pieces=pieces, piece_used=used)
    assert sum(p.notable for p in made.main.metrics.pieces) == 10
    text = sentences(made)
    assert "Whoever uses more of the goods wins more" in text and "1 stand out" in text
    assert "Gold (Goods) is picked by" in text and "Apple (Goods)" not in text


def test_the_map_says_what_is_never_used_and_nothing_of_an_endless_table() -> None:
    spaces = [Space("path", f"path {i}", ((0.0, float(i)), (9.0, float(i)))) for i in range(4)]
    uses = np.zeros((50, 4), np.int32)
    uses[:, 0], uses[:, 1], uses[::2, 2] = 6, 2, 1
    made = made_up([[1, 0], [0, 1]] * 100, market_pack())
    run = made.runs[0]

    def told(uses: np.ndarray) -> str:
        metrics = replace(run.metrics, spaces=spaces_of(spaces, uses))
        return sentences(replace(made, runs=(replace(run, metrics=metrics),)))

    assert "1 of 4 paths are never used in 50 games: path 3." in told(uses)
    uses[:, 3] = 1
    text = told(uses)
    assert "Of 4 paths the busiest, path 0, is used 6.00 ± 0.00 times a game, the" in text
    uses[:, 1:] = 0
    assert "paths" not in told(uses)


def test_going_without_is_told_by_what_it_costs() -> None:
    made = made_up([[1, 0], [0, 1]] * 200, market_pack())
    denied = [
        ("buy", 40, 0.0),
        ("pass", 200, 0.0),
        ("haggle", 300, 0.1),
        ("steal", 200, 1.0),
        ("drop", 100, 0.6),
    ]
    told = replace(
        made,
        restricted=tuple(
            Restricted(kind, False, f"greedy:never={kind}", wilson(k, 400), still)
            for kind, k, still in denied
        ),
    )
    found = [f for f in findings_of(told) if f.chart == "restricted"]
    assert [f.text.replace("\xa0", " ") for f in found] == [
        "A greedy player who never uses “haggle” wins 75 ± 4 % against players who may, 50 % is "
        "even: going without gains 25 points.",
        "A greedy player who never uses “pass” wins 50 ± 5 % against players who may, 50 % is "
        "even: going without costs nothing that can be seen.",
        "A greedy player who never uses “buy” wins 10 ± 3 % against players who may, 50 % is "
        "even: going without costs 40 points.",
        "A greedy player who avoids “drop” (but still must, 60 % as often as others use it) wins "
        "25 ± 4 % against players who may, 50 % is even: going without costs 25 points.",
        "Nobody can be held back from “steal”: it is not used, or there is nothing else.",
    ]
    charted = [c for s in sections_of(told) for c in s.charts if c.id == "restricted"]
    assert [row[0] for row in charted[0].rows] == ["no buy", "no drop", "no pass", "no haggle"]


def test_a_map_shades_places_by_their_mean_and_lies_on_the_board() -> None:
    def place(i: int, outline: tuple[tuple[float, float], ...]) -> charts.Place:
        return charts.Place("spot", f"s{i}", outline, Estimate(i, i, i, 50, "t"), wilson(9, 9))

    spots = [place(i, ((20.0 * i, 0.0),)) for i in range(3)]
    square = place(1, ((0, 50), (10, 50), (10, 60)))
    ground = charts.Ground("b.svg", -2, -2, 104, 104)
    chart = charts.heat("map", "t", [*spots, square], ground)
    shades = [int(k) for k in re.findall(r'<circle class="heat h(\d)"', chart.svg)]
    assert shades == [0, 3, 5] and 'href="b.svg"' in chart.svg  # the mean is 1
    xs = [float(x) for x in re.findall(r'cx="([\d.]+)"', chart.svg)]
    wide = float(re.search(r'<image[^>]* width="([\d.]+)"', chart.svg)[1])  # type: ignore[index]
    assert (xs[2] - xs[0]) / wide == pytest.approx(40 / 104, rel=0.01)
    assert [row[0] for row in chart.rows] == ["s2", "s1", "s1", "s0"]


# ---------------------------------------------------------------- pages


class Page(HTMLParser):
    """Collects ids, links, sources, tags in order, and text; checks that tags nest."""

    VOID = frozenset({"meta", "link", "br", "img", "input", "hr"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.sources: list[str] = []
        self.images_without_text = 0
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in self.VOID:
            self.open.append(tag)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.links += [given["href"] or ""] if "href" in given else []
        self.sources += [given["src"] or ""] if "src" in given else []
        if (tag == "svg" and not given.get("aria-label")) or (tag == "img" and "alt" not in given):
            self.images_without_text += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("name", ANSWERS)
def test_a_page_stands_alone_and_its_links_lead_somewhere(
    answers: dict[str, object], name: str
) -> None:
    text = html_of(answers[name])  # type: ignore[arg-type]
    page = Page(text)
    assert len(page.ids) == len(set(page.ids)), "ids are unique"
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    assert page.sources == [] and "http" not in text and "<script" not in text
    assert page.images_without_text == 0 and HUMANS in page.text
    assert "nan" not in re.sub(r"<style>.*?</style>", "", text, flags=re.S).lower().split()
    assert 8_000 < len(text.encode()) < 110_000


def test_the_page_tells_how_to_have_the_same_numbers(results: Results) -> None:
    text = Page(html_of(results)).text
    for part in ("protoplay simulate market --effect gold", "protoplay 0.1.0", "numba", "Seed"):
        assert part in text
    assert results.provenance.digest[:16] in text


def test_the_same_answer_is_the_same_page(results: Results) -> None:
    again = simulate(market_pack(), results.options)
    assert html_of(again) == html_of(results)


def test_pictures_are_embedded_while_small_and_linked_when_large(
    results: Results, tmp_path: Path
) -> None:
    pieces = [f.piece for f in findings_of(results) if f.piece]
    assert pieces
    small = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
    for size, start in (
        (small, "data:image/svg+xml;base64,"),
        (small + " " * 90_000, "svg/goods/"),
    ):
        for piece in pieces:
            component, row = piece.split("/")
            path = tmp_path / "svg" / component / f"{row}-front.svg"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(size, "utf-8")
        page = write_html(results, tmp_path / "report.html", tmp_path / "svg")
        sources = Page(page.read_text("utf-8")).sources
        assert sources and all(s.startswith(start) for s in sources)
    called: list[str] = []
    html_of(results, None, lambda piece: called.append(piece))  # type: ignore[func-returns-value]
    assert set(called) == set(pieces)


@pytest.mark.parametrize("name", ANSWERS)
def test_every_chart_has_its_numbers_as_a_table(answers: dict[str, object], name: str) -> None:
    sections = sections_of(answers[name])  # type: ignore[arg-type]
    assert sections
    for section in sections:
        for chart in section.charts:
            assert chart.rows and all(len(row) == len(chart.headers) for row in chart.rows), (
                chart.id
            )


def test_markup_in_names_is_only_text() -> None:
    chart = charts.stack("a", 'A & "B"', {"<script>x": wilson(3, 9)})
    assert "<script>" not in chart.svg and "&lt;script&gt;" in chart.svg


@pytest.mark.parametrize("name", ANSWERS)
def test_the_terminal_shows_the_first_findings(answers: dict[str, object], name: str) -> None:
    console = Console(width=90, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    print_terminal(answers[name], console)  # type: ignore[arg-type]
    shown = " ".join(console.export_text().split())
    console.file.close()
    first = findings_of(answers[name])[0].text  # type: ignore[arg-type]
    assert " ".join(first.split()[:6]).replace("\xa0", " ") in shown.replace("\xa0", " ")
    assert "do not replace them" in shown


# ---------------------------------------------------------------- machines


@pytest.mark.parametrize("name", ANSWERS)
def test_json_is_json_without_nan(answers: dict[str, object], name: str) -> None:
    text = json.dumps(as_json(answers[name]), allow_nan=False)  # type: ignore[arg-type]
    assert json.loads(text)["kind"] == name and len(text) < 3_000_000


def test_json_carries_values_intervals_and_what_is_withheld(results: Results) -> None:
    seat = as_json(results)["runs"][0]["metrics"]["seats"]["shares"][0]
    known = results.main.metrics.seats.shares[0]
    assert (seat["value"], seat["low"], seat["high"], seat["n"]) == (
        known.value, known.low, known.high, 150,
    )  # fmt: skip
    assert seat["withheld"] is False and as_json(results)["provenance"]["seed"] == 1


@pytest.mark.parametrize("name", ANSWERS)
def test_csv_and_xlsx_hold_the_summary(
    answers: dict[str, object], name: str, tmp_path: Path
) -> None:
    answer = answers[name]
    lines = summary_of(answer)  # type: ignore[arg-type]
    with write_csv(answer, tmp_path / "a.csv").open(encoding="utf-8-sig", newline="") as file:  # type: ignore[arg-type]
        rows = list(csv.reader(file))
    assert len(rows) == 1 + len(lines) and rows[0][:4] == ["section", "name", "players", "value"]
    assert float(rows[1][3]) == lines[0][3]
    one = write_xlsx(answer, tmp_path / "a.xlsx").read_bytes()  # type: ignore[arg-type]
    assert one == write_xlsx(answer, tmp_path / "b.xlsx").read_bytes()  # type: ignore[arg-type]
    book = openpyxl.load_workbook(tmp_path / "a.xlsx")
    assert book.sheetnames[:2] == ["Findings", "Summary"] and book["Summary"].max_row == len(rows)
    book.close()


# ---------------------------------------------------------------- charts


def test_ticks_are_round_and_inside() -> None:
    for low, high in ((0, 1), (0, 0.07), (-30, 70), (5, 6), (0, 12345)):
        found = charts.ticks(low, high)
        assert 2 <= len(found) <= 8 and found[0] >= low and found[-1] <= high + 1e-9
    assert charts.ticks(3, 3) == [3]


def test_a_bar_is_as_long_as_its_share() -> None:
    shares = [wilson(80, 100), wilson(20, 100)]
    chart = charts.bars("a", "t", ["x", "y"], [charts.Series("p", shares)])
    widths = [float(w) for w in re.findall(r'class="bar"[^>]* width="([\d.]+)"', chart.svg)]
    assert widths[0] == pytest.approx(4 * widths[1], rel=0.01)


def test_a_wide_histogram_is_cut_into_a_few_cells_that_keep_every_game() -> None:
    data = Histogram(counts={i: 1 + i % 3 for i in range(100, 937)})
    chart = charts.histogram("a", "t", data, "turns", band=(200, 400))
    assert len(chart.rows) <= charts.MOST_BARS
    assert sum(int(row[1].replace(",", "")) for row in chart.rows) == data.n


def test_numbers_read_well() -> None:
    nothing = Estimate(math.nan, math.nan, math.nan, 0, "no data", 1)
    short = Estimate(0.5, 0.1, 0.9, 10, "Wilson", 100)
    assert charts.with_half(nothing) == "–"
    assert charts.with_half(short) == "– (needs 100)"
    assert charts.with_half(wilson(381, 1000)) == "38\xa0±\xa03\xa0%"
    assert charts.with_half(wilson(3810, 10_000)) == "38.1\xa0±\xa01.0\xa0%"
    assert charts.with_half(wilson(400, 400)) == ">\xa099\xa0%"
    assert charts.with_half(wilson(0, 400)) == "<\xa01\xa0%"
    assert charts.with_half(wilson(0, 10_000)) == "<\xa00.1\xa0%"
    assert charts.number(-0.001) == "0.00" and charts.percent(-0.25) == "−25.0\xa0%"
