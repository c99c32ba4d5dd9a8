"""Decks as other programs and people keep them, each with the pieces that it prints."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import xlsxwriter
from PIL import Image

SQUIB = """\
Title,Description,Snark,Art,Qty
Humans,"Choose a player. That player loses 2 Pride.",Humans are so...human.,human.png,2
Aliens,"Draw two cards.
Discard one.",They want your cow.,alien.png,4
Robots,Copy the last card that was played.,Beep boop.,robot.png,1
"""
NANDECK = """\
NAME;COUNT;COST;TYPE;TEXT;IMAGE;BACK
Iron Mine;3;2;Building;Gain 1 ore each turn.;img\\mine.jpg;img\\back.jpg
Watch "Tower";2;3;Building;+1 defence for every wall.;img\\tower.jpg;img\\back.jpg
Raid;5;0;Event;Steal 1 good of your left neighbour.;img\\raid.jpg;img\\back.jpg
"""
COMPONENT_STUDIO = """\
name,quantity,type,cost,rules,flavor,image
Goblin Scout,3,creature,1,"<b>Scout</b> 2<br>Look at the top two cards.",Quick and rude.,https://x.example/g.png
Ogre,2,creature,4,Trample,,https://x.example/o.png
Healing Rain,1,spell,2,Each player heals 3.,It smells of iron.,https://x.example/h.png
"""
GERMAN = """\
sep=;
Titel;Anzahl;Kosten;Art;Kartentext;Gewicht
Fähre;3;2;Schiff;Bewege bis zu 2 Waren über den Fluss.;12,5
Müller;2;1;Person;Tausche 1 Korn gegen 1 Mehl.;0,75
Größe XL;1;4;Schiff;Zählt doppelt.;7,25
"""
TABBED = """\
Card Name\tNumber of cards\tAttack\tHealth\tAbility
Wolf\t4\t3\t2\tCharges when another wolf is in play
Bear\t2\t5\t6\tCannot be blocked by a single creature
Fox\t3\t2\t1\tDraw a card when Fox leaves play
"""
BLANK_ROWS = """\
Name,Qty,Text

Lantern,3,Look at the top two cards.
,,
Rope,,Draw a card from the deck.

Ghost,1,Everybody else discards a card.
"""
NO_NAMES = """\
Row,Front text,Colour
1,What is the capital of the country north of yours?,red
2,"Sing the chorus of a song, or lose a point for good.",blue
3,Name three rivers that are longer than one thousand miles.,#2e6f57
"""
TITLED = """\
My great game v3 (do not print!),,,
Card,Copies,Suit,Rank
Ace of Cups,1,cups,1
Two of Cups,1,cups,2
Ace of Swords,1,swords,1
"""
MANUAL = """\
Nom de la carte,Nombre,Coût,Type,Texte,Citation
Épée,2,3,Arme,Inflige 2 dégâts à une cible.,« En garde ! »
Bouclier,3,2,Arme,Annule une attaque reçue ce tour.,
Œil du sage,1,4,Relique,Regardez la main d'un autre joueur.,L'œil voit.
"""


@dataclass(frozen=True)
class Deck:
    """A deck: its file, its content, and the expected pieces and parts of game.yaml."""

    file: str
    write: Callable[[Path], None]
    n_pieces: int
    guesses: tuple[str, ...] = ()
    pictures: dict[str, tuple[int, int]] = field(default_factory=dict)
    warnings: int = 0  # that reading the file has


def text(content: str, encoding: str = "utf-8") -> Callable[[Path], None]:
    return lambda file: _write(file, content.encode(encoding))


def _write(file: Path, content: bytes) -> None:
    file.write_bytes(content)


def _workbook(file: Path) -> None:
    with xlsxwriter.Workbook(file) as book:
        cards, notes = book.add_worksheet("Cards"), book.add_worksheet("Notes")
        bold = book.add_format({"bold": True})
        for i, name in enumerate(("Title", "Qty", "VP", "Rules text", "Kind")):
            cards.write(0, i, name, bold)
        rows = [("Harbour", 2, 3, "Take 1 fish of any player.", "town")]
        rows += [("Lighthouse", 1, 5, "Ships within 2 fields are safe.", "tower")]
        rows += [("Net", 4, 1, "Catch 2 fish in the same field.", "tool")]
        for line, row in enumerate(rows, start=1):
            for i, cell in enumerate(row):
                cards.write(line, i, cell)
        notes.write(0, 0, "printed twice in May")


def _long(file: Path) -> None:
    rows = (f"Card {i},{i % 3 + 1},Gain {i} coins.\r\n" for i in range(10_000))
    _write(file, ("Name,Quantity,Effect\r\n" + "".join(rows)).encode())


DECKS = {
    "squib": Deck(
        "deck.csv", text(SQUIB), 7,
        ('count: {column: "Qty"', 'title: "{{ Title }}"', 'text: "{{ Description }}"',
         'art: "img/{{ Art }}"'),
        {f"img/{name}.png": (300, 300) for name in ("human", "alien", "robot")},
    ),
    "nandeck": Deck(
        "cards.csv", text(NANDECK), 10,
        ('count: {column: "COUNT"', 'corner: "{{ COST }}"', 'subtitle: "{{ TYPE }}"',
         'text: "{{ TEXT }}"', "IMAGE | replace", "BACK | replace"),
        {f"img/{name}.jpg": (750, 1050) for name in ("mine", "tower", "raid", "back")},
    ),
    "component studio": Deck(
        "game.csv", text(COMPONENT_STUDIO), 6,
        ('count: {column: "quantity"', 'flavour: "{{ flavor }}"', 'text: "{{ rules }}"'),
    ),
    "german excel": Deck(
        "Karten.csv", text(GERMAN), 6,
        ('count: {column: "Anzahl"', 'corner: "{{ Kosten }}"', 'subtitle: "{{ Art }}"',
         'text: "{{ Kartentext }}"'),
    ),
    "tabs": Deck(
        "wolves.tsv", text(TABBED), 9,
        ('count: {column: "Number of cards"', 'piece: "{{ Card_Name }}"',
         'value: "{{ Attack }}"', 'points: "{{ Health }}"'),
    ),
    "byte order mark": Deck("deck.csv", text(SQUIB, "utf-8-sig"), 7, ('title: "{{ Title }}"',)),
    "utf-16": Deck("deck.txt", text(TABBED, "utf-16"), 9, ('text: "{{ Ability }}"',)),
    "latin-1": Deck(
        "cartes.csv", text(MANUAL.replace("Œ", "O").replace("œ", "oe"), "latin-1"), 6,
        ('count: {column: "Nombre"', 'corner: "{{ Coût }}"', 'flavour: "{{ Citation }}"'),
        warnings=1,
    ),
    "blank rows and quantities": Deck(
        "deck.csv", text(BLANK_ROWS), 5, ('count: {column: "Qty", blank: 1}',)
    ),
    "no names": Deck(
        "trivia.csv", text(NO_NAMES), 3,
        ('text: "{{ Front_text }}"', 'colour: "{{ Colour }}"'),
    ),
    "a title above": Deck(
        "game v3.csv", text(TITLED), 3,
        ("header: 2", 'count: {column: "Copies"', "palette[Suit]", 'title: "{{ Card }}"'),
    ),
    "workbook": Deck(
        "deck.xlsx", _workbook, 7,
        ('count: {column: "Qty"', 'points: "{{ VP }}"', 'text: "{{ Rules_text }}"',
         '# Sheets not read: "Notes". To read one, give it a component of its own: rows: {'),
    ),
}  # fmt: skip
LONG = Deck("long.csv", _long, 19_999, ('count: {column: "Quantity"',))


def made(deck: Deck, folder: Path) -> Path:
    """The file of a deck in a folder, with its pictures beside it."""
    folder.mkdir()
    file = folder / deck.file
    deck.write(file)
    for name, size in deck.pictures.items():
        (folder / name).parent.mkdir(exist_ok=True)
        Image.new("RGB", size, (60, 90, 140)).save(folder / name)
    return file
