"""The prices and gains of rows, for the page with the overview of decks; runs in a worker.

In: a `Call` and whether the pack's play is used. Out: a `Weighed` for each component.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from generator.preview.faces import Call, key_of


@dataclass(frozen=True, slots=True)
class Named:
    """A piece that can be clicked, and a text about it."""

    key: str
    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The balance of one component, in words."""

    columns: str
    has_unknown: bool
    twins: tuple[tuple[Named, ...], ...]
    all_but: str  # the columns in which the rows of `twins` may differ
    worse: tuple[Named, ...]
    rated: str  # points per price, with the names of the columns
    rates: tuple[Named, ...]  # the highest rate first


def weighed(call: Call, plays: bool) -> Mapping[str, Weighed]:
    """The balance of every component that has one, by the component's id."""
    from generator.play.studies.trials.balance import (
        Balance,
        all_but,
        balances_of,
        columns_said,
        rate_of,
        rates_named,
        reason,
    )

    def named(balance: Balance, row: str, name: str, text: str = "") -> Named:
        return Named(key_of(f"{balance.component.id}/{row}"), name, text)

    pack, _ = call.opened()
    if pack is None:
        return {}
    return {
        b.component.id: Weighed(
            columns_said(b),
            bool(b.unknown),
            tuple(tuple(named(b, row.id, row.name) for row in rows) for rows in b.twins),
            all_but(b.component),
            tuple(named(b, d.row.id, d.row.name, reason(d, b.meanings)) for d in b.dominated),
            rates_named(b),
            tuple(named(b, r.row.id, r.row.name, rate_of(r)) for r in b.rates),
        )
        for b in balances_of(pack, plays=plays)
        if b.says
    }
