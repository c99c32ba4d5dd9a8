"""`play:` in `game.yaml`: the play of a game whose cards state their effects in words."""

import math
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import (
    BeforeValidator,
    Discriminator,
    Field,
    PlainValidator,
    StrictBool,
    Tag,
    WithJsonSchema,
    model_validator,
)

from generator.reading.fields import Mapped, Text, as_list, fault, in_words
from generator.reading.schema_section import Section, described

EFFECTS = "each turn effects"  # the step that carries out the effects of cards at each turn
MOST = 10_000


def _number(value: Any) -> int | str:
    if isinstance(value, str) and value.strip():
        return value.strip()
    if isinstance(value, bool) or not isinstance(value, int):
        near = f"write {int(value)} or {int(value) + 1}" if _is_part(value) else "write one"
        fix = f"{near}, or a parameter's name"
        raise fault(f"expected a whole number, found {in_words(value)}", fix)
    if not 0 <= value <= MOST:
        raise fault(f"expected a number from 0 to {MOST:,}, found {value}")
    return value


def _is_part(value: Any) -> bool:
    return isinstance(value, float) and math.isfinite(value)


def _by_players(value: Any) -> dict[int, int | str]:
    if not isinstance(value, dict):
        return {0: _number(value)}
    for players in value:
        if not str(players).isdecimal():
            raise fault(f"expected a number of players, found {in_words(players)}", key=players)
    return {int(players): _number(number) for players, number in value.items()}


def _extra(value: Any) -> dict[int, str]:
    if not isinstance(value, dict):
        raise fault(
            f"expected players with amounts, found {in_words(value)}", "such as {2: 1 coin}"
        )
    for player, amounts in value.items():
        if not str(player).isdecimal() or int(player) < 1:
            text = f"expected the number of a player, found {in_words(player)}"
            raise fault(text, "player 1 has the first turn; such as {2: 1 coin}", key=player)
        if not isinstance(amounts, str) or not amounts.strip():
            raise fault(f"expected amounts, found {in_words(amounts)}", "such as {2: 1 coin}")
    return {int(player): amounts.strip() for player, amounts in value.items()}


def _times(value: Any) -> int | str:
    if value == "any":
        return "any"
    return _number(value)


_NUMBER_SCHEMA = {"type": ["integer", "string"], "minimum": 0}
PlayNumber = Annotated[Any, PlainValidator(_number), WithJsonSchema(_NUMBER_SCHEMA)]
Times = Annotated[Any, PlainValidator(_times), WithJsonSchema(_NUMBER_SCHEMA)]
ByPlayers = Annotated[
    Any,
    PlainValidator(_by_players),
    WithJsonSchema(
        {"anyOf": [_NUMBER_SCHEMA, {"type": "object", "additionalProperties": _NUMBER_SCHEMA}]}
    ),
]
Extra = Annotated[
    Any,
    PlainValidator(_extra),
    WithJsonSchema({"type": "object", "additionalProperties": {"type": "string"}}),
]


def _names_schema(kind: Any) -> Any:
    return BeforeValidator(as_list, json_schema_input_type=kind | list[kind])


Texts = Annotated[list[Text], _names_schema(str)]
Columns = Annotated[str | None, Field(min_length=1, strict=True)]


class PlayCardsSection(Section):
    """A component that takes part in play: `{row: 4}`, `{supply: true}`, `{start: true}`."""

    row: PlayNumber = described("cards of the shuffled deck that lie face up beside it", default=0)
    supply: StrictBool = described("piles of equal cards, all face up", default=False)
    start: StrictBool = described(
        "the column `start` says how many copies each player begins with", default=False
    )


class ResourceSection(Section):
    """A resource that players collect and spend."""

    start: PlayNumber = described("what each player begins with", default=0)
    bank: PlayNumber | None = described(
        "the total number in the game; unlimited by default", default=None
    )
    until: Literal["turn", "round"] | None = described(
        "set back to `start` whenever a `turn` of the player, or a `round`, begins", default=None
    )
    held: StrictBool = described("counts towards the limit `hold`", default=False)
    saves: Text = described("each lowers every cost in this other resource by 1", default="")
    wild: StrictBool = described("pays for any other resource", default=False)
    icon: Text = described(
        "the icon that prints in place of its name in effects and costs", default=""
    )


class ActionSection(Section):
    """One choice of a player: a phrase, playing a card, buying a card, or claiming one."""

    do: Text = described("a phrase that is carried out", default="")
    play: Text = described("the kind of card played from the hand; `card` is any", default="")
    buy: Annotated[list[Text], _names_schema(str)] = described(
        "the component, or components, that a card is bought from", default_factory=list
    )
    claim: Annotated[list[Text], _names_schema(str)] = described(
        "the component whose cards go to a player who has what their cost names; nothing is paid, "
        "and the cost may name kinds of card: `3 ore, 2 work`",
        default_factory=list,
    )
    kind: Text = described("with `buy` and `claim`: only cards of this kind", default="")
    costs: Text = described("what the action costs: `1 action`", default="")
    to: Literal["front", "discard", "hand", "deck"] | None = described(
        "where the card goes; by default in front of the player, or with own decks, when bought, "
        "on the discard pile",
        default=None,
    )
    once: Literal["each turn", "each round"] | None = described(
        "`each turn`: no more than once; `each round`: by one player alone, as a place",
        default=None,
    )

    @model_validator(mode="after")
    def _is_one(self) -> "ActionSection":
        if sum(map(bool, (self.do, self.play, self.buy, self.claim))) != 1:
            raise fault("an action has one of do, play, buy and claim", "such as {buy: cards}")
        return self


class StepSection(Section):
    """One step of a turn: `choose`, `every`, `keep` or `press on`; or only a phrase."""

    choose: Annotated[list[Text], _names_schema(str)] = described(
        "the actions to choose from", default_factory=list
    )
    times: Times = described("with `choose`: how often, a number or `any`", default=1)
    may_stop: StrictBool = described(
        "with `choose`: whether a player may do less", default=False, alias="may stop"
    )
    every: Text = described("all cards of this kind in hand are played at once", default="")
    keep: PlayNumber = described("everybody keeps so many cards of the hand at once", default=0)
    press_on: Text = described(
        "cards of this deck are turned up one by one, until the player stops and keeps them, or "
        "two of a kind are up and all are discarded",
        default="",
        alias="press on",
    )
    bust: Text = described("with `press on`: only two cards of this kind end it", default="")
    pass_: Literal["left", "right"] | None = described(
        "with `keep`: who gets the other cards", default=None, alias="pass"
    )

    @model_validator(mode="after")
    def _is_one(self) -> "StepSection":
        if sum(map(bool, (self.choose, self.every, self.keep, self.press_on))) != 1:
            text = "a step has one of choose, every, keep and press on"
            raise fault(text, "such as {choose: [build]}")
        return self


def _action_kind(value: Any) -> str:
    return "|long" if isinstance(value, dict) else "|phrase"


def _step_kind(value: Any) -> str:
    return "|step" if isinstance(value, dict) else "|phrase"


AnAction = Annotated[
    Annotated[Text, Tag("|phrase")] | Annotated[ActionSection, Tag("|long")],
    Discriminator(_action_kind),
]
AStep = Annotated[
    Annotated[Text, Tag("|phrase")] | Annotated[StepSection, Tag("|step")],
    Discriminator(_step_kind),
]


def _cards(value: Any) -> Any:
    """Accept a single component or a list of components as well as a mapping."""
    if isinstance(value, str):
        return {value: {}}
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return {each: {} for each in value}
    if isinstance(value, Mapping):
        return {key: {} if inner is None else inner for key, inner in value.items()}
    return value


def _resources(value: Any) -> Any:
    """Accept a list of names as well as a mapping."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return {each: {} for each in value}
    if isinstance(value, Mapping):
        return {key: {} if inner is None else inner for key, inner in value.items()}
    return value


_WRITTEN_CARDS = str | list[str] | dict[str, PlayCardsSection]


def _resource_kind(value: Any) -> str:
    return "|name" if isinstance(value, str) else "|long"


AResource = Annotated[
    Annotated[Text, Tag("|name")] | Annotated[ResourceSection, Tag("|long")],
    Discriminator(_resource_kind),
]


class PlaySection(Section):
    """The play of a game by the words on its cards; such a game needs no `rules.py`."""

    cards: Annotated[
        dict[str, PlayCardsSection],
        Mapped,
        BeforeValidator(_cards, json_schema_input_type=_WRITTEN_CARDS),
    ] = described("the components played with: {cards: {row: 4}}", default_factory=dict)
    resources: Annotated[
        dict[str, AResource],
        Mapped,
        BeforeValidator(_resources, json_schema_input_type=list[str] | dict[str, AResource]),
    ] = described(
        "what players have: {ore: {bank: 9}}; `point` is always there, and `wild` names one that "
        "pays for any",
        default_factory=dict,
    )
    places: Text = described(
        "the component whose rows are places: each does its effect, costs 1 of the resource that "
        "lasts `until: round`, and is open to one player in a round, which lasts until all pass",
        default="",
    )
    decks: Literal["shared", "own"] = described(
        "whether all draw from the same decks, or each from a deck of their own", default="shared"
    )
    hand: ByPlayers = described(
        "cards dealt to each; or by number of players: {2: 10, 3: 9}", default_factory=dict
    )
    extra: Extra = described(
        "what some players begin with in addition, by their place in the order of turns: "
        "{2: 1 coin, 3: 2 coin}",
        default_factory=dict,
    )
    hold: PlayNumber | None = described(
        "the most held resources that a player keeps at the end of a turn", default=None
    )
    stays: Texts = described("kinds of card that outlast a round", default_factory=list)
    set_up: Texts = described(
        "phrases that everybody carries out before the first turn",
        default_factory=list,
        alias="set-up",
    )
    actions: Annotated[dict[str, AnAction], Mapped] = described(
        "what players may choose to do, by name", default_factory=dict
    )
    turn: Annotated[list[AStep], _names_schema(AStep)] = described(
        "the steps of a turn", default_factory=list
    )
    round_scoring: Texts = described(
        "phrases that score the end of each round", default_factory=list, alias="round scoring"
    )
    scoring: Texts = described("phrases that score the end of the game", default_factory=list)
    points_count: Literal["front", "owned"] = described(
        "`owned`: the points of cards in the deck, hand and discard pile count as well",
        default="front",
        alias="points count",
    )
    tie: Text = described("what breaks ties: `most coin`, `fewest card`", default="")
    end: Texts = described("when the game ends", default_factory=list)
    effects: Columns = described("the column with the words of effects", default="effect")
    kinds: Columns = described("the column with the kinds of a card", default="kind")
    cost: Columns = described("the column with what a card costs", default="cost")
    points: Columns = described("the column with the points printed on a card", default="points")
    phrases: Annotated[dict[str, Text], Mapped] = described(
        'own templates: {"erhalte {n} {res}": "gain {n} {res}"}', default_factory=dict
    )
    synonyms: Annotated[dict[str, Text], Mapped] = described(
        "own words: {jeder Gegner: each opponent}", default_factory=dict
    )
    plurals: Annotated[dict[str, Text], Mapped] = described(
        "plurals of names that no rule gives: {Haus: Häuser}", default_factory=dict
    )

    @model_validator(mode="before")
    @classmethod
    def _wild_is_a_name(cls, value: Any) -> Any:
        """Move `wild: gold`, written beside the resources, out of the mapping of resources."""
        if isinstance(value, dict) and isinstance(value.get("wild"), str):
            resources = _resources(value.get("resources") or {})
            if isinstance(resources, dict):
                kept = {k: v for k, v in value.items() if k != "wild"}
                return {**kept, "resources": {**resources, "wild": value["wild"]}}
        return value
