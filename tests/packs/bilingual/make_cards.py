"""Writes cards.xlsx: 200 cards in English and German, seven of them too long, one untranslated."""

import datetime
import random
from pathlib import Path

import xlsxwriter

SHORT = (
    ("Draw **{n}** cards.", "Ziehe **{n}** Karten."),
    ("Pay {n}:coin: to turn a tile.", "Zahle {n}:coin:, um ein Plättchen zu wenden."),
    ("Gain :star: for each *neighbour*.", "Erhalte :star: für jeden *Nachbarn*."),
    ("Move your pawn :pawn: up to {n} fields.", "Ziehe deine Figur :pawn: bis zu {n} Felder weit."),
    ("Each other player loses a :heart:.", "Jeder andere Spieler verliert ein :heart:."),
    ("Keep this card until your next turn.", "Behalte diese Karte bis zu deinem nächsten Zug."),
)
LONG = (
    "This card goes on and on, clause after clause, until no designer would print it. ",
    "Diese Karte hört nicht auf, Nebensatz um Nebensatz, bis niemand sie mehr drucken mag. ",
)
NAMES = (
    ("Ferry", "Fähre"), ("Mill", "Mühle"), ("Orchard", "Obstgarten"), ("Smithy", "Schmiede"),
    ("Harbour", "Hafen"), ("Chapel", "Kapelle"), ("Market", "Marktplatz"), ("Quarry", "Steinbruch"),
)  # fmt: skip
TOO_LONG = {13: "de", 41: "de", 77: "both", 102: "de", 150: "both", 151: "de", 199: "both"}
UNTRANSLATED = 60


def main() -> None:
    chance = random.Random(1)
    book = xlsxwriter.Workbook(Path(__file__).with_name("cards.xlsx"))
    book.set_properties({"created": datetime.datetime(2026, 1, 1)})
    sheet = book.add_worksheet("Cards")
    book.add_worksheet("Notes").write(0, 0, "not read")
    for column, name in enumerate(("id", "name", "name.de", "text", "text.de", "icon", "cost")):
        sheet.write(0, column, name)
    for i in range(200):
        english, german = NAMES[i % len(NAMES)]
        lines = chance.sample(SHORT, 3)
        n = chance.randint(2, 4)
        text, text_de = (" ".join(line[k] for line in lines).format(n=n) for k in (0, 1))
        who = TOO_LONG.get(i)
        if who:
            text_de = LONG[1] * 16
        if who == "both":
            text = LONG[0] * 16
        if i == UNTRANSLATED:
            text_de = ""
        icon = chance.choice(("star", "heart", "coin", "gem", "leaf"))
        row = (f"card-{i:03}", f"{english} {i}", f"{german} {i}", text, text_de, icon, n)
        for column, value in enumerate(row):
            sheet.write(i + 1, column, value)
    book.close()


if __name__ == "__main__":
    main()
