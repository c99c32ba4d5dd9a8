"""From a pack with `play:` to a plan: every phrase compiled, every name a number.

In: a checked pack. Out: a `Plan`, plain lists of numbers of any length up to the limits, and
`Problems` with the place of every cell that is no phrase. Nothing of it depends on the number of
players but what is looked up by it.
"""

from collections.abc import Sequence

from generator.model.pack import Pack, Row, is_number
from generator.model.plays import ANY_TIMES, POINT, Action, Number, Phrase, Play, Step
from generator.model.problems import Place, Problems, near
from generator.reading.phrases.bytecode import (
    ANY_KIND,
    IF,
    PAY,
    Assembler,
    parts_of,
    wrong_in,
)
from generator.reading.phrases.cells import (
    columns_of_numbers,
    kinds_in,
    numbers_of,
    whole_fix,
)
from generator.reading.phrases.columns import report_columns
from generator.reading.phrases.ends import Reading, list_stocks, read_ends, read_tie
from generator.reading.phrases.extra import read_extra
from generator.reading.phrases.faults import Advice
from generator.reading.phrases.free_losses import warn_of_free_losses
from generator.reading.phrases.grammar import Grammar, grammar_of
from generator.reading.phrases.hands import report_hands
from generator.reading.phrases.keys_meant import key_meant
from generator.reading.phrases.languages import language_of
from generator.reading.phrases.limits import (
    BUY_ACTION,
    CHOOSE_STEP,
    CLAIMS,
    DO_ACTION,
    EACH_ROUND,
    EACH_TURN,
    EFFECTS_STEP,
    EVERY_STEP,
    GOES,
    KEEP_STEP,
    MOST_ACTIONS,
    MOST_CODE,
    MOST_COLUMNS,
    MOST_COPIES,
    MOST_COSTS,
    MOST_COUNTERS,
    MOST_ENDS,
    MOST_KEPT,
    MOST_KINDS,
    MOST_NUMBERS,
    MOST_PARTS,
    MOST_RESOURCES,
    MOST_ROWS,
    MOST_SEATS,
    MOST_STEPS,
    PHRASE_STEP,
    PLAY_ACTION,
    PRESS_STEP,
    TRIGGERS,
)
from generator.reading.phrases.never import warn_of_never
from generator.reading.phrases.of_no_use import idle_columns, warn_of_lost_trigger, warn_of_no_use
from generator.reading.phrases.plan_values import Plan
from generator.reading.phrases.reach import Reach, sources_of
from generator.reading.phrases.set_up_meant import report_each_player
from generator.reading.phrases.summaries import add_words
from generator.reading.phrases.vocabulary import MOST_NUMBER, plain
from generator.reading.phrases.words import (
    Clause,
    Plain,
    Program,
    Sentence,
    text_of,
)

_OFTEN = {"": 0, "turn": EACH_TURN, "round": EACH_ROUND}


def plan_of(pack: Pack, before: Plan | None = None) -> tuple[Plan, Problems]:
    """The plan of a pack with `play:`; it can be played if there are no errors among the problems.

    Places of rows are as in the pack. With `before`, the plan of the pack before rows were changed,
    the numbers of kinds and programs stay, and nothing is warned of.
    """
    problems = Problems()
    assert pack.play is not None
    planner = Planner(pack, pack.play, problems, before)
    planner.run()
    return planner.plan, problems


def columns_of_no_use(pack: Pack) -> set[str]:
    """The columns whose numbers change nothing in a game that is played by its words."""
    if pack.play is None:
        return set()
    plan, problems = plan_of(pack)
    return set() if problems.errors else idle_columns(plan, pack.play)


class Planner:
    """One plan while it is made; faults go to `problems`."""

    def __init__(
        self, pack: Pack, play: Play, problems: Problems, before: Plan | None = None
    ) -> None:
        self.pack, self.play, self.problems = pack, play, problems
        self.before = before
        self.plan = Plan()
        self.numbers = numbers_of(pack)
        self.programs: list[Program] = []
        self.phrases: list[Phrase] = []  # those of the programs
        self.actions: tuple[Action, ...] = ()
        self.place_names: list[str] = []
        self.advice = Advice()

    def name_all(self) -> None:
        """Give every component, resource, kind and card its number, and make the grammar."""
        self._parts()
        self._resources()
        self._names()
        self.grammar = self._grammar()

    @property
    def names(self) -> set[str]:
        """All names that phrases know but those of numbers, in lower case."""
        words = self.grammar.words
        return {*words.names, *words.part_of}

    def run(self) -> None:
        """Make the whole plan."""
        self.name_all()
        play, plan = self.play, self.plan
        self.code = Assembler(plan.resources, plan.kinds, plan.names, play.counts_owned)
        if self.before and self.before.assembled:
            self.code.begin_after(self.before.assembled)
        report_columns(self.pack, play, self.grammar, self.problems)
        self._rows()
        self._actions()
        self._steps()
        plan.extra = read_extra(play, plan, self.grammar, self.problems)
        plan.set_up = self._program(play.set_up)
        plan.scoring = self._program(play.scoring, scores=True)
        plan.round_scoring = self._program(play.round_scoring, scores=True)
        reading = Reading(play, plan, self.grammar, self.code, self.problems)
        read_ends(reading, is_stopped=Plain("stop") in self.all_clauses())
        read_tie(reading)
        self._rest()
        list_stocks(plan)
        plan.code, plan.counters = self.code.code, self.code.counters
        plan.costs, plan.numbers = self.code.costs, self.code.numbers
        plan.columns, plan.assembled = tuple(self.code.columns), self.code
        add_words(plan, self.grammar, self.code)
        plan.values = [[self._whole(row, name) for name in plan.columns] for row in plan.rows]
        self._limits()
        report_hands(plan, play, self.all_clauses(), self.problems)
        read = list(zip(self.phrases, self.programs, strict=True))
        report_each_player(read, play, self.grammar, self.problems)
        warn_of_free_losses(read, self.actions, self.grammar, self.problems)
        if not self.before and not self.problems.errors:
            sources = sources_of(self.phrases, self.programs, len(plan.rows), self.actions)
            reach = Reach(plan, self.code, sources, is_trusting=True)
            warn_of_no_use(plan, play, self.all_clauses(), self.problems)
            warn_of_never(reach, play, self.grammar, self.problems)

    # ------------------------------------------------------------------ names

    def _parts(self) -> None:
        """The components that are played with, and their rows."""
        plan, ids = self.plan, [c.id for c in self.pack.components]
        left_out = {c.id for c in self.pack.left_out}
        parts = []
        for part in self.play.cards:
            if part.component in ids:
                parts.append(part)
            elif part.component not in left_out:
                text = f'play names the component "{part.component}", which does not exist'
                self.problems.error(part.place, text, near(part.component, ids))
        plan.components = tuple(part.component for part in parts)
        plan.own_decks = self.play.own_decks
        for i, part in enumerate(parts):
            rows = self.pack.component(part.component).rows
            plan.rows += rows
            plan.part_of += [i] * len(rows)
            plan.open_rows.append(self._number(part.row, part.place, "row"))
            plan.is_supply.append(int(part.is_supply))
            plan.start_of += [self._start(row, part.is_start) for row in rows]
            if part.is_supply and plan.open_rows[-1]:
                text = f'"{part.component}" has both supply and row'
                self.problems.error(part.place, text, "write one of them")
            if part.is_start and not self.play.own_decks:
                text = f'"{part.component}" has start, but players have no decks of their own'
                self.problems.error(part.place, text, "write decks: own")
        decks = [i for i in range(len(parts)) if not plan.is_supply[i] and not parts[i].is_start]
        closed = [i for i in decks if not plan.open_rows[i]]
        plan.draw_part = -1 if plan.own_decks else next(iter(closed or decks), -1)

    def _start(self, row: Row, is_start: bool) -> int:
        value = row.fields.get("start") if is_start else 0
        if value in (None, "", "-"):
            return 0
        if not is_number(value) or not 0 <= value <= MOST_COPIES or value != int(value):
            place = row.places.get("start", row.place)
            text = f'the start of "{row.name}" is "{value}", expected a whole number'
            self.problems.error(place, text, whole_fix(value))
            return 0
        seats = self.pack.players[1]
        if value * seats > row.count:
            text = f'"{row.name}" has {row.count} copies, but {seats} players begin with '
            place = row.places.get("start", row.place)
            self.problems.error(place, f"{text}{int(value)} each", f"print {int(value) * seats}")
        return int(value)

    def _resources(self) -> None:
        plan, play = self.plan, self.play
        resources = {each.name: each for each in play.resources}
        known_icons = {*self.pack.icons, *self.pack.drawn_icons}
        names = tuple(dict.fromkeys((POINT, *resources)))
        plan.resources = names
        for name in names:
            each = resources.get(name)
            plan.starts.append(self._number(each.start, each.place, name) if each else 0)
            bank = -1
            if each and each.bank is not None:
                bank = self._number(each.bank, each.place, name)
            plan.banks.append(bank)
            plan.until.append(_OFTEN[each.until] if each else 0)
            plan.held.append(int(bool(each and each.is_held)))
            saves = each.saves if each else ""
            if each and saves and (saves not in names or saves == name):
                text = f'"{name}" saves "{saves}", which is no other resource'
                self.problems.error(each.place, text, near(saves, names))
                saves = ""
            plan.saves.append(names.index(saves) if saves else -1)
            if each and each.icon and each.icon not in known_icons:
                text = f'"{name}" has the icon "{each.icon}", which does not exist'
                self.problems.error(each.place, text, near(each.icon, known_icons))
            if each and each.is_wild:
                plan.wild = names.index(name)
        if play.hold is not None:
            plan.hold = self._number(play.hold, play.place, "hold")
            if not any(plan.held):
                text = "hold is a limit, but no resource is held"
                self.problems.warning(play.place, text, "write held: true at those it counts")

    def _names(self) -> None:
        plan, column = self.plan, self.play.columns.kinds
        plan.names = tuple(dict.fromkeys(row.name for row in plan.rows))
        plan.name_of = [plan.names.index(row.name) for row in plan.rows]
        kinds = [kind for row in plan.rows for kind in kinds_in(row, column)]
        plan.kinds = tuple(dict.fromkeys((*(self.before.kinds if self.before else ()), *kinds)))
        plan.kinds_of = [
            sum(1 << plan.kinds.index(kind) for kind in dict.fromkeys(kinds_in(row, column)))
            for row in plan.rows
        ]
        for name, most, what in (
            (plan.components, MOST_PARTS, "components played with"),
            (plan.rows, MOST_ROWS, "different cards"),
            (plan.resources, MOST_RESOURCES, "resources"),
            (plan.kinds, MOST_KINDS, "kinds of card"),
            (self.play.turn, MOST_STEPS, "steps of a turn"),
            (self.play.ends, MOST_ENDS, "ends"),
        ):
            self._at_most(len(name), most, what)
        self._at_most(sum(row.count for row in plan.rows), MOST_COPIES, "cards")
        self._at_most(self.pack.players[1], MOST_SEATS, "players")

    def _at_most(self, n: int, most: int, what: str) -> None:
        if n > most:
            text = f"{n} {what}, but a game that is played by its words has {most} at most"
            self.problems.error(self.play.place, text, "a game of that size needs rules.py")

    def _grammar(self) -> Grammar:
        play, plan = self.play, self.plan
        numbers = tuple((name, self.numbers[name]) for name in self.numbers)
        names = (
            plan.resources,
            plan.kinds,
            plan.names,
            plan.components,
            columns_of_numbers(plan.rows, play.columns),
        )
        icons = tuple((each.name, each.icon) for each in play.resources if each.icon)
        words = (tuple(play.phrases.items()), tuple(play.synonyms.items()))
        language = self.pack.language or "en"
        plurals = tuple(self._plurals(language).items())
        return grammar_of((*names, numbers, *words, icons, language, plurals))

    def _plurals(self, language: str) -> dict[str, str]:
        """The plurals of names that the game gives, and those of its language."""
        table, plan = language_of(language).table, self.plan
        names = (*plan.resources[1:], *plan.kinds, *plan.names)
        usual = {} if table is None else {name: table.plural(name) for name in names}
        return usual | dict(self.play.plurals)

    def _number(self, written: Number, place: Place, what: str) -> int:
        """A number, looked up where it is a parameter's name."""
        if isinstance(written, int):
            return written
        if written.isdecimal():
            return int(written)
        if written not in self.numbers:
            text = f'{what} is "{written}", which is neither a number nor a parameter with one'
            self.problems.error(place, text, near(written, self.numbers))
            return 0
        return self.numbers[written]

    # ------------------------------------------------------------------ phrases

    def _read(self, phrase: Phrase, *, of_card: bool = False, scores: bool = False) -> Program:
        """The sentences of a phrase; its faults are reported with their column."""
        program, faults = self.grammar.read(phrase.text, triggers=of_card)
        key, reads = "", self.grammar.cost
        if faults:
            key = key_meant(phrase, faults[0].rest, self.play, self.plan.kinds, reads)
        for fault in faults[:1] if key else faults:
            text = f"{phrase.what}, column {fault.at + 1}: {fault.message}"
            self.problems.error(phrase.place, text, key or self.advice.of(fault, self.grammar.fix))
        for sentence in program:
            is_end = scores or sentence.trigger == "end"
            wrong = wrong_in(sentence.clause, scores=is_end, of_card=of_card)
            if wrong:
                words = text_of((Sentence("", sentence.clause),))
                self.problems.error(phrase.place, f'{phrase.what}: "{words}": {wrong}')
        self.programs.append(program)
        self.phrases.append(phrase)
        return program

    def _program(
        self, phrases: Sequence[Phrase], *, scores: bool = False, pays: bool = True
    ) -> int:
        clauses: list[Clause] = []
        for phrase in phrases:
            clauses += [sentence.clause for sentence in self._read(phrase, scores=scores)]
        return self.code.program(clauses, pays=pays, scores=scores)

    def _rows(self) -> None:
        """The cost, the points and the program of each card."""
        plan, columns = self.plan, self.play.columns
        for row in plan.rows:
            plan.points_of.append(self._whole(row, columns.points))
            plan.needs_of.append(self._needs(row, columns.cost))
            is_need = bool(plan.needs_of[-1])
            plan.cost_of.append({} if is_need else self._cost(row, columns.cost))
            if is_need:
                kinds = plan.needs_of[-1]
                plan.cost_of[-1] = {i: n for i, n in kinds.items() if i < MOST_RESOURCES}
            written = str(row.fields.get(columns.effects) or "")
            place = row.places.get(columns.effects, row.place)
            phrase = Phrase(written, place, f'effect of "{row.name}"')
            program = self._read(phrase, of_card=True)
            plan.entry.append(
                [
                    self.code.program(
                        [s.clause for s in program if s.trigger == trigger],
                        scores=trigger == "end",
                    )
                    for trigger in TRIGGERS
                ]
            )
            if program:
                plan.words.append((row, self.grammar.canonical(program)))
                warn_of_lost_trigger(row, place, program, self.grammar, self.problems)

    def _whole(self, row: Row, column: str) -> int:
        value = row.fields.get(column)
        if value in (None, "", "-"):
            return 0
        if not is_number(value) or value != int(value) or abs(value) > MOST_NUMBER:
            text = f'the {column} of "{row.name}" is "{value}", expected a whole number'
            self.problems.error(row.places.get(column, row.place), text, whole_fix(value))
            return 0
        return int(value)

    def _needs(self, row: Row, column: str) -> dict[int, int]:
        """The requirements of a card to claim: resources, followed by kinds of card."""
        text = str(row.fields.get(column) or "").strip()
        claims = [action.buy for action in self.play.actions if action.is_claim]
        parts = [plain(name) for names in claims for name in names]
        part = self.plan.components[self.plan.part_of[len(self.plan.needs_of)]]
        if plain(part) not in parts:
            return {}
        plan = self.plan
        return {
            plan.resources.index(name)
            if name in plan.resources
            else MOST_RESOURCES + plan.kinds.index(name): n
            for n, name in self.grammar.needs(text) or ()
        }

    def _cost(self, row: Row, column: str) -> dict[int, int]:
        """The cost of a card, such as "3 oak, 1 ore"; a number alone is in the first resource."""
        value, names = row.fields.get(column), self.plan.resources
        if value in (None, "", "-", 0, "0"):
            return {}
        text = str(value).strip()
        is_whole = is_number(value) and value == int(value) and 0 < value <= MOST_NUMBER
        if text.isdecimal() or is_whole or text in self.numbers:
            if len(names) < 2:
                place = row.places.get(column, row.place)
                fault = f'"{row.name}" costs {text}, but the game has no resource to pay with'
                self.problems.error(place, fault, "write resources: {coin: {}} under play")
                return {}
            n = self.numbers[text] if text in self.numbers else int(float(text))
            return {1: n}
        costs = self.grammar.cost(text)
        if costs is None:
            place = row.places.get(column, row.place)
            fault = f'the cost of "{row.name}" is "{text}", expected amounts of resources'
            known = ", ".join(names[1:]) or "none; write resources under play"
            fix = f'write it like "2 ore, 1 oak"; resources: {known}'
            self.problems.error(place, fault, whole_fix(value) if is_number(value) else fix)
            return {}
        return {names.index(name): n for n, name in costs}

    # ------------------------------------------------------------------ actions and steps

    def _kind(self, name: str, place: Place, what: str) -> int:
        """The mask of a kind, every bit for any card."""
        if plain(name) in ("", "card", "cards", "any"):
            return ANY_KIND
        known = self.grammar.words.kind_of
        if plain(name) not in known:
            text = f'{what} names the kind "{name}", which no card has'
            self.problems.error(place, text, near(name, self.plan.kinds))
            return 0
        return self.code.kind(known[plain(name)])

    def _actions(self) -> None:
        plan = self.plan
        self.actions = (*self.play.actions, *self._places())
        plan.action_names = tuple(action.name for action in self.actions)
        plan.by_places = any(action.once == "round" for action in self.actions)
        self._at_most(len(self.actions), MOST_ACTIONS, "actions")
        for action in self.actions:
            plan.actions.append(self._action(action))

    def _places(self) -> list[Action]:
        """An action for each row of the component with the places."""
        id, play = self.play.places, self.play
        if not id:
            return []
        ids = [c.id for c in self.pack.components]
        if id not in ids:
            text = f'places names the component "{id}", which does not exist'
            self.problems.error(play.place, text, near(id, ids))
            return []
        worker = next((each.name for each in play.resources if each.until == "round"), "")
        if not worker:
            text = "places need a resource that lasts until the round ends"
            self.problems.error(play.place, text, "write worker: {start: 2, until: round}")
            return []
        places = []
        for row in self.pack.component(id).rows:
            written = str(row.fields.get(play.columns.effects) or "")
            place = row.places.get(play.columns.effects, row.place)
            what = f'the place "{row.name}"'
            do, costs = Phrase(written, place, what), Phrase(f"1 {worker}", row.place, what)
            places.append(Action(row.name, row.place, do=do, costs=costs, once="round"))
        self.place_names = [action.name for action in places]
        return places

    def _action(self, action: Action) -> list[int]:
        """type, pc, mask of kinds, cost, where to, once, mask of components, first operation."""
        what = f'the action "{action.name}"'
        cost = -1
        if action.costs is not None:
            costs = self.grammar.cost(action.costs.text)
            if costs is None:
                text = f'{what}: "{action.costs.text}" is not a cost'
                self.problems.error(action.costs.place, text, 'write it like "1 action"')
            else:
                cost = self.code.cost(costs)
        once = _OFTEN[action.once]
        if action.do is not None:
            pc = self._program([action.do], pays=False)
            op = self.code.code[pc][0] if pc >= 0 else -1
            first = op if op in (PAY, IF) else -1
            return [DO_ACTION, pc, 0, cost, 0, once, 0, first]
        if action.play:
            to = GOES[action.to or "front"]
            mask = self._kind(action.play, action.place, what)
            return [PLAY_ACTION, -1, mask, cost, to, once, 0, -1]
        parts = 0
        for name in action.buy:
            known = self.grammar.words.part_of
            if plain(name) not in known:
                text = f'{what} buys from "{name}", which is no component under cards'
                self.problems.error(action.place, text, near(name, self.plan.components))
                continue
            part = self.plan.components.index(known[plain(name)])
            parts |= 1 << part
            if not self.plan.is_supply[part] and not self.plan.open_rows[part]:
                text = f'{what} buys from "{name}", of which no card lies open'
                self.problems.error(action.place, text, "give it a row or a supply under cards")
        to = GOES[action.to or self.usual]
        mask = self._kind(action.kind, action.place, what)
        return [BUY_ACTION, -1, mask, cost, to, once, parts, CLAIMS if action.is_claim else -1]

    @property
    def usual(self) -> str:
        """The place of a card after a player buys or gains it."""
        return "discard" if self.plan.own_decks else "front"

    def _steps(self) -> None:
        if not self.play.turn:
            self.problems.error(self.play.place, "play has no turn", "write turn: and its steps")
        for step in self.play.turn:
            self.plan.steps.append(self._step(step))

    def _step(self, step: Step) -> list[int]:
        if step.kind == "effects":
            return [EFFECTS_STEP, 0, 0, 0]
        if step.kind == "phrase":
            assert step.phrase is not None
            return [PHRASE_STEP, self._program([step.phrase]), 0, 0]
        if step.kind == "every":
            return [EVERY_STEP, self._kind(step.what, step.place, "every"), 0, 0]
        if step.kind == "press":
            return self._press(step)
        if step.kind == "keep":
            n = self._number(step.keep, step.place, "keep")
            if not 1 <= n <= MOST_KEPT:
                text = f"keep is {n}, expected a number from 1 to {MOST_KEPT}"
                self.problems.error(step.place, text)
            if self.play.own_decks or not self.play.hand:
                text = "players keep cards of a hand that is dealt from the common deck"
                self.problems.error(step.place, text, "write hand: 7, and no decks: own")
            return [KEEP_STEP, n, step.passes, 0]
        mask, names = 0, self.plan.action_names
        for name in step.actions:
            if name == "places" and name not in names and self.place_names:
                for place in self.place_names:
                    mask |= 1 << names.index(place)
            elif name not in names:
                text = f'the turn offers the action "{name}", which does not exist'
                self.problems.error(step.place, text, near(name, names))
            else:
                mask |= 1 << names.index(name)
        times = step.times if step.times == ANY_TIMES else 0
        times = times or self._number(step.times, step.place, "times")
        return [CHOOSE_STEP, mask, times, int(step.may_stop)]

    def _press(self, step: Step) -> list[int]:
        """The deck whose cards are turned up, and the kinds of which two end the turn."""
        known, plan = self.grammar.words.part_of, self.plan
        part = plan.components.index(known[plain(step.what)]) if plain(step.what) in known else -1
        if part < 0 or part != plan.draw_part or plan.open_rows[part]:
            text = f'press on: "{step.what}" is no deck of its own that all draw from'
            self.problems.error(step.place, text, near(step.what, plan.components))
        return [PRESS_STEP, max(part, 0), self._kind(step.bust, step.place, "bust"), 0]

    def all_clauses(self) -> list[Clause]:
        """Every clause of the game, with all within it."""
        sentences = [sentence for program in self.programs for sentence in program]
        return [part for sentence in sentences for part in parts_of(sentence.clause)]

    def _rest(self) -> None:
        """Hands, what stays, and whether the cards go round."""
        plan, play = self.plan, self.play
        plan.hand = {n: self._number(each, play.place, "hand") for n, each in play.hand.items()}
        for name in play.stays:
            mask = self._kind(name, play.place, "stays")
            plan.stays |= mask
        plan.counts_owned = play.counts_owned
        low, high = self.pack.players
        for players in range(low, high + 1):
            if plan.own_decks or not plan.dealt(players):
                continue
            if plan.draw_part < 0:
                text = "a hand is dealt, but there is no deck to deal it from"
                self.problems.error(play.place, text, "name a component under cards")
                return
            rows = zip(plan.rows, plan.part_of, strict=True)
            deck = sum(row.count for row, part in rows if part == plan.draw_part)
            if players * plan.dealt(players) > deck:
                needed = f"{players} × {plan.dealt(players)} = {players * plan.dealt(players)}"
                text = f"{needed} cards are dealt to {players} players, but there are {deck}"
                self.problems.error(play.place, text, "write hand: {2: 10, 3: 9}, or print more")
                return

    def _limits(self) -> None:
        for made, most, what in (
            (self.code.code, MOST_CODE, "steps of all phrases"),
            (self.code.counters, MOST_COUNTERS, "different things to count"),
            (self.code.costs, MOST_COSTS, "different costs"),
            (self.code.numbers, MOST_NUMBERS, "options and steps of points"),
            (self.code.columns, MOST_COLUMNS, "columns whose numbers are counted"),
        ):
            self._at_most(len(made), most, what)
