"""The kinds of move in a game of words, as the report counts them and `--agents` may deny them."""

from generator.model.letters import small
from generator.reading.phrases.bytecode import (
    AIM,
    CHOOSE,
    DISCARD,
    GAIN_CARD,
    GAIN_DIFFERENT,
    LOOK,
    MAY,
    PAY,
    PLAY_TWICE,
    PUT_BACK,
    REPEAT,
    TRASH,
    UP_TO,
)
from generator.reading.phrases.limits import CHOOSE_STEP, KEEP_STEP, PRESS_STEP
from generator.reading.phrases.plan_values import Plan

MOST_USES = 8  # maximum number of cards and actions whose choices are counted one by one
VERBS = (
    *("stop", "do it", "leave it", "choose", "aim at", "give back", "keep", "discard", "trash"),
    *("gain", "press on", "put on the deck", "take", "play twice"),
)


def kinds_of_verbs(plan: Plan, players: int) -> tuple[tuple[str, ...], list[int]]:
    """The names of the kinds of move that can occur, and the kind of each verb."""
    ops = {row[0] for row in plan.code}
    uses = uses_of(plan)
    steps = {row[0] for row in plan.steps}
    stops = any(row[0] == CHOOSE_STEP and row[3] for row in plan.steps)
    stops |= any(row[0] in (DISCARD, TRASH, PUT_BACK) and row[5] == UP_TO for row in plan.code)
    stops |= PRESS_STEP in steps
    can = {
        "stop": stops,
        "do it": False,  # is called what is done
        "leave it": bool(uses),
        "choose": CHOOSE in ops,
        "aim at": AIM in ops and players > 2,
        "give back": plan.hold >= 0 and any(plan.held),
        "keep": KEEP_STEP in steps,
        "discard": DISCARD in ops,
        "trash": TRASH in ops,
        "gain": GAIN_CARD in ops,
        "press on": PRESS_STEP in steps,
        "put on the deck": PUT_BACK in ops,
        "take": bool({LOOK, GAIN_DIFFERENT} & ops),
        "play twice": PLAY_TWICE in ops,
    }
    names = [verb for verb in VERBS if can[verb]]
    names[names.index("stop") + 1 if stops else 0 : 0] = uses.values()
    names += [plan.action_names[i] for i in plan.offered]
    kinds = tuple(dict.fromkeys(names)) or ("stop",)
    verbs = (*VERBS, *plan.action_names)
    return kinds, [kinds.index(verb) if verb in kinds else 0 for verb in verbs]


def uses_of(plan: Plan) -> dict[int, str]:
    """What is done by a player who agrees, by each instruction that asks whether to do it."""
    asked = [
        pc
        for pc, (op, _, _, _, _, is_asked, *_) in enumerate(plan.code)
        if op in (MAY, REPEAT) or (op == PAY and is_asked)
    ]
    uses = {pc: _use(plan, pc) for pc in asked}
    return uses if len(set(uses.values())) <= MOST_USES else dict.fromkeys(uses, "use an effect")


def _use(plan: Plan, pc: int) -> str:
    if speaker := plan.speaker_of(pc):
        return f"use {speaker}'s effect"
    words = plan.asked[pc][0]
    is_short = all(char.isalnum() or char.isspace() for char in words)  # no signs that agents have
    return small(words) if is_short else "use the turn's effect"
