"""The overview of a deck: outliers are named, equal cards are reported, and nothing is guessed."""

from dataclasses import replace
from pathlib import Path

from generator.preview.faces import Look, Part, Shown, key_of
from generator.preview.overview import Glance, glances, theil_sen
from generator.preview.playtest import Use


def look_of(*rows: dict[str, str | int], keywords: tuple[str, ...] = ()) -> Look:
    pieces = tuple(
        Shown(f"deck/{i}", key_of(f"deck/{i}"), "deck", str(r["name"]), 1, r, "c.csv", i + 2)
        for i, r in enumerate(rows)
    )
    part = Part("deck", "Deck", 63, 88, len(rows))
    return Look(
        "g", "G", Path("g"), (2, 4), "", (), "", (), {}, (part,), pieces, keywords, (), False, "",
        "d", {},
    )  # fmt: skip


def only(look: Look, uses: dict[str, Use] | None = None) -> Glance:
    (found,) = glances(look, uses or {})
    return found


def test_cards_off_the_cost_line_are_named() -> None:
    rows: list[dict[str, str | int]] = [
        {"name": f"card {i}", "cost": i % 6, "points": 2 * (i % 6) + (i % 2)} for i in range(20)
    ]
    rows.append({"name": "bargain", "cost": 1, "points": 30})
    found = only(look_of(*rows))
    (cloud,) = found.clouds
    assert (cloud.x_title, cloud.y_title) == ("cost", "points")
    assert [dot.name for dot in cloud.far] == ["bargain"]
    assert [s.title for s in found.spreads] == ["cost", "points"]
    assert [dot.name for dot in found.spreads[1].far] == ["bargain"]
    assert len(found.spreads[0].dots) == 21


def test_without_outliers_the_piece_farthest_from_the_line_is_named() -> None:
    rows: list[dict[str, str | int]] = [
        {"name": f"card {i}", "cost": i % 5, "points": i % 5 + i % 3} for i in range(20)
    ]
    rows.append({"name": "guide", "cost": 0, "points": 4})
    (cloud,) = only(look_of(*rows)).clouds
    assert not cloud.far and [dot.name for dot in cloud.farthest] == ["guide"]
    even: list[dict[str, str | int]] = [
        {"name": str(i), "cost": i, "points": 2 * i} for i in range(9)
    ]
    assert only(look_of(*even)).clouds[0].farthest == ()


def test_few_rows_have_no_overview() -> None:
    rows: list[dict[str, str | int]] = [{"name": str(i), "cost": i} for i in range(3)]
    assert glances(look_of(*rows), {}) == []


def test_a_column_of_one_value_or_of_words_has_no_spread() -> None:
    rows: list[dict[str, str | int]] = [
        {"name": str(i), "cost": 2, "kind": "red" if i % 2 else "blue"} for i in range(8)
    ]
    found = only(look_of(*rows))
    assert found.spreads == () and found.clouds == ()
    (sorts,) = found.sorts
    assert [(b.word, b.rows) for b in sorts.bars] == [("blue", 4), ("red", 4)]


def test_keywords_are_counted_where_they_stand_as_words() -> None:
    rows: list[dict[str, str | int]] = [
        {"name": "a", "text": "Trade twice, then rest."},
        {"name": "b", "text": "Traders may not trade here"},
        {"name": "c", "text": "All traders go home, now"},
        {"name": "d", "text": "Nothing at all happens here."},
    ]
    found = only(look_of(*rows, keywords=("Trade",)))
    (marks,) = [s for s in found.sorts if s.title == "keywords and icons"]
    assert [(b.word, b.rows) for b in marks.bars] == [("Trade", 2)]


def test_texts_that_are_nearly_the_same_are_reported_but_not_numbers_alone() -> None:
    rows: list[dict[str, str | int]] = [
        {"name": "ox", "text": "Draw a card, then discard a card."},
        {"name": "eel", "text": "Draw a card, then discard one card."},
        {"name": "owl", "text": "Pay 2 coins and take 3 grain home."},
        {"name": "ant", "text": "Pay 3 coins and take 4 grain home."},
        {"name": "cow", "text": "Everyone else loses their whole turn."},
    ]
    twins = only(look_of(*rows)).twins
    assert [(t.first.name, t.second.name, t.is_same) for t in twins] == [("ox", "eel", False)]


def test_equal_messages_are_reported_once() -> None:
    rows: list[dict[str, str | int]] = [{"name": "bread"} for _ in range(5)]
    rows += [{"name": "fish soup of the day"}, {"name": "Fish soup of the day!"}]
    rows += [{"name": "fish soup of a day"}]
    twins = only(look_of(*rows)).twins
    assert [(t.first.name, t.n, t.is_same) for t in twins] == [
        ("bread", 5, True),
        ("fish soup of the day", 2, True),
        ("fish soup of the day", 2, False),
    ]


def test_the_players_are_shown_beside_the_numbers() -> None:
    rows: list[dict[str, str | int]] = [{"name": str(i), "worth": i} for i in range(8)]
    uses = {f"deck/{i}": Use((), i / 10, None, ()) for i in range(8)}
    found = only(look_of(*rows), uses)
    assert [c.y_title for c in found.clouds] == ["used in % of games"]
    assert "used in % of games" in [s.title for s in found.spreads]


def test_numbers_have_three_digits_and_rounding_errors_are_0() -> None:
    rows: list[dict[str, str | int]] = [{"name": str(i), "worth": i} for i in range(6)]
    lifts = (-0.3, -0.1, 0.1, 0.1, 0.1, 0.1)
    uses = {f"deck/{i}": Use((), 0.5, lift, ()) for i, lift in enumerate(lifts)}
    (spread,) = [s for s in only(look_of(*rows), uses).spreads if s.title.startswith("its users")]
    assert spread.words == "−30 to 10, half are at most 10, mean 0"
    big: list[dict[str, str | int]] = [{"name": str(n), "cost": n} for n in (-9997, 5, 8, 9, 9996)]
    assert only(look_of(*big)).spreads[0].words.startswith("−9,997 to 9,996, half are at most 8,")


def test_an_outlier_does_not_move_the_line() -> None:
    points = [(float(x), 2.0 * x + 1) for x in range(9)] + [(9.0, 500.0)]
    assert theil_sen(points) == (2.0, 1.0)


def test_a_colour_is_not_counted_as_an_icon_of_the_same_name() -> None:
    colours = ("rose", "fir", "sun", "lake")
    rows: list[dict[str, str | int]] = [
        {"name": f"n{i}", "colour": colour, "cost": i, "mark": "sun" if i == 1 else ""}
        for i, colour in enumerate(colours)
    ]
    look = replace(look_of(*rows), icons=("sun",), palette=colours)
    (sorts,) = only(look).sorts
    assert [(bar.word, bar.rows) for bar in sorts.bars] == [("sun", 1)]
    bare: list[dict[str, str | int]] = [{k: v for k, v in r.items() if k != "mark"} for r in rows]
    assert only(replace(look_of(*bare), icons=("sun",), palette=colours)).sorts == ()
