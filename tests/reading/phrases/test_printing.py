"""The printed form of effects and costs in cells, with icons in place of the names of resources."""

import re
from pathlib import Path

import pytest

from generator.model.pack import Pack, Row
from generator.reading.door import open_pack
from generator.reading.phrases.plan import plan_of

GAME = """
protoplay: 1
name: Forge
players: 2
components:
  cards: {size: poker, rows: cards.csv}
play:
  cards: {cards: {row: 2}}
  resources:
    ore: {icon: gem}
    oak: {}
    gold bar: {icon: coin}
  actions: {buy: {buy: cards}, dig: Gain 1 ore}
  turn: {choose: [buy, dig]}
  end: after 5 rounds
"""


def forge(folder: Path, cards: str, game: str = GAME) -> tuple[Pack | None, list[str]]:
    (folder / "game.yaml").write_text(game, "utf-8")
    (folder / "cards.csv").write_text(f"name,kind,cost,effect\n{cards}\n", "utf-8")
    pack, problems = open_pack(folder)
    return pack, [str(problem) for problem in problems]


def row_of(pack: Pack | None) -> Row:
    assert pack is not None
    return pack.components[0].rows[0]


@pytest.mark.parametrize(
    ("effect", "printed"),
    [
        ("Gain 2 ore.", "Gain 2\u00a0:gem:."),
        ("Gain 1 Ore and 2 oak", "Gain 1\u00a0:gem: and 2 oak"),
        ("Pay 2 ores: gain 1 gold bar", "Pay 2\u00a0:gem:: gain 1\u00a0:coin:"),
        ("End: 1 point per ore", "End: 1 point per :gem:"),
        ("Gain 1 Ore Cart", "Gain 1 Ore Cart"),  # a card
        ("Gain 1 point per ore digger", "Gain 1 point per ore digger"),  # a kind
        ("Gain 2 :gem:", "Gain 2\u00a0:gem:"),
    ],
)
def test_resources_print_as_icons_and_mean_the_same(
    effect: str, printed: str, tmp_path: Path
) -> None:
    cards = f'Mint,ore digger,"3 ore, 1 oak","{effect}"\nOre Cart,ore digger,1 oak,'
    pack, problems = forge(tmp_path, cards)
    row = row_of(pack)
    assert not [problem for problem in problems if "error:" in problem]
    assert row.fields["effect"] == printed
    assert row.fields["cost"] == "3\u00a0:gem:, 1 oak"
    assert row.fields["kind"] == "ore digger"
    plain, _ = forge(
        tmp_path, cards.replace(":gem:", "ore"), re.sub("icon: [a-z]+", "start: 0", GAME)
    )
    assert pack is not None and plain is not None
    (first, _), (second, _) = plan_of(pack), plan_of(plain)
    assert (first.code, first.costs, first.cost_of) == (second.code, second.costs, second.cost_of)
    assert [words for _, words in first.words] == [words for _, words in second.words]


def test_an_unknown_icon_is_reported_with_a_near_name(tmp_path: Path) -> None:
    _, problems = forge(tmp_path, "Mint,work,1 ore,", GAME.replace("icon: gem", "icon: gemm"))
    assert [problem for problem in problems if "error:" in problem] == [
        'game.yaml:10:5: error: "ore" has the icon "gemm", which does not exist '
        '(did you mean "gem"?)'
    ]
