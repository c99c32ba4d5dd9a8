"""The products of print shops, and which of them a component is.

A product is found by its outline and its trim, which may differ by `CLOSE` mm. Lengths in mm.
"""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from generator import bundled
from generator.model.pack import Component, Shape

CLOSE = 0.6
DPI = 300
THICK = 0.8  # mm; a thicker component is looked for among pieces before cards


@dataclass(frozen=True, slots=True)
class Product:
    """What a shop makes: its outline and trim, and the picture that it wants, in pixels."""

    name: str
    title: str
    kind: str  # cards, pieces or boards
    outline: str  # rect, circle or hex
    width: float
    height: float
    pixels: tuple[int, int]
    has_back: bool
    verified: str

    @property
    def picture(self) -> tuple[float, float]:
        """The size of the picture, mm."""
        across, down = self.pixels
        return across / DPI * 25.4, down / DPI * 25.4

    @property
    def bleed(self) -> float:
        """How far the picture extends beyond the trim, on its wider side."""
        across, down = self.picture
        return max((across - self.width) / 2, (down - self.height) / 2)

    def holds(self, shape: Shape) -> int | None:
        """By how many degrees a shape is turned to be this product; None if it is another."""
        if shape.kind != self.outline:
            return None
        for turn, (width, height) in ((0, (shape.width, shape.height)), (90, _turned(shape))):
            if abs(width - self.width) <= CLOSE and abs(height - self.height) <= CLOSE:
                is_other_hex = shape.kind == "hex" and shape.flat_top != (turn == 0)
                return None if is_other_hex else turn
        return None

    def distance(self, shape: Shape) -> float:
        """How much a shape differs from the product, mm; for the names of the nearest."""
        sides = sorted((shape.width, shape.height))
        own = sorted((self.width, self.height))
        apart = abs(sides[0] - own[0]) + abs(sides[1] - own[1])
        return apart + (1000 if shape.kind != self.outline else 0)


def _turned(shape: Shape) -> tuple[float, float]:
    return shape.height, shape.width


@lru_cache(maxsize=8)
def products_of(shop: str) -> tuple[Product, ...]:
    """The products of a shop, in the order in which they are preferred."""
    with (bundled("templates") / "shop_products.csv").open(encoding="utf-8", newline="") as table:
        return tuple(
            Product(
                row["product"], row["title"], row["kind"], row["outline"],
                float(row["width"]), float(row["height"]),
                (int(row["pixels_across"]), int(row["pixels_down"])),
                row["sides"] == "2", row["verified"],
            )
            for row in csv.DictReader(table)
            if row["shop"] == shop
        )  # fmt: skip


def matching(component: Component, products: Sequence[Product]) -> list[tuple[Product, int]]:
    """The products that a component may be, the likeliest first, with the turn that it needs."""
    fitting = [(p, turn) for p in products if (turn := p.holds(component.shape)) is not None]
    likely = "pieces" if component.stock > THICK else "cards"
    return sorted(fitting, key=lambda match: (match[1], match[0].kind != likely))


def nearest(component: Component, products: Sequence[Product], n: int = 3) -> list[Product]:
    """The products that are most like a component."""
    return sorted(products, key=lambda product: product.distance(component.shape))[:n]
