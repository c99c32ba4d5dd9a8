"""What buttons say: every answer to a question in a game of words, as players say it.

In: the plan of a game, a position, an answer. Out: a text, such as "Buy Mill for 3 coins".
"""

import re
from typing import Any

from generator.kit import count, peek
from generator.model.letters import capital
from generator.play.engine.from_data import machine
from generator.play.engine.from_data.goods import needed
from generator.play.engine.from_data.kinds_of_moves import VERBS
from generator.play.engine.from_data.layout import ROWS_AT
from generator.play.engine.from_data.questions import (
    ACCEPT,
    ACT,
    ASK_ACTION,
    ASK_AIM,
    ASK_BACK,
    ASK_DISCARD,
    ASK_GAIN,
    ASK_KEEP,
    ASK_LOOK,
    ASK_OPTION,
    ASK_PAY,
    ASK_PRESS,
    ASK_PUT_BACK,
    ASK_TAKE,
    ASK_TRASH,
    ASK_TWICE,
    AT,
    BACK,
    DECLINE,
    DISCARD_ROW,
    DO,
    END,
    GAIN_ROW,
    KEEP_ROW,
    LOOK_ROW,
    OPTION,
    PRESS,
    PUT_ROW,
    TAKE,
    TRASH_ROW,
    TWICE_ROW,
)
from generator.reading.phrases.limits import (
    AFTER_ROUNDS,
    BUY_ACTION,
    CHOOSE_STEP,
    DO_ACTION,
    EACH_ROUND,
    MOST_ROWS,
)
from generator.reading.phrases.plan_values import Plan
from generator.reading.phrases.words import joined

_WITH_ROW = (
    (KEEP_ROW, "Keep {}"),
    (DISCARD_ROW, "Discard {}"),
    (TRASH_ROW, "Trash {}"),
    (GAIN_ROW, "Gain {}"),
    (PUT_ROW, "Put {} on your deck"),
    (LOOK_ROW, "Take {}"),
    (TWICE_ROW, "Play {} twice"),
)


def said(plan: Plan, tables: Any, state: Any, move: int) -> str:
    """An answer as the player says it at the table."""
    if move == END:
        return _stop(plan, state)
    if move in (ACCEPT, DECLINE):
        (words,) = _asked(plan, state)
        if move == DECLINE:
            return "Do not pay" if state.asking == ASK_PAY else "Leave it"
        return words
    if OPTION <= move < AT:
        return _asked(plan, state)[move - OPTION]
    if AT <= move < BACK:
        return f"Choose player {move - AT + 1}"
    if BACK <= move < DO:
        return f"Give back 1 {plan.resources[move - BACK]}"
    if DO <= move < KEEP_ROW:
        name, words = plan.action_names[move - DO], plan.action_words[move - DO]
        words = re.sub(r"(^|, | / )(\w)", lambda at: at[1] + at[2].lower(), words)
        return f"{capital(name)}: {_without_repeats(words)}" if words else capital(name)
    if move == PRESS:
        return "Turn up a card"
    if move >= TAKE:
        return f"Take 1 {plan.resources[move - TAKE]}"
    if ACT <= move < PRESS:
        return _with_card(plan, tables, state, *divmod(move - ACT, MOST_ROWS))
    for first, words in _WITH_ROW:
        if first <= move < first + MOST_ROWS:
            return words.format(plan.rows[move - first].name)
    return capital((*VERBS, *plan.action_names)[machine.verb(move)])


def _without_repeats(words: str) -> str:
    """A list whose verb stands only once: "gain 1 ore, 1 oak"."""
    parts = words.split(", ")
    verbs = [part.partition(" ")[0] for part in parts]
    return ", ".join(
        part.removeprefix(f"{verb} ") if i and verb == verbs[i - 1] else part
        for i, (part, verb) in enumerate(zip(parts, verbs, strict=True))
    )


def amount(plan: Plan, n: int, resource: int) -> str:
    """So many of a resource: "3 coins"."""
    return f"{n} {(plan.resources if n == 1 else plan.plurals)[resource]}"


def _asked(plan: Plan, state: Any) -> tuple[str, ...]:
    """What may be chosen, in the words of the card that asks."""
    return plan.asked[int(state.stack[state.depth - 1, 0])]


def _with_card(plan: Plan, tables: Any, state: Any, action: int, row: int) -> str:
    """An action with a card, and what the card costs at this moment."""
    words = f"{capital(plan.action_names[action])} {plan.rows[row].name}"
    if plan.actions[action][0] != BUY_ACTION:
        return words
    seat = int(state.seat)
    costs = []
    for i in range(len(plan.resources)):
        n = int(needed(tables, state, seat, -1, row, i))
        if n:
            costs.append(amount(plan, n, i))
    return f"{words} for {joined(costs, 'and')}" if costs else words


def _stop(plan: Plan, state: Any) -> str:
    """What it means to stop at this point of the turn."""
    if state.asking == ASK_PRESS:
        return "Stop and keep the cards"
    if state.asking == ASK_DISCARD:
        return "Discard no more"
    if state.asking == ASK_TRASH:
        return "Trash no more"
    if state.asking != ASK_ACTION:
        return "Go on"
    for step in plan.steps[int(state.step) + 1 :]:
        if step[0] == CHOOSE_STEP:
            names = [name for i, name in enumerate(plan.action_names) if step[1] >> i & 1]
            return f"Go on to {joined(names, 'or')}"
    return "End your turn"


def status(plan: Plan, tables: Any, state: Any) -> str:
    """The round, what the player is asked at this moment, and when the game ends."""
    asks = {
        ASK_BACK: f"hold at most {plan.hold}: give back 1",
        ASK_KEEP: "choose a card to keep",
        ASK_DISCARD: "choose a card to discard",
        ASK_TRASH: "choose a card to trash",
        ASK_GAIN: "choose a card to gain",
        ASK_PUT_BACK: "choose a card to put on the deck",
        ASK_LOOK: "choose a card to take",
        ASK_TWICE: "choose a card to play twice",
        ASK_AIM: "choose an opponent",
        ASK_PRESS: "turn up another card, or stop",
        ASK_OPTION: "choose one",
        ASK_PAY: "pay or not",
        ASK_TAKE: "choose what to take",
    }
    asked = asks.get(int(state.asking), "")
    if state.asking == ASK_ACTION:
        asked = _actions(plan, state)
    if state.asking == ASK_PRESS:
        points = sum(plan.points_of[row] for row in _turned_up(plan, tables, state))
        if points:
            asked += f" and keep {points} point{'' if points == 1 else 's'}"
        danger = _danger(plan, tables, state)
        asked += f"; a second {danger} takes all" if danger else ""
    limits = [n for kind, n, *_ in plan.ends if kind == AFTER_ROUNDS]
    rounds = f"Round {int(state.rounds) + 1}" + (f" of {min(limits)}" if limits else "")
    if state.ending:
        return f"{rounds}, the last" + (f": {asked}" if asked else "")
    ends = [
        name for (kind, *_), name in zip(plan.ends, plan.end_names, strict=True)
        if 0 <= kind != AFTER_ROUNDS
    ]  # fmt: skip
    end = f". End: {joined(ends, 'or')}." if ends else ""
    return rounds + (f": {asked}" if asked else "") + end


def _actions(plan: Plan, state: Any) -> str:
    """The actions to choose from at this step: "play a card", "go to a place or build a card"."""
    allowed = plan.steps[int(state.step)][1]
    words = []
    for i, name in enumerate(plan.action_names):
        if allowed >> i & 1:
            is_place = plan.actions[i][5] == EACH_ROUND
            of_card = "" if plan.actions[i][0] == DO_ACTION else " a card"
            words.append("go to a place" if is_place else f"{name}{of_card}")
    return joined(list(dict.fromkeys(words)), "or")


def _turned_up(plan: Plan, tables: Any, state: Any) -> list[int]:
    """The rows of the cards that the player has turned up."""
    turned = state.cards[ROWS_AT + plan.steps[int(state.step)][1]]
    return [int(tables.row_of[peek(turned, place)]) for place in range(count(turned))]


def _danger(plan: Plan, tables: Any, state: Any) -> str:
    """The kinds of which one card is turned up and a second ends the turn; "" for many kinds."""
    mask = plan.steps[int(state.step)][2]
    kinds = 0
    for row in _turned_up(plan, tables, state):
        kinds |= plan.kinds_of[row] & mask
    names = [name for i, name in enumerate(plan.kinds) if kinds >> i & 1]
    return joined(names, "or") if 0 < len(names) <= 2 else ""
