"""The table of labels and perforated cards on sale, by their makers' numbers.

In: a name, such as "Avery 8371". Out: a `Stock`, or an error that lists known names.
"""

import csv
from functools import lru_cache

from generator import bundled
from generator.model.problems import near
from generator.model.stock import Stock


class UnknownStock(KeyError):
    """Raised if no sheet is known under this name; `fix` lists the known sheets."""

    def __init__(self, name: str) -> None:
        super().__init__(f'unknown stock "{name}"')
        self.message = f'unknown stock "{name}"'
        fix = near(name, known_stock())
        self.fix = f"{fix}; or write its measures, see stock in the reference"


@lru_cache(maxsize=1)
def known_stock() -> dict[str, Stock]:
    """The bundled table of sheets, by name."""
    stock = {}
    with (bundled("templates") / "stock.csv").open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table):
            name, n_columns, n_rows = row["name"], int(row["columns"]), int(row["rows"])
            width, height, left, top, across, down = (
                float(row[length])
                for length in ("width", "height", "left", "top", "across", "down")
            )
            stock[name] = Stock(
                name, row["paper"], n_columns, n_rows, width, height, left, top, across, down,
                is_round=row["round"] == "yes",
            )  # fmt: skip
    return stock


@lru_cache(maxsize=1)
def _other_numbers() -> dict[str, str]:
    """Other numbers for a sheet → its name: 8371 → avery-5371, with and without the maker."""
    names = {}
    with (bundled("templates") / "stock.csv").open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table):
            maker, _, number = row["name"].partition("-")
            for other in (number, *row["also"].lower().split()):
                if other:
                    names[other] = names[f"{maker}-{other}"] = row["name"]
    return names


def stock_named(name: str) -> Stock:
    """Return a sheet by its name or by another maker's number. Raises `UnknownStock`.

    >>> stock_named("Avery 8371").name
    'avery-5371'
    """
    written = "-".join(name.strip().lower().split())
    known = known_stock()
    found = known.get(written) or known.get(_other_numbers().get(written, ""))
    if found is None:
        raise UnknownStock(name)
    return found
