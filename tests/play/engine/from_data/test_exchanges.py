"""Cards of games of words that act as other cards: nothing but these cards changes."""

import numpy as np
import pytest

from generator import bundled
from generator.play.engine.game import load_game, tables_with
from generator.play.studies.exchange.rows import acting_as, changed_piece
from generator.reading.door import open_pack
from generator.reading.scaffold import KINDS

FOLDER = bundled("templates") / "games"
STAYS = ("code", "counters", "costs", "numbers", "verb_kind", "use_kind", "actions", "steps")


@pytest.mark.parametrize("kind", KINDS.values())
def test_only_the_row_changes_of_a_card_that_acts_as_another(kind: str) -> None:
    pack, _ = open_pack(FOLDER / kind)
    assert pack is not None and pack.play is not None
    game = load_game(pack, 3, plain=True)
    component = pack.component(pack.play.cards[0].component)
    for i, row in enumerate(component.rows):
        if row.fields.get("start"):  # players begin with it, and its points count at once
            continue
        other = (i + 1) % len(component.rows)
        new = acting_as(pack, row, component.rows[other])
        tables = tables_with(game, changed_piece(pack, component, row, new))
        for name in STAYS:
            assert np.array_equal(tables[name], game.tables[name]), (row.name, name)
        entry = game.tables.entry.copy()
        entry[i] = entry[other]
        assert np.array_equal(tables.entry, entry), row.name


def test_new_words_lie_behind_those_of_the_game() -> None:
    pack, _ = open_pack(FOLDER / "raid")
    assert pack is not None
    game, component = load_game(pack, 3, plain=True), pack.component("cards")
    row = component.rows[0]
    new = acting_as(pack, row, row)
    new.fields["effect"] = "Gain 9 coins and draw 1 card."
    tables = tables_with(game, changed_piece(pack, component, row, new))
    changed = np.flatnonzero((tables.code != game.tables.code).any(axis=1))
    first = int(tables.entry[0, 0])
    assert changed[0] == first > game.tables.entry.max()
    assert tables.code[first, 2] == 9 and len(changed) <= 3
    assert np.array_equal(tables.entry[1:], game.tables.entry[1:])
