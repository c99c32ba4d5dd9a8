"""The games to start from in other languages: names from a table, phrases in canonical words."""

import csv
import io
import re
from pathlib import Path
from typing import Any

import yaml

from generator.model.pack import Pack
from generator.model.problems import Problems
from generator.reading.door import open_pack
from generator.reading.phrases.foreign_words import ForeignWording, text_in
from generator.reading.phrases.grammar import Grammar
from generator.reading.phrases.languages import language_of
from generator.reading.phrases.plan import Planner
from generator.reading.phrases.same_in_all import renamed

GAMES = Path(__file__).parents[3] / "templates" / "games"
# English | German, its plural | French | Spanish, of kinds, resources, actions and titles.
NAMES = """
ore | Erz | minerai | mineral
oak | Eiche, Eiche | chêne | roble
wool | Wolle | laine | lana
mine | Mine | mine | mina
mill | Mühle | moulin | molino
loom | Webstuhl, Webstühle | métier à tisser | telar
work | Werk, Werke | ouvrage | obra
great work | Großwerk, Großwerke | grand ouvrage | gran obra
coin | Münze | pièce | moneda
action | Aktion | action | acción
buy | Kauf, Käufe | achat | compra
house | Haus, Häuser | maison | casa
crew | Mannschaft | équipage | tripulación
plum | Pflaume | prune | ciruela
pear | Birne | poire | pera
fig | Feige | figue | higo
grape | Traube | raisin | uva
melon | Melone | melon | melón
basket | Korb, Körbe | panier | cesta
cherry | Kirsche | cerise | cereza
scarecrow | Vogelscheuche | épouvantail | espantapájaros
hive | Bienenkorb, Bienenkörbe | ruche | colmena
treasure | Schatz, Schätze | trésor | tesoro
raid | Überfall, Überfälle | raid | asalto
home | Heim, Heime | foyer | hogar
trade | Handel | commerce | comercio
worker | Arbeiter, Arbeiter | ouvrier | trabajador
wood | Holz | bois | madera
stone | Stein, Steine | pierre | piedra
rope | Seil, Seile | corde | cuerda
gear | Ausrüstung | équipement | equipo
danger | Gefahr, Gefahren | danger | peligro
stall | Stand, Stände | étal | puesto
helper | Helfer, Helfer | aide | ayudante
one of each | von jedem eins | un de chaque | uno de cada
two alike | zwei gleiche | deux pareils | dos iguales
build | bauen | bâtir | construir
play | spielen | jouer | jugar
work (action) | arbeiten | travailler | trabajar
buy (action) | kaufen | acheter | comprar
Works | Werke | Ouvrages | Obras
Harbour cards | Hafenkarten | Cartes du port | Cartas del puerto
Fruit | Obst | Fruits | Fruta
Raid cards | Beutekarten | Cartes de raid | Cartas de asalto
Houses | Häuser | Maisons | Casas
Places | Orte | Lieux | Lugares
Grotto cards | Grottenkarten | Cartes de la grotte | Cartas de la gruta
Market cards | Marktkarten | Cartes du marché | Cartas del mercado
"""


def _names(language: str) -> tuple[dict[str, str], dict[str, str]]:
    """English names → names, and those names → plurals that no rule gives."""
    column = ("de", "fr", "es").index(language) + 1
    names, plurals = {}, {}
    for line in NAMES.strip().splitlines():
        english, *others = (part.strip() for part in line.split(" | "))
        name, _, plural = others[column - 1].partition(", ")
        names[english] = name
        if plural:
            plurals[name] = plural
    return names, plurals


class Translator:
    """Translates the files of one game."""

    def __init__(self, game: str, language: str) -> None:
        pack, _ = open_pack(GAMES / game)
        assert pack is not None and pack.play is not None
        planner = Planner(pack, pack.play, Problems())
        planner.name_all()
        self.grammar: Grammar = planner.grammar
        self.names, self.plurals = _names(language)
        wording = language_of(language).wording(self.plurals)
        assert isinstance(wording, ForeignWording)
        self.wording, self.language = wording, language
        self.folder = GAMES / game

    def phrase(self, text: str, *, triggers: bool = True, scores: bool = False) -> str:
        """A phrase in canonical words of the language, with translated names."""
        program, faults = self.grammar.read(text, triggers=triggers)
        assert not faults, text
        return text_in(self.wording, renamed(program, self.names))

    def name(self, name: str, what: str = "") -> str:
        return self.names.get(f"{name} ({what})", self.names.get(name, name))

    def cells(self, file: str) -> str:
        rows = list(csv.DictReader(io.StringIO((self.folder / file).read_text("utf-8"))))
        for row in rows:
            row["effect"] = self.phrase(row["effect"]) if row["effect"] else ""
            if row.get("kind"):
                row["kind"] = self.name(row["kind"])
            if row.get("cost"):
                row["cost"] = re.sub("[a-z]+", lambda name: self.name(name[0]), row["cost"])
        out = io.StringIO()
        table = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
        return out.getvalue()

    def play(self, play: dict[str, Any]) -> dict[str, Any]:
        """The section `play:` in the language."""
        new = dict(play)
        resources = play.get("resources", {})
        new["resources"] = {
            self.name(name): {
                k: self.name(v) if k == "saves" else v for k, v in (given or {}).items()
            }
            for name, given in resources.items()
        }
        new["plurals"] = self.plurals
        actions = play.get("actions", {})
        new["actions"] = {self.name(n, "action"): self._action(a) for n, a in actions.items()}
        new["turn"] = [self._step(step) for step in _listed(play["turn"])]
        for key in ("set-up", "scoring", "round scoring"):
            if key in play:
                new[key] = [self.phrase(text, triggers=False) for text in _listed(play[key])]
        if "stays" in play:
            new["stays"] = [self.name(kind) for kind in _listed(play["stays"])]
        if "tie" in play:
            how, _, what = play["tie"].partition(" ")
            new["tie"] = f"{how} {'card you own' if what == 'card you own' else self.name(what)}"
        return new

    def _action(self, action: Any) -> Any:
        if isinstance(action, str):
            return self.phrase(action, triggers=False)
        new = dict(action)
        if new.get("play") not in (None, "card"):
            new["play"] = self.name(new["play"])
        if "costs" in new:
            n, _, name = new["costs"].partition(" ")
            new["costs"] = f"{n} {self.name(name)}"
        return new

    def _step(self, step: Any) -> Any:
        if isinstance(step, str):
            return step if step == "each turn effects" else self.phrase(step, triggers=False)
        new = dict(step)
        if "choose" in new:
            new["choose"] = [self.name(name, "action") for name in _listed(new["choose"])]
        for key in ("every", "bust"):
            if key in new:
                new[key] = self.name(new[key])
        return new

    def write(self, folder: Path) -> Pack:
        """Write the game into a folder and open it."""
        folder.mkdir()
        game = yaml.safe_load((self.folder / "game.yaml").read_text("utf-8"))
        game["languages"] = [self.language]
        for component in game["components"].values():
            component["title"] = self.name(component["title"])
            component["front"].pop("colour", None)
        game["play"] = self.play(game["play"])
        text = yaml.safe_dump(game, allow_unicode=True, sort_keys=False)
        (folder / "game.yaml").write_text(text, "utf-8")
        for file in self.folder.glob("*.csv"):
            (folder / file.name).write_text(self.cells(file.name), "utf-8")
        pack, problems = open_pack(folder)
        assert pack is not None, [str(problem) for problem in problems]
        return pack


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
