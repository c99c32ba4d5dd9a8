"""Pieces found by their names."""

from dataclasses import replace

import pytest

from generator.model.pack import Pack
from generator.play.measures.pieces import find_piece


def test_a_piece_is_found_by_any_of_its_names_and_misspellings_are_reported(market: Pack) -> None:
    for name in ("gold", "Gold", "goods/gold"):
        assert find_piece(market, name)[1].id == "gold"
    with pytest.raises(ValueError, match="no piece 'golt' in Market; did you mean 'gold'"):
        find_piece(market, "golt")
    twins = replace(market, components=(*market.components, replace(market.components[0], id="x")))
    with pytest.raises(ValueError, match="'gold' could be several pieces: goods/gold, x/gold"):
        find_piece(twins, "gold")
    assert find_piece(twins, "gold", ("goods/gold",))[0].id == "goods"
