"""Converts the checked section `play:` to a `Play`, with the place of every phrase."""

import re
from typing import Literal

from generator.model.plays import (
    ANY_TIMES,
    Action,
    Columns,
    Phrase,
    Play,
    PlayedCards,
    Resource,
    Step,
)
from generator.model.problems import Place
from generator.reading.schema_play import (
    EFFECTS,
    ActionSection,
    PlaySection,
    ResourceSection,
    StepSection,
)
from generator.reading.values import Steps, Tree

ONCE: dict[str, Literal["turn", "round"]] = {"each turn": "turn", "each round": "round"}
_FILLED = re.compile(r"\{\{\s*([A-Za-z_]\w*)\s*\}\}")


def play_of(section: PlaySection, tree: Tree) -> Play:
    """Return the play that a section describes."""
    return _Reader(tree).play(section)


class _Reader:
    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    def play(self, s: PlaySection) -> Play:
        hand = {int(players): self.number(n) for players, n in s.hand.items()}
        top: Steps = ("play",)
        return Play(
            place=self.tree.key(top),
            cards=tuple(
                PlayedCards(id, self.key("cards", id), self.number(c.row), c.supply, c.start)
                for id, c in s.cards.items()
            ),
            resources=self.resources(s),
            places=s.places,
            own_decks=s.decks == "own",
            hand=hand,
            extra={
                player: self.phrase(text, ("extra", player), f"extra of player {player}")
                for player, text in s.extra.items()
            },
            hold=None if s.hold is None else self.number(s.hold),
            stays=tuple(s.stays),
            set_up=self.phrases(s.set_up, "set-up"),
            actions=tuple(self.action(name, action) for name, action in s.actions.items()),
            turn=tuple(self.step(i, step) for i, step in enumerate(s.turn)),
            round_scoring=self.phrases(s.round_scoring, "round scoring"),
            scoring=self.phrases(s.scoring, "scoring"),
            counts_owned=s.points_count == "owned",
            tie=self.phrase(s.tie, ("tie",), "tie") if s.tie else None,
            ends=self.phrases(s.end, "end"),
            columns=Columns(s.effects or "", s.kinds or "", s.cost or "", s.points or ""),
            phrases=dict(s.phrases),
            synonyms=dict(s.synonyms),
            plurals=dict(s.plurals),
        )

    def number(self, written: int | str) -> int | str:
        """A number, or the name of a parameter."""
        found = _FILLED.fullmatch(written) if isinstance(written, str) else None
        return found[1] if found else written

    def key(self, *path: str | int) -> Place:
        return self.tree.key(("play", *path))

    def phrase(self, text: str, path: Steps, what: str) -> Phrase:
        return Phrase(_FILLED.sub(r"\1", text), self.tree.place(("play", *path)), what)

    def phrases(self, texts: list[str], key: str) -> tuple[Phrase, ...]:
        return tuple(self.phrase(text, (key, i), key) for i, text in enumerate(texts))

    def resources(self, s: PlaySection) -> tuple[Resource, ...]:
        wild = {given for name, given in s.resources.items() if isinstance(given, str)}
        found = []
        for name, given in s.resources.items():
            place = self.key("resources", name)
            if isinstance(given, str):
                if given not in s.resources:
                    found.append(Resource(given, place, is_wild=True))
                continue
            assert isinstance(given, ResourceSection)
            bank = None if given.bank is None else self.number(given.bank)
            is_wild = given.wild or name in wild
            found.append(
                Resource(
                    *(name, place, self.number(given.start), bank, given.until or ""),
                    *(given.held, given.saves, is_wild, given.icon),
                )
            )
        return tuple(found)

    def action(self, name: str, given: str | ActionSection) -> Action:
        place, what = self.key("actions", name), f'the action "{name}"'
        path: Steps = ("actions", name)
        if isinstance(given, str):
            return Action(name, place, do=self.phrase(given, path, what))
        costs = self.phrase(given.costs, (*path, "costs"), what) if given.costs else None
        return Action(
            name=name,
            place=place,
            do=self.phrase(given.do, (*path, "do"), what) if given.do else None,
            play=given.play,
            buy=tuple(given.buy or given.claim),
            is_claim=bool(given.claim),
            kind=given.kind,
            costs=costs,
            to=given.to or "",
            once="" if given.once is None else ONCE[given.once],
        )

    def step(self, i: int, given: str | StepSection) -> Step:
        place = self.tree.place(("play", "turn", i))
        if isinstance(given, str):
            if " ".join(given.lower().rstrip(".").split()) == EFFECTS:
                return Step("effects", place)
            return Step("phrase", place, phrase=self.phrase(given, ("turn", i), "turn"))
        if given.every:
            return Step("every", place, what=given.every)
        if given.keep:
            passes = {"left": 1, "right": -1, None: 0}[given.pass_]
            return Step("keep", place, keep=self.number(given.keep), passes=passes)
        if given.press_on:
            return Step("press", place, what=given.press_on, bust=given.bust)
        times = ANY_TIMES if given.times == "any" else self.number(given.times)
        stops = given.may_stop or given.times == "any"
        actions = tuple(given.choose)
        return Step("choose", place, actions=actions, times=times, may_stop=stops)
