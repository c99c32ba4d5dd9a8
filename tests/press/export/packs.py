"""A game with a piece of each kind and as many cards as a test needs."""

from pathlib import Path

GAME = """protoplay: 1
name: Big
players: 2-4
components:
  cards:
    size: poker
    rows: cards.csv
    count: "{{ n }}"
    front: {use: card, title: "{{ name }}", corner: "{{ value }}"}
    back: {use: back, title: Big}
  lots:
    shape: {rect: [88mm, 63mm]}
    rows: [{name: left}, {name: right}]
    front: {use: card, title: "{{ name }}"}
    back: {use: back, title: "{{ name }}"}
  men: {shape: {standee: [25mm, 40mm]}, front: {use: standee, title: Man}}
  dice: {shape: {cube: 16mm}, front: {use: dice}}
  box: {shape: {tuckbox: cards}, front: {use: tuckbox, title: Big}}
  board: {shape: {board: [180mm, 120mm]}, front: {use: board, title: Board}}
  shard:
    shape: {polygon: [[0mm, 0mm], [30mm, 0mm], [15mm, 25mm]]}
    count: 2
    front: {use: token, title: S}
table:
  piles: {deck: {of: cards, at: [200mm, 300mm], shuffled: true}, discard: {at: [280mm, 300mm]}}
  seats: {hand: {from: deck, n: 3}, counters: {points: 0}}
  counters: {round: 1}
  dice: [d6, d20]
"""


def big_pack(folder: Path, n: int, changed: str = "") -> Path:
    """Write the game with `n` cards; `changed` is added to the value of the fourth."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [f"Card {i},{i}{changed if i == 3 else ''},{1 + i % 2}" for i in range(n)]
    (folder / "cards.csv").write_text("\n".join(["name,value,n", *rows]) + "\n")
    (folder / "game.yaml").write_text(GAME)
    return folder
