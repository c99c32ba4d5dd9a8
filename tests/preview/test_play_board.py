"""The play page's board: what a move would do, what is known, what happened, and moves by hand."""

import asyncio
import itertools
import math
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.play.engine.table_layout import Laid
from generator.preview import play_page
from generator.preview.layout import items_of
from generator.preview.open_game import FORCED, Open
from generator.preview.piece_sizes import sizes_of
from generator.preview.seat_views import Seated
from tests.preview.test_play import Desk, at_a_desk, moves_on
from tests.preview.test_play_in_browser import (
    PHONE,
    READY,
    Person,
    begun,
    opened,
    wait_for,
    wait_for_words,
)
from tests.preview.test_seat import RAFT, game_of, moves_of_random

RULES = Path(__file__).parent.parent.parent / "rules"


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_page, "PACE", 0)


# ---- what a move would do


@pytest.mark.parametrize("name", ["mara", "marram", "shiftago", RAFT], ids=str)
def test_the_previewed_effect_of_a_move_is_its_real_effect(name: "str | Path") -> None:
    """Of every move that is made: what arrives is there afterwards, what leaves is gone."""
    game = game_of(name)
    moves = moves_of_random(game)[:120]
    seated = Seated(game, 4, 0)
    seated.go(moves)
    n_shown = 0
    for ply, move in enumerate(moves):
        viewer = seated.turn(ply)
        ghost = seated.ghosts(ply, viewer, [move])[0]
        assert game.lay is not None
        after = game.lay(game.tables, seated.state(ply + 1), viewer)
        lying = items_of(
            game.spaces,
            [t for t in after if isinstance(t, Laid) and not t.spot.area],
            sizes_of(game),
        )
        n_shown += len(ghost.arriving)
        assert all(item in lying for item in ghost.arriving), (ply, ghost)
        assert not any(item in lying for item in ghost.leaving), (ply, ghost)
    assert n_shown > 5 or name == RAFT  # whose cards lie in no place of a map


@pytest.mark.parametrize("name", ["mara", RAFT], ids=str)
def test_the_preview_of_a_move_reveals_nothing_hidden(name: "str | Path") -> None:
    """It is the same in every position that might be so, for all that the seat knows."""
    game = game_of(name)
    moves = moves_of_random(game)[:60]
    seated = Seated(game, 4, 0)
    seated.go(moves)
    rng = random.Random(3)
    assert game.lay is not None
    for ply in rng.sample(range(len(moves)), 12):
        viewer = seated.turn(ply)
        laid = [t for t in game.lay(game.tables, seated.state(ply), viewer) if isinstance(t, Laid)]
        known = {t.piece for t in laid if t.piece}
        unsure = {t.component for t in laid if not t.piece}
        for move in seated.legal(ply)[:8]:
            ghost = seated.ghosts(ply, viewer, [move])[0]
            arriving = {item.piece for item in ghost.arriving if item.piece}
            assert {piece for piece in arriving if piece.partition("/")[0] in unsure} <= known


@pytest.mark.slow
def test_a_boot_is_placed_where_its_spot_was_shown() -> None:
    game = game_of("marram")
    seated = Seated(game, 4, 0)
    seated.go(moves_of_random(game))
    assert game.lay is not None
    n_boots = 0
    for ply in range(len(seated.moves)):
        choices = {choice.move: choice for choice in seated.view(ply, seated.turn(ply)).choices}
        spot = choices[seated.moves[ply]].spot
        if spot is None:
            continue
        n_boots += 1
        assert not choices[seated.moves[ply]].places
        ghost = seated.ghosts(ply, seated.turn(ply), [seated.moves[ply]])[0]
        boots = [(item.x, item.y) for item in ghost.arriving if item.looks.startswith("boots/")]
        if boots:  # a boot that scores at once is back in its stock
            assert boots[0] == pytest.approx(spot, abs=0.2)
        spots = [choice.spot for choice in choices.values() if choice.spot]
        assert len(set(spots)) == len(spots), "two parts of a tile have one spot"
    assert n_boots > 3


# ---- what is known, and what happened


@pytest.mark.slow
def test_a_tile_that_was_looked_at_is_shown_and_announced() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "you", seed=11)
        rng = random.Random(1)
        for _ in range(200):
            text = await desk.get(f"/play/{game.id}")
            if "show me" in text:
                await desk.post(game, "look")
                continue
            moves = {words: move for move, words in moves_on(text)}
            peek = next(
                (move for words, move in moves.items() if words.startswith("peek at ")), None
            )
            move = peek if peek is not None else rng.choice(list(moves.values()))
            await desk.post(game, "move", move=str(move), at=str(game.ply))
            if peek is not None:
                break
        text = await desk.get(f"/play/{game.id}")
        seen = re.findall(r"You saw: ([^<]*)\.<", text)
        assert seen, "a peek tells in the log what was seen"
        assert text.count('class="seen"') >= len(seen[0].split(", "))
        look = desk.table.look
        assert look is not None
        fronts = {p.name: p.front for p in look.pieces if p.component == "tiles"}
        assert all(f"/face/{fronts[name]}.svg" in text for name in seen[0].split(", "))

    at_a_desk(RULES / "mara", work)


def test_piles_have_names_and_the_turn_is_described_in_words() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "random", seed=3)
        await desk.settled(game)
        text = await desk.get(f"/play/{game.id}")
        assert all(f"<h3>{name} Lodge</h3>" in text for name in ("Acacia", "Baobab", "Firefly"))
        assert "Choose the lodge where your jeep starts" in text and "<h3>Supply</h3>" not in text

    at_a_desk(RULES / "mara", work)


def test_cards_to_swap_lie_together_and_their_lodge_keeps_its_title() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "random", seed=3)
        await desk.settled(game)
        lodge = ""
        for wanted in ("start at", "meet tourists"):
            moves = moves_on(await desk.get(f"/play/{game.id}"))
            move, words = next(each for each in moves if each[1].startswith(wanted))
            lodge = lodge or words.removeprefix("start at ")
            await desk.post(game, "move", do="go", at=str(game.ply), move=str(move))
            await desk.settled(game)
        text = await desk.get(f"/play/{game.id}")
        near, mine = (text.partition(f'id="{name}"')[2] for name in ("near", "mine"))
        assert f"<h3>{lodge}</h3>" in near.partition('id="mine"')[0]
        assert text.count(f"<h3>{lodge}</h3>") == 2, "the pile lies near and beside the map"
        ids = re.findall(r'id="(piece-[^"]*)"', text)
        twins = [id for id in ids if id.startswith("piece-twin-")]
        assert twins and {id.replace("twin-", "") for id in twins} <= {*ids}
        assert len(ids) == len({*ids})
        assert "<p>empty</p>" in mine.partition('class="beside"')[0]

    at_a_desk(RULES / "mara", work)


def test_the_deck_lies_near_the_own_pieces_and_codes_are_no_labels() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "random", seed=3)
        await desk.settled(game)
        text = await desk.get(f"/play/{game.id}")
        near = text.partition('id="near"')[2].partition('id="mine"')[0]
        assert "tray bag" in near and "70</b> tiles left" in near and "<img" in near
        assert "the start tile: Plain tile" in text
        assert not re.search(r"(aria-label|alt|title)=.[^\"]*\b[FP]\d\d", text)

    at_a_desk(RULES / "marram", work)


def test_the_only_legal_move_is_played_automatically_and_undone_with_the_last_choice() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "random", seed=5)
        rng = random.Random(2)
        assert game.movers[0] == FORCED  # the first tile can only be placed
        while FORCED not in game.movers[1:]:
            await desk.settled(game)
            move, _ = rng.choice(moves_on(await desk.get(f"/play/{game.id}")))
            chosen = game.ply
            await desk.post(game, "move", move=str(move), at=str(game.ply))
        assert game.ply > chosen + 1
        await desk.settled(game)
        while game.ply > chosen:
            await desk.post(game, "undo")
        assert game.ply == chosen
        await desk.post(game, "alone", on="0")
        await desk.post(game, "move", move=str(move), at=str(game.ply))
        assert game.ply == chosen + 1
        assert len(moves_on(await desk.get(f"/play/{game.id}"))) == 1
        await desk.post(game, "alone", on="1")
        assert game.ply > chosen + 1

    at_a_desk(RULES / "marram", work)


def test_no_page_shows_a_position_whose_move_is_about_to_play_itself() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "random", seed=5)
        rng, forced, pages = random.Random(2), desk.playing.forced, []

        async def slow(game: Open) -> None:
            pages.append(asyncio.create_task(desk.get(f"/play/{game.id}")))
            await asyncio.sleep(0.1)
            await forced(game)

        desk.playing.forced = slow  # type: ignore[method-assign]
        while FORCED not in game.movers[1:]:
            await desk.settled(game)
            move, _ = rng.choice(moves_on(await desk.get(f"/play/{game.id}")))
            await desk.post(game, "move", move=str(move), at=str(game.ply))
        await desk.settled(game)
        shown = [int(re.findall(r'data-ply="(\d+)"', await page)[0]) for page in pages]
        assert shown and not any(game.movers[ply : ply + 1] == [FORCED] for ply in shown)

    at_a_desk(RULES / "marram", work)


def test_what_a_move_opens_does_not_play_itself_even_if_it_is_the_only_one() -> None:
    """Who picks the only tile that can be flipped may look at the flip before it is made."""
    seated, rng = Seated(game_of("marram"), 2, 0), random.Random(2)
    flip = 1  # the move that pays a shovel
    while flip not in (legal := seated.legal(len(seated.moves))):
        seated.go([*seated.moves, rng.choice(legal)])
    moves = tuple(seated.moves)
    seated.go([*moves, flip])
    assert len(seated.legal(len(moves) + 1)) == 1

    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "you", seed=2)
        game.sitting = replace(game.sitting, moves=moves)
        game.movers[:] = [0] * len(moves)
        game.looking = seated.turn(len(moves))
        await desk.post(game, "move", move=str(flip), at=str(game.ply))
        assert game.sitting.moves == (*moves, flip)
        ((move, _),) = moves_on(await desk.get(f"/play/{game.id}"))
        await desk.post(game, "move", move=str(move), at=str(game.ply))
        assert game.sitting.moves[: len(moves) + 2] == (*moves, flip, move)

    at_a_desk(RULES / "marram", work)


def test_the_end_shows_the_winner_the_course_and_the_moves_in_order() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("random", "random", seed=8)
        await desk.settled(game)
        text = await desk.get(f"/play/{game.id}")
        assert "The game is over" in text
        assert text.count('<polyline class="side') == 2 and text.count('<em class="won">') == 1
        order = [
            int(n) for n in re.findall(r'<a href="(?:\?ply=(\d+)|/play/[^"]+)" data-go>', text) if n
        ]
        assert order and order == sorted(order), "the log runs from the oldest move to the newest"

    at_a_desk(RULES / "shiftago", work)


# ---- by hand, in a browser


@pytest.mark.slow
def test_a_game_can_continue_while_effects_of_moves_are_requested(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "random", seed=11)
        await desk.settled(game)
        moves = [int(move) for move, _ in moves_on(await desk.get(f"/play/{game.id}"))]
        at, asked = game.ply, []
        ask = desk.table.seats.ask

        async def meanwhile(work: str, *given: Any) -> Any:
            if (
                work.endswith(":to_act") and work in asked
            ):  # the position has been looked at: now another page makes a move
                game.sitting = replace(game.sitting, moves=(*game.sitting.moves, moves[0]))
            asked.append(work)
            return await ask(work, *given)

        game.views.clear()
        monkeypatch.setattr(desk.table.seats, "ask", meanwhile)
        wanted = {"at": at, "moves": ",".join(map(str, moves))}
        answer = await desk.browser.post(f"/play/{game.id}/ghost", json=wanted)
        assert answer.status_code == 200
        assert answer.json() == {} or len(answer.json()) == len(moves)

    at_a_desk(RULES / "mara", work)


@pytest.fixture(scope="module")
def marram(preview: Callable[..., Any]) -> Iterator[Any]:
    with preview("marram") as served:
        yield served


def shift_of(page: Any) -> float:
    """How far things on the page have moved by themselves since it was opened."""
    shift: float = page.evaluate("window.shift")
    return shift


SHIFT = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


def test_a_tile_is_placed_turned_and_let_go(chromium: Any, marram: Any) -> None:
    page = opened(chromium, marram, "/play", viewport={"width": 1280, "height": 900})
    begun(page, marram, other="random", seed=7)
    wait_for(page, "document.querySelectorAll('.place.lit').length > 1")
    box = "document.getElementById('board').getAttribute('viewBox')"
    before = page.evaluate(box)
    ply = page.get_attribute("#status", "data-ply")
    page.locator(".place.lit").nth(0).click(force=True)
    wait_for(page, "document.querySelectorAll('#ghost image').length === 1")
    first = page.locator(".place.picked").get_attribute("id")
    others = page.locator(".place:is(.lit, .could):not(.picked)")
    assert others.count(), "other places stay to be chosen"
    others.nth(0).click(force=True)  # chooses anew
    assert page.locator(".place.picked").get_attribute("id") != first
    wait_for(page, "document.querySelectorAll('#ghost image').length === 1")
    page.keyboard.press("Escape")
    assert not page.locator(".place.picked").count() and not page.locator("#ghost image").count()
    for i in range(page.locator(".place.lit").count()):
        page.locator(".place.lit").nth(i).click(force=True)
        wait_for(page, "document.querySelectorAll('#ghost image').length === 1")
        if page.locator("#turn-it").is_visible():
            turn = "document.querySelector('#ghost image').getAttribute('transform')"
            was = page.evaluate(turn)
            page.keyboard.press("r")
            wait_for(page, f"{turn} !== {was!r}")
            page.locator("#turn-back").click()
            assert page.evaluate(turn) == was
            page.locator("#turn-it").click()
            assert page.evaluate(turn) != was
            break
        page.keyboard.press("Escape")
    shown = page.evaluate("document.querySelector('#ghost image').getAttribute('transform')")
    assert page.evaluate(box) == before, "the map keeps its scale during a turn"
    page.locator(".place.picked").click(force=True)  # the second click plays what is shown
    wait_for(page, f"document.getElementById('status').dataset.ply !== {ply!r}")
    wait_for(page, READY)
    there = page.evaluate(
        "[...document.querySelectorAll('.item')].map((e) => [+e.dataset.x, +e.dataset.y])"
    )
    assert [float(n) for n in re.findall(r"-?[\d.]+", shown)[:2]] in there
    assert page.locator(".item.moved").count()
    page.context.close()


def test_nothing_moves_under_the_finger(chromium: Any, marram: Any) -> None:
    page = opened(chromium, marram, "/play", **PHONE)
    page.add_init_script(SHIFT)
    begun(page, marram, other="random", seed=7)
    person = Person(page, 4)
    for _ in range(8):
        person.touch()
        page.keyboard.press("Escape")
        place = page.locator(".place.lit").locator("visible=true")
        if place.count():
            before = page.locator("#board").bounding_box()
            place.first.tap(force=True)
            assert page.locator("#board").bounding_box() == before
            page.keyboard.press("Escape")
    assert shift_of(page) < 0.1
    page.context.close()


def test_a_move_of_the_list_is_seen_on_the_board_and_cards_grow(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    with preview("mara") as served:
        page = opened(chromium, served, "/play", viewport={"width": 1280, "height": 900})
        begun(page, served, other="random", seed=7)
        wait_for(page, "!!document.querySelector('#moves button')")
        Person(page, 1).open_list()
        page.locator("#moves .list button").first.hover()
        wait_for(page, "document.querySelectorAll('.place.hint').length === 1")
        wait_for(page, "document.querySelectorAll('#ghost image').length === 1")
        page.locator(".place.lit").nth(1).hover(force=True)
        wait_for(page, "document.querySelectorAll('#moves .hint').length === 1")
        page.locator(".lies .lying img").first.hover(
            position={"x": 6, "y": 6}
        )  # left of the next card
        wait_for(page, "!!document.querySelector('#zoom img')")
        page.mouse.move(2, 2)
        wait_for(page, "!document.querySelector('#zoom img')")
        page.locator("#read").click()
        assert page.locator("#leaflets[open] img").count() >= 1
        page.keyboard.press("Escape")
        page.locator(".place.lit").first.click(force=True)
        page.locator(".place.picked").first.click(force=True)
        wait_for_words(page, "start at")
        page.context.close()


SLIDES = """
window.slides = 0;
window.gains = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { slides += 1; return animate.apply(this, how); };
new MutationObserver((changes) => {
  for (const change of changes) for (const node of change.addedNodes)
    if (node.className === "rise") gains.push(node.textContent);
}).observe(document, { subtree: true, childList: true });
"""


STARTS = """
window.starts = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, ...how) {
  if (this.matches(".item")) starts.push(frames[0].translate);
  return animate.call(this, frames, ...how);
};
"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_pieces_slide_and_gains_rise_over_the_player(
    chromium: Any, preview: Callable[..., Any], motion: str
) -> None:
    with preview(RAFT, "--trust") as served:
        look = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": motion}
        page = opened(chromium, served, "/play", **look)
        page.add_init_script(SLIDES)
        begun(page, served, other="random", seed=7)
        Person(page, 1).choose_of_list("Load", "Load", "Jump", "Load", "Jump")
        wait_for(page, "gains.includes('+1')")
        assert (page.evaluate("slides") > 0) == (motion != "reduce")
        page.context.close()


@pytest.mark.parametrize("look", [{"viewport": {"width": 1280, "height": 900}}, PHONE], ids=str)
def test_board_moves_and_hand_are_seen_without_scrolling(
    chromium: Any, marram: Any, look: dict[str, Any]
) -> None:
    """The bar with the moves and the player's hand lie side by side, within the window."""
    page = opened(chromium, marram, "/play", **look)
    begun(page, marram, other="random", seed=7)
    wait_for(page, "document.querySelectorAll('.place.lit').length > 1")
    page.locator(".place.lit").first.click(force=True)
    wait_for(page, "document.querySelectorAll('#ghost image').length === 1")
    bar, hand = page.locator("#do-it").bounding_box(), page.locator(".mine").bounding_box()
    is_beside = (
        bar["x"] + bar["width"] <= hand["x"] + 1 or hand["x"] + hand["width"] <= bar["x"] + 1
    )
    assert is_beside or bar["y"] + bar["height"] <= hand["y"] + 1
    assert bar["y"] + bar["height"] <= look["viewport"]["height"]
    if look is not PHONE:
        assert hand["y"] + hand["height"] <= look["viewport"]["height"]
    page.context.close()


def test_a_growing_map_fills_a_phone_and_shows_what_can_be_picked(
    chromium: Any, marram: Any
) -> None:
    page = opened(chromium, marram, "/play", **PHONE)
    begun(page, marram, other="random", seed=7)
    person = Person(page, 4)
    wide = "document.getElementById('map').scrollWidth"
    large = """(() => {
      const map = document.getElementById("map").getBoundingClientRect();
      const tiles = [...document.querySelectorAll("#board .item image")];
      const size = Math.max(...tiles.map((tile) => tile.getBoundingClientRect().width));
      const lit = [...document.querySelectorAll("#board .lit")];
      const boxes = lit.map((place) => place.getBoundingClientRect());
      return size > 24 && size < 112 && (!lit.length
        || boxes.every(({ x, y, width, height }) => x + width / 2 > map.left
          && x + width / 2 < map.right && y + height / 2 > map.top && y + height / 2 < map.bottom));
    })()"""
    for _ in range(12):
        ply = page.get_attribute("#status", "data-ply")
        person.touch()
        if page.get_attribute("#status", "data-ply") != ply:
            assert page.evaluate(large), "after a move, all places are seen that can be picked"
    inside = """(() => {
      const map = document.getElementById("map").getBoundingClientRect();
      return [...document.querySelectorAll(".item.moved")].every((item) => {
        const { left, right, top, bottom } = item.getBoundingClientRect();
        return right > map.left && left < map.right && bottom > map.top && top < map.bottom;
      });
    })()"""
    wait_for(page, "!document.getAnimations().length")  # while it slides it is elsewhere
    assert page.evaluate(inside)
    wheel = "document.getElementById('map').dispatchEvent(new WheelEvent('wheel', { deltaY: -1 }))"
    page.keyboard.press("Escape")
    before = page.evaluate(wide)
    page.evaluate(wheel)
    assert page.evaluate(wide) > before
    page.context.close()


@pytest.mark.slow
def test_late_on_a_phone_a_place_stays_under_the_finger_that_picks_it(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    with preview(RULES / "marram", "--variant", "long") as served:
        page = opened(chromium, served, "/play", **PHONE)
        begun(page, served, other="random", seed=6)
        chance, out = random.Random(6), page.locator("#out", has_text="Zoom in")
        lit = page.locator(".place.lit:not(.spot)")

        def step() -> None:
            wait_for(page, "document.querySelector('#moves button[value]')")
            buttons = page.locator("#moves button[value]")
            buttons.nth(chance.randrange(buttons.count())).evaluate("(button) => button.click()")
            wait_for(page, "!('busy' in document.body.dataset)")

        while not out.is_visible() or not lit.count():
            step()
        out.tap()
        wait_for(page, "document.getElementById('out').textContent === 'Show all'")
        step()
        while not lit.count():
            step()
        assert page.inner_text("#out") == "Show all", "it stays as large as the player made it"
        page.locator("#out").tap()
        wait_for(page, "document.getElementById('out').textContent === 'Zoom in'")
        places = page.locator(".place.lit").all()
        outer = min(places, key=lambda place: place.bounding_box()["x"])
        box = outer.bounding_box()
        outer.tap(force=True)
        wait_for(page, "document.querySelector('.place.picked')")
        assert page.inner_text("#out") == "Zoom in", "the map keeps its scale"
        picked = page.locator(".place.picked").bounding_box()
        assert [picked[side] for side in "xy"] == pytest.approx([box["x"], box["y"]], abs=2)
        ply = page.get_attribute("#status", "data-ply")
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        wait_for(page, f"document.getElementById('status').dataset.ply > {ply}")
        page.context.close()


def test_a_place_under_the_mouse_shows_the_tile_before_it_is_picked(
    chromium: Any, marram: Any
) -> None:
    page = opened(chromium, marram, "/play", viewport={"width": 1280, "height": 900})
    begun(page, marram, other="random", seed=7)
    wait_for(page, "document.querySelectorAll('.place.lit').length > 1")
    page.locator(".place.lit").nth(0).hover(force=True)
    wait_for(page, "document.querySelectorAll('#ghost image').length === 1")
    assert not page.locator(".place.picked").count() and not page.locator("#turns").is_visible()
    page.mouse.move(5, 5)
    wait_for(page, "document.querySelectorAll('#ghost image').length === 0")
    page.context.close()


def test_at_the_end_every_piece_outside_a_pile_is_open() -> None:
    """The tourists that a player has photographed are a number until the game is over."""

    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "random")
        await desk.settled(game)
        moves = moves_of_random(game_of("mara"))
        game.sitting = replace(game.sitting, seed=4, moves=tuple(moves[:-1]))
        game.movers[:] = [0] * len(game.sitting.moves)
        before = await desk.get(f"/play/{game.id}")
        game.sitting = replace(game.sitting, moves=tuple(moves))
        game.movers.append(0)
        game.is_over = True
        after = await desk.get(f"/play/{game.id}")
        assert desk.table.look is not None
        tourists = [p for p in desk.table.look.pieces if p.component == "tourists"]
        assert not any(f'src="/face/{p.back}.svg"' in after for p in tourists)
        shown = [
            sum(f'src="/face/{p.lying(True)}.svg"' in page for p in tourists)
            for page in (before, after)
        ]
        assert shown[1] > shown[0]
        assert 'class="eye"' not in before + after

    at_a_desk(RULES / "mara", work)


def test_a_flipped_tile_keeps_its_side_at_the_end() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "random")
        await desk.settled(game)
        moves = moves_of_random(game_of("marram"))
        game.sitting = replace(game.sitting, seed=4, moves=tuple(moves[:-1]))
        game.movers[:] = [0] * len(game.sitting.moves)
        before = await desk.get(f"/play/{game.id}")
        game.sitting = replace(game.sitting, moves=tuple(moves))
        game.movers.append(0)
        game.is_over = True
        after = await desk.get(f"/play/{game.id}")
        looks = [
            Counter(re.findall(r'data-looks="(/face/[^"]+)" data-x', p)) for p in (before, after)
        ]
        assert (looks[0] - looks[1]).total() <= 1, "the last move turns one tile at most"
        assert desk.table.look is not None
        tiles = [p for p in desk.table.look.pieces if p.component.endswith("tiles")]
        assert any(looks[1][f"/face/{p.lying(False)}.svg"] for p in tiles)

    at_a_desk(RULES / "marram", work)


def test_a_marble_comes_from_its_arrow_and_leaves_no_ghost_under_a_mouse_at_rest(
    chromium: Any, preview: Callable[..., Any]
) -> None:
    with preview(RULES / "shiftago") as served:
        page = opened(chromium, served, "/play", viewport={"width": 1280, "height": 900})
        page.add_init_script(STARTS)
        begun(page, served, other="random", seed=7)
        arrow = page.locator(".place.lit[aria-label^='row 4 from the left']").bounding_box()
        at = arrow["x"] + arrow["width"] / 2, arrow["y"] + arrow["height"] / 2
        page.mouse.move(at[0] - 3, at[1])
        wait_for(page, "document.getElementById('ghost').children.length === 1")
        page.mouse.move(*at)
        page.mouse.click(*at)
        wait_for(page, "!!document.querySelector('.place.picked')")
        page.mouse.click(*at)
        wait_for(page, "starts.length > 0 && document.getElementById('status').dataset.ply === '2'")
        x, y = (float(part.removesuffix("px")) for part in page.evaluate("starts[0]").split())
        assert x < -15 and abs(y) < 1, "from the left"
        page.wait_for_timeout(500)
        assert page.evaluate("document.getElementById('ghost').children.length") == 0
        page.context.close()


def test_the_pile_to_draw_from_can_be_picked_where_the_rules_name_it() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "random", seed=3)
        await desk.post(game, "alone", on="0")
        await desk.settled(game)
        for _ in range(2):  # the first tile is drawn by itself
            await desk.post(game, "undo")
        text = await desk.get(f"/play/{game.id}")
        near = text.partition('id="near"')[2].partition('id="mine"')[0]
        if "Lay the tile" not in text:
            assert 'data-pick="piece:bag"' in near and "Place a tile" in text
        else:
            assert "data-pick" not in near

    at_a_desk(RULES / "marram", work)


def test_spots_on_a_tile_of_marram_do_not_touch() -> None:
    """The marks around them have a radius of 6 mm."""
    game = game_of("marram")
    seated = Seated(game, 4, 0)
    seated.go(moves_of_random(game)[:200])
    for ply in range(200):
        spots = [c.spot for c in seated.view(ply, seated.turn(ply)).choices if c.spot]
        assert all(math.dist(a, b) > 12 for a, b in itertools.combinations(spots, 2))


def test_tiles_laid_lately_have_a_rim_in_the_colour_of_who_laid_them() -> None:
    """A boot lies on the rim, and a completed feature is traced, with its points.

    A tile that can be flipped has the mark of what can be picked instead, above the pieces.
    """

    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "greedy", seed=5)
        rng, n_lit, n_flips = random.Random(2), 0, 0
        for _ in range(20):
            await desk.settled(game)
            text = await desk.get(f"/play/{game.id}")
            board = text.partition('id="board"')[2].partition("</svg>")[0]
            rims = re.findall(r'class="side(\d)" points="([^"]*)" stroke="(#\w+)"', board)
            assert {(side, colour) for side, _, colour in rims} <= {
                ("1", "#f6f1e4"), ("2", "#f2a93b"),
            }  # fmt: skip
            framed = {" ".join(points.split()) for _, points, _ in rims}
            marked = r'class="place full lit.*?<polygon[^>]*points="([^"]*)"'
            flips = re.findall(marked, board, re.S)
            n_flips += len(flips)
            assert framed.isdisjoint(flips)
            assert not flips or board.index('class="place full lit') > board.index('id="ghost"')
            if 1 in game.movers and not flips:
                assert any(side == "2" for side, _, _ in rims)
                boots = [at for at in (board.rfind('class="rim"'),) if at >= 0]
                assert all(board.rindex('class="by"') < at for at in boots)
            n_lit += "+" in "".join(re.findall(r'class="trace".*?</text>', board))
            assert 'class="flare"' not in board
            move, _ = rng.choice(moves_on(text))
            await desk.post(game, "move", move=str(move), at=str(game.ply))
        assert n_lit and n_flips

    at_a_desk(RULES / "marram", work)


def test_the_table_says_the_goal_and_undo_names_the_bots_turn() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "greedy", seed=5)
        await desk.settled(game)
        text = await desk.get(f"/play/{game.id}")
        assert "Most points when the bag is empty win" in text
        assert ">7 boots<" in text and ">4 shovels<" in text
        said = set()
        for _ in range(12):
            move, _ = moves_on(text)[0]
            await desk.post(game, "move", move=str(move), at=str(game.ply))
            await desk.settled(game)
            text = await desk.get(f"/play/{game.id}")
            is_after_bot = game.movers[-1] == 1
            assert ("<small>and the bot’s turn<" in text) == is_after_bot
            assert "and the bot’s turn</small>" in text, "the button keeps its size"
            said.add(is_after_bot)
        assert len(said) == 2

    at_a_desk(RULES / "marram", work)


def test_on_a_phone_a_card_that_has_turned_leaves_no_number_and_names_lead_to_the_cards() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "greedy", seed=7)
        chosen = (
            "start at Acacia", "meet", "pick up the savannah", "end", "guide",
            "drive 1 path (between two savannah", "peek", "photograph",
        )  # fmt: skip
        for words in chosen:
            await desk.settled(game)
            moves = moves_on(await desk.get(f"/play/{game.id}"))
            move = next(move for move, name in moves if name.startswith(words))
            await desk.post(game, "move", move=str(move), at=str(game.ply))
        text = await desk.get(f"/play/{game.id}")
        stock = text.partition('class="stock"')[2].partition("</p>")[0]
        assert re.findall(r"<img[^>]*> <b>(\d+)</b>", stock) == ["15"]
        assert '<a href="#side-2"' in text and '<li id="side-2"' in text

    at_a_desk(RULES / "mara", work)


def test_undo_names_the_bots_turn_also_after_a_move_that_played_itself() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "greedy", seed=7)
        n_forced, rng = 0, random.Random(3)
        for _ in range(40):
            await desk.settled(game)
            text = await desk.get(f"/play/{game.id}")
            if game.movers[-2:] == [1, FORCED]:
                n_forced += 1
                assert "<small>and the bot’s turn<" in text
                assert 'aria-label="Undo and the bot’s turn"' in text
            move, _ = rng.choice(moves_on(text))
            await desk.post(game, "move", move=str(move), at=str(game.ply))
        assert n_forced

    at_a_desk(RULES / "mara", work)


def test_with_four_players_the_own_stock_and_what_the_others_scored_are_above_the_map() -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "greedy", "greedy", "greedy", seed=7)
        n_scored = 0
        for _ in range(16):
            await desk.settled(game)
            text = await desk.get(f"/play/{game.id}")
            status = text.partition('id="status"')[2].partition('id="sitting"')[0]
            assert re.search(r">\d boots?<", status) and re.search(r">\d shov", status)
            earlier = re.search(r'<b>Player [23]:</b> <i class="gain">\+\d.*<b>Player', status)
            n_scored += earlier is not None
            move, _ = moves_on(text)[0]
            await desk.post(game, "move", move=str(move), at=str(game.ply))
        assert n_scored

    at_a_desk(RULES / "marram", work)


def test_boots_of_marram_lie_whole_on_their_tiles() -> None:
    """A tile has sides of 45 mm; a boot beside the middle is drawn with a radius of 7.2 mm."""
    game = game_of("marram")
    spot_of, tables = game.book.get("spots").__globals__["spot_of"], game.tables
    spots = [spot_of(tables, 4 * face, part) for face in range(144) for part in range(8)
             if tables.ways[4 * face, part]]  # fmt: skip
    assert len(spots) > 200 and all(max(map(abs, at)) + 7.2 < 22.5 for at in spots)


def test_spots_on_a_tile_of_marram_leave_its_shovel_free() -> None:
    game = game_of("marram")
    spot_of, tables = game.book.get("spots").__globals__["spot_of"], game.tables
    looks = [4 * face for face in range(144) if tables.two_sided[face // 2]]
    spots = [spot_of(tables, look, part) for look in looks for part in range(8)
             if tables.ways[look, part]]  # fmt: skip
    assert len(spots) > 48 and all(math.dist(at, (16.1, -16.1)) > 6 + 3.9 for at in spots)


def test_the_tiles_of_a_completed_feature_are_marked() -> None:
    """The marks of a move that completes something are those of all of its tiles."""
    game = game_of("marram")
    seated = Seated(game, 4, 0)
    seated.go(moves_of_random(game)[:60])
    told = [each for ply in (30, 60) for each in seated.view(ply, 1, False).told]
    done = [each for each in told if "points for" in (each.line or "")]
    assert done and all(len({*each.places}) > 1 for each in done)
    assert all(len({*each.places}) <= 1 for each in told if each not in done)
