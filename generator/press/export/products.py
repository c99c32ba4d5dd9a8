"""The products of print shops, and the choice of a product for each component.

A product is chosen by its outline and its trim, which may differ by `CLOSE` mm. Lengths in mm.
"""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from generator import bundled
from generator.model.pack import Component, Shape

CLOSE = 0.6
DPI = 300
THICK = 0.8  # mm; for a thicker component, pieces are tried before cards


@dataclass(frozen=True, slots=True)
class Product:
    """A product of a shop: its outline and trim in mm, and the size of its picture in pixels."""

    name: str
    title: str
    kind: str  # "cards", "pieces" or "boards"
    outline: str  # "rect", "circle" or "hex"
    width: float
    height: float
    pixels: tuple[int, int]
    has_back: bool
    verified: str

    @property
    def picture(self) -> tuple[float, float]:
        """The width and height of the picture, mm."""
        across, down = self.pixels
        return across / DPI * 25.4, down / DPI * 25.4

    @property
    def bleed(self) -> float:
        """The bleed on the side where the picture extends further beyond the trim, mm."""
        across, down = self.picture
        return max((across - self.width) / 2, (down - self.height) / 2)

    def holds(self, shape: Shape) -> int | None:
        """The degrees by which to turn a shape to match the product; None if it does not match."""
        if shape.kind != self.outline:
            return None
        for turn, (width, height) in ((0, (shape.width, shape.height)), (90, _turned(shape))):
            if abs(width - self.width) <= CLOSE and abs(height - self.height) <= CLOSE:
                is_other_hex = shape.kind == "hex" and shape.flat_top != (turn == 0)
                return None if is_other_hex else turn
        return None

    def distance(self, shape: Shape) -> float:
        """The difference in size between a shape and the product, mm.

        Used to suggest near products.
        """
        sides = sorted((shape.width, shape.height))
        own = sorted((self.width, self.height))
        apart = abs(sides[0] - own[0]) + abs(sides[1] - own[1])
        return apart + (1000 if shape.kind != self.outline else 0)


def _turned(shape: Shape) -> tuple[float, float]:
    return shape.height, shape.width


@lru_cache(maxsize=8)
def products_of(shop: str) -> tuple[Product, ...]:
    """The products of a shop, the preferred ones first."""
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
    """The products that match a component, best first, each with the degrees of its turn."""
    fitting = [(p, turn) for p in products if (turn := p.holds(component.shape)) is not None]
    likely = "pieces" if component.stock > THICK else "cards"
    return sorted(fitting, key=lambda match: (match[1], match[0].kind != likely))


def nearest(component: Component, products: Sequence[Product], n: int = 3) -> list[Product]:
    """The `n` products that are most similar to a component."""
    return sorted(products, key=lambda product: product.distance(component.shape))[:n]
