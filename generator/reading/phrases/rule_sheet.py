"""The rule sheet and the player aid of a game that is played by its words, as Markdown.

In: a pack whose plan has no errors. Out: set-up, turn, end, scoring, and what the words of this
game mean; and for the aid the turn and the end alone. All sentences come from a table of the
language.
"""

from generator.model.letters import small
from generator.model.pack import Pack
from generator.model.plays import ANY_TIMES, POINT, Action, Step
from generator.reading.phrases.bytecode import IF, OWN, parts_of
from generator.reading.phrases.limits import (
    AFTER_ROUNDS,
    BANK_EMPTY,
    DECK_EMPTY,
    EACH_ROUND,
    EACH_TURN,
    HAS,
    ROW_EMPTY,
    SUPPLIES_EMPTY,
)
from generator.reading.phrases.meanings import Meanings
from generator.reading.phrases.plan import plan_of
from generator.reading.phrases.terms import Terms, named, sentence
from generator.reading.phrases.vocabulary import plain, sign_of
from generator.reading.phrases.words import Gain, Roll, Steal

TOGETHER = "<!-- together -->\n\n{}\n\n<!-- /together -->"  # on one page
Line = tuple[int, str]  # the depth of a list item, counted from 1; 0 is a paragraph


def rule_sheet(pack: Pack) -> str | None:
    """The rule sheet of a pack as Markdown; None if it has no `play:` without mistakes."""
    return RuleSheet(pack).text() if _is_sound(pack) else None


def player_aid(pack: Pack) -> str | None:
    """The turn and the end of a game as Markdown, short enough for a card; None as above."""
    return RuleSheet(pack, is_short=True).aid() if _is_sound(pack) else None


def game_in_words(pack: Pack) -> list[str]:
    """Every rule of a game as lines of plain text under headings, which `check` prints.

    It is the guard against a rule that is understood otherwise than meant. The pack's plan has no
    errors.
    """
    return RuleSheet(pack, has_icons=False).rules()


def _is_sound(pack: Pack) -> bool:
    return pack.play is not None and not plan_of(pack)[1].errors


class RuleSheet(Terms):
    """The texts of one game in one language."""

    # ------------------------------------------------------------------ pages

    def text(self) -> str:
        """The rule sheet."""
        sections = (
            ("box", self.box()),
            ("set-up", self.set_up()),
            ("draft" if self.plan.is_draft else "turn", self.turn()),
            ("end of round", self.end_of_round()),
            ("end", self.ends()),
            ("score", self.score()),
            ("words", [(1, sentence(text)) for text in Meanings(self).texts()]),
        )
        low, high = self.pack.players
        intro = self.say("intro", players=low if low == high else f"{low}–{high}")
        parts = [f"# {named(self.pack.name)}\n\n{intro}"]
        for key, lines in sections:
            if lines:
                text = f"## {self.say(key)}\n\n{_markdown(lines)}"
                parts.append(text if key == "words" else TOGETHER.format(text))
        return "\n\n".join(parts) + "\n"

    def rules(self) -> list[str]:
        """Lines of plain text: headings, and under them every rule, also what each place says."""
        turn = "draft" if self.plan.is_draft else "turn"
        all_places = [a for a in self.planner.actions if a.name in self.planner.place_names]
        places = [(1, f"{named(a.name)}: {self.words(a.do)}") for a in all_places if a.do]
        sections = (
            ("set-up", self.set_up()),
            (turn, self.turn()),
            (turn, places),
            ("end of round", self.end_of_round()),
            ("end", self.ends()),
            ("score", self.score()),
        )
        texts: dict[str, list[str]] = {}
        for key, lines in sections:
            text = _markdown(lines).replace("**", "").replace("\\", "")
            texts.setdefault(self.say(key), []).extend(filter(str.strip, text.splitlines()))
        return [
            line
            for heading, rules in texts.items()
            if rules
            for line in (heading, *(f"  {rule}" for rule in rules))
        ]

    def aid(self) -> str:
        """The player aid."""
        heading = self.say("draft" if self.plan.is_draft else "turn")
        parts = [f"# {named(self.pack.name)}", f"## {heading}", _markdown(self.turn())]
        scoring = [(1, self.scores(phrase)) for phrase in self.play.round_scoring]
        if scoring:
            parts += [f"## {self.say('end of round')}", _markdown(scoring)]
        ends = [(1, sentence(self._end(row, finish))) for row, finish in self._all_ends()]
        parts += [f"## {self.say('aid end')}", _markdown(ends)]
        scores = [(1, self.scores(phrase)) for phrase in self.play.scoring]
        scores.append((1, " ".join([self.say("aid win"), *self._tie("aid tie")])))
        parts += [f"## {self.say('score')}", _markdown(scores)]
        return "\n\n".join(parts) + "\n"

    # ------------------------------------------------------------------ box and set-up

    def box(self) -> list[Line]:
        """The pieces of the game."""
        plan, lines = self.plan, []
        for part, title in enumerate(self.titles):
            rows = zip(plan.rows, plan.part_of, strict=True)
            n = sum(row.count for row, its in rows if its == part)
            lines.append(self.say("box cards", title=title, cards=self.cards(n)))
        if self.play.places:
            component = self.pack.component(self.play.places)
            n = sum(row.count for row in component.rows)
            lines.append(self.say("box places", title=named(component.title), n=n))
        amounts = [(plan.banks[i], plan.resources[i]) for i in self.lasting(0) if plan.banks[i] > 0]
        if amounts:
            lines.append(self.say("box bank", amounts=self.amounts(amounts)))
        if free := [i for i in self.lasting(0) if plan.banks[i] < 0]:
            lines.append(self.say("box tokens", names=self.names(free)))
        if workers := self.starts(EACH_ROUND):
            lines.append(self.say("box each", amounts=self.amounts(workers)))
        if self.gains_points():
            lines.append(self.say("box points"))
        if any(isinstance(clause, Roll) for clause in self.clauses()):
            lines.append(self.say("box die"))
        signs = self.grammar.words.icons.items()
        icons = self.list_of(f"{sign_of(icon)} {named(name)}" for name, icon in signs)
        legend = [self.say("box icons", icons=icons)] if signs else []
        return [(1, sentence(line)) for line in lines + legend]

    def gains_points(self) -> bool:
        """Whether points are gained, lost or scored before the end."""
        drafted, play = self.plan.is_draft and any(self.plan.points_of), self.play
        scoring = [self.program(p) for p in (*play.scoring, *play.round_scoring)]
        programs = [program for program in self.planner.programs if program not in scoring]
        sentences = [s for program in programs for s in program if s.trigger != "end"]
        parts = [part for s in sentences for part in parts_of(s.clause)]
        gained = any(isinstance(p, Gain | Steal | Roll) and p.res == POINT for p in parts)
        return bool(gained or drafted or play.round_scoring)

    def set_up(self) -> list[Line]:
        """The steps before the first turn."""
        plan, texts = self.plan, []
        for part, title in enumerate(self.titles):
            if plan.is_supply[part]:
                supply = self.where(part, "supply")
                texts.append(self.say("set up supply", title=title, supply=supply))
            elif not self._owns(part):
                n, row = (
                    plan.open_rows[part],
                    self.where(part, "row") if plan.open_rows[part] else "",
                )
                key = "set up row" if n else "set up deck"
                texts.append(self.say(key, title=title, cards=self.cards(n), row=row))
            if own := self._owns(part):
                cards = self.list_of(f"{n} × {named(name)}" for n, name in own)
                texts.append(self.say("set up own", cards=cards))
        if self.play.places:
            title = named(self.pack.component(self.play.places).title)
            texts.append(self.say("set up places", title=title))
        for how_long in (0, EACH_ROUND):
            if amounts := self.starts(how_long):
                texts.append(self.say("set up amounts", amounts=self.amounts(amounts)))
        texts += self._hands()
        texts.append(self.say("set up first"))
        ordinals = self.say("ordinals").split()
        for seat, extra in sorted(plan.extra.items()):
            if seat < self.pack.players[1]:
                words = self.amounts((n, plan.resources[i]) for i, n in extra.items())
                texts.append(self.say("set up extra", ordinal=ordinals[seat], amounts=words))
        for phrase in self.play.set_up:
            text = self.words(phrase)
            texts.append(self.say("set up phrase", text=small(text).rstrip(".")))
        return [(-1, text) for text in texts]

    def _owns(self, part: int) -> list[tuple[int, str]]:
        """The cards that each player begins with."""
        rows = zip(self.plan.rows, self.plan.part_of, self.plan.start_of, strict=True)
        return [(n, row.name) for row, its, n in rows if n and its == part]

    def _hands(self) -> list[str]:
        plan = self.plan
        low, high = self.pack.players
        by_players = {n: plan.dealt(n) for n in range(low, high + 1)}
        if not any(by_players.values()):
            return []
        deck = self.where(plan.draw_part, "deck", "from ") if plan.draw_part >= 0 else ""
        if len(set(by_players.values())) == 1:
            cards = self.cards(by_players[low])
            key = "set up own hand" if plan.own_decks else "set up hand"
            return [self.say(key, cards=cards, deck=deck)]
        each = (self.say("set up hands", n=n, cards=self.cards(k)) for n, k in by_players.items())
        return [self.say("set up hands by", hands=self.list_of(each), deck=deck)]

    # ------------------------------------------------------------------ a turn

    def turn(self) -> list[Line]:
        """The steps of a turn."""
        plan, lines = self.plan, []
        if not self.is_short:
            key = "turns of places" if plan.by_places else "turns"
            lines += [] if plan.is_draft else [(0, self.say(key))]
            if len(self.play.turn) > 1 or plan.is_draft or self.lasting(EACH_TURN):
                lines.append((0, self.say("together" if plan.is_draft else "on your turn")))
        lines += [(-1, text) for text in self._refreshed()]
        for step in self.play.turn:
            lines += self._step(step)
        if plan.hold >= 0 and (held := [i for i, n in enumerate(plan.held) if n]):
            key = "hold" if held[1:] else "hold one"
            lines.append((-1, self.say(key, n=plan.hold, names=self.names(held))))
        if len([depth for depth, _ in lines if abs(depth) == 1]) == 1:
            lines = [(max(0, abs(depth) - 1) if depth else 0, text) for depth, text in lines]
        if self.is_short:
            return lines
        if plan.by_places and self._may_pass():
            workers = self.names(self.lasting(EACH_ROUND), "or")
            lines.append((0, self.say("may pass", names=workers)))
        if plan.is_draft:
            lines.append((0, self.say("repeat")))
        return lines

    def _refreshed(self) -> list[str]:
        """The resources of a player that last for one turn."""
        plan, refreshed = self.plan, self.lasting(EACH_TURN)
        starts = self.starts(EACH_TURN)
        if not starts:
            none = bool(refreshed) and not self.is_short
            return [self.say("refresh none", names=self.names(refreshed))] if none else []
        words = [self.amounts([pair]) for pair in starts]
        if not self.is_short:
            none_of = [plan.resources[i] for i in refreshed if not plan.starts[i]]
            words += [self.say("none of", names=self.plural(name)) for name in none_of]
        return [self.say("refresh", amounts=self.list_of(words))]

    def _may_pass(self) -> bool:
        """Whether a player can have a turn without sending a worker, though one could be sent."""
        workers = [self.plan.resources[i] for i in self.lasting(EACH_ROUND)]
        costs = [self.grammar.cost(a.costs.text) if a.costs else () for a in self.planner.actions]
        is_free = any(not any(name in workers for _, name in cost or ()) for cost in costs)
        return is_free or len(self.play.turn) > 1 or self.play.turn[0].may_stop

    def _step(self, step: Step) -> list[Line]:
        if step.kind == "choose":
            return self._choose(step)
        if step.kind == "effects":
            texts = [self.say("effects")]
        elif step.kind == "phrase":
            assert step.phrase is not None
            texts = [self.words(step.phrase)]
        elif step.kind == "every":
            texts = [
                self.say("every", cards=self.a_card(step.what, "all cards of kind", "all cards"))
            ]
        elif step.kind == "press":
            part = self.plan.components.index(self.grammar.words.part_of[plain(step.what)])
            kind = self.a_card(step.bust, "cards of kind")
            bust = self.say("bust" if step.bust else "bust any", cards=kind, pile=self.pile)
            texts = [
                self.say("press", deck=self.where(part, "deck", "of ")),
                bust,
                self.say("stop"),
            ]
        else:
            n = self._value(step.keep)
            texts = [self.say("keep" if n == 1 else "keep more", cards=self.cards(n))]
            texts += [self.say("pass left" if step.passes > 0 else "pass right")] * bool(
                step.passes
            )
            texts += [self.say("kept")] * any(entry[0] >= 0 for entry in self.plan.entry)
        return [(-1, text) for text in texts]

    def _value(self, written: object) -> int:
        return int(self.planner.numbers.get(str(written), written))  # type: ignore[call-overload, no-any-return]

    def _choose(self, step: Step) -> list[Line]:
        times = self._value(step.times)
        often = " any" if times == ANY_TIMES else ""
        if not often and times > 1:
            often = " up to" if step.may_stop else " times"
        elif not often and step.may_stop:
            often = " may"
        names = [plain(name) for name in step.actions]
        chosen = [a for a in self.planner.actions if plain(a.name) in names]
        has_places = "places" in names and "places" not in self.plan.action_names
        is_only = len(chosen) + has_places == 1
        texts = [self.action(action, is_named=not is_only) for action in chosen]
        if has_places:
            costs = self.amounts(self._place_costs())
            texts.insert(0, self.say("aid places" if self.is_short else "place", costs=costs))
        must = not often and self._must(chosen)
        passes = self.plan.by_places and len(self.play.turn) == 1
        if is_only:
            action = small(texts[0]) if often.strip() not in ("", "may") else texts[0]
            text = self.say(f"only{often}", action=action, n=times)
            more = [self.say("pass only" if passes else "must only")] * must
            return [(-1, " ".join([text, *more]))]
        key = ("choose or pass" if passes else "choose must") if must else f"choose{often}"
        return [(-1, self.say(key, n=times)), *((2, text) for text in texts)]

    def _place_costs(self) -> list[tuple[int, str]]:
        place = next(a for a in self.planner.actions if a.name in self.planner.place_names)
        assert place.costs is not None
        return [(n, name) for n, name in self.grammar.cost(place.costs.text) or ()]

    def _must(self, actions: list[Action]) -> bool:
        """Whether there may be none among the actions that a player can do."""
        is_free = any(a.do and not a.costs and not a.once and not self._first(a) for a in actions)
        return not is_free and not self.is_short

    def _first(self, action: Action) -> int:
        """The first operation of an action that begins with a price or a condition; else 0."""
        return max(0, self.plan.actions[self.planner.actions.index(action)][7])

    def action(self, action: Action, *, is_named: bool = True) -> str:
        """An action: its name, what it costs, what it does and how often."""
        texts = self._deed(action)
        if action.costs is not None:
            costs = self.amounts(
                (n, name) for n, name in self.grammar.cost(action.costs.text) or ()
            )
            texts[0] = self.say("for", costs=costs, text=small(texts[0]))
        if self._first(action) == IF and not self.is_short:
            texts.append(self.say("condition"))
        if action.once:
            texts.append(self.say(f"once {action.once}"))
        text = " ".join(map(sentence, texts))
        if not is_named:
            return text
        return self.say("action", name=sentence(named(action.name)).rstrip("."), text=text)

    def _deed(self, action: Action) -> list[str]:
        if action.do is not None:
            return [self.words(action.do)]
        if action.play:
            texts = [self.say("play", card=self.a_card(action.play))]
            if action.to and action.to != "front":
                texts.append(self.say(f"played to {action.to}", pile=self.target(action.to)))
            return texts
        parts = [self.grammar.words.part_of[plain(name)] for name in action.buy]
        indices = [self.plan.components.index(part) for part in parts]
        keys = ["supply" if self.plan.is_supply[i] else "row" for i in indices]
        places = [self.where(i, key, "from ") for i, key in zip(indices, keys, strict=True)]
        where, card = self.list_of(places, "or"), self.a_card(action.kind)
        texts = [
            self.say(
                "claim" if action.is_claim else "buy",
                card=card,
                where=where,
                goes=self.goes(action.to),
            )
        ]
        if self.is_short:
            return texts
        texts += [self.say("refill")] * any(self.plan.open_rows[i] for i in indices)
        if (action.to or self.planner.usual) == "front":
            texts.append(self.say("carry out"))
        return texts

    # ------------------------------------------------------------------ rounds and the end

    def end_of_round(self) -> list[Line]:
        """The steps at the end of a round, in order."""
        plan, texts = self.plan, []
        texts += [
            self.say("round score", text=self.scores(p)[:-1]) for p in self.play.round_scoring
        ]
        if plan.is_draft:
            texts += [self.say("printed")] * any(plan.points_of)
            stays = [self.a_card(kind, "cards of kind") for kind in self.play.stays]
            key = "clear but" if stays else "clear"
            cards = self.list_of(stays) if stays else ""
            texts.append(self.say(key, pile=self.pile, cards=cards))
        if workers := self.starts(EACH_ROUND):
            texts.append(self.say("home", amounts=self.amounts(workers)))
        texts += [self.say("next first")] * plan.by_places
        texts += [self.say("deal again")] * plan.is_draft
        return [(-1 if texts[1:] else 0, text) for text in texts]

    def _all_ends(self) -> list[tuple[list[int], bool]]:
        return [(row[:3], bool(row[3])) for row in self.plan.ends]

    def ends(self) -> list[Line]:
        """The conditions under which the game ends."""
        texts = [self._end(row, finish) for row, finish in self._all_ends()]
        texts[-1] = texts[-1].rstrip("; \N{NO-BREAK SPACE}") + "."
        lines: list[Line] = [(0, self.say("ends")), *((1, text) for text in texts)]
        if len(texts) == 1:
            lines = [(0, f"{self.say('ends')} {texts[0]}")]
        counts_points = any(self._is_of_points(row) for row, _ in self._all_ends())
        return lines + [(0, self.say("as if"))] * counts_points

    def _is_of_points(self, row: list[int]) -> bool:
        return row[0] == HAS and self.plan.counters[row[2]][:2] == (0, 0)

    def _end(self, row: list[int], finish: bool) -> str:
        short = "aid" if self.is_short else "end"
        kind, n, _ = row
        if kind < 0:
            return self.say(f"{short} stop")
        if kind == AFTER_ROUNDS:
            return self.say(f"{short} rounds", n=n)
        return self.say(f"{short} {'finish' if finish else 'now'}", condition=self._condition(row))

    def _condition(self, row: list[int]) -> str:
        kind, n, which = row
        plan = self.plan
        if kind == HAS:
            return self.say("somebody", things=self.counted(which, n))
        if kind == SUPPLIES_EMPTY and n == 1:
            return self.say("any supply empty")
        if kind == SUPPLIES_EMPTY:
            return self.say("supplies empty", n=n)
        if kind == BANK_EMPTY:
            return self.say("bank empty", names=self.plural(plan.resources[which]))
        if kind in (ROW_EMPTY, DECK_EMPTY):
            key = "row" if kind == ROW_EMPTY else "deck"
            return self.say(f"{key} empty", **{key: self.where(which, key)})
        if n:
            return self.say("supply empty", supply=self.where(which, "supply"))
        return self.say("pile empty", name=named(plan.names[which]))

    def counted(self, counter: int, n: int) -> str:
        """So many of what a counter counts; without a number if `n` is 0."""
        what, which, where, each, _ = self.plan.counters[counter]
        names = {0: self.plan.resources, 1: self.plan.kinds, 2: self.plan.names}.get(what)
        name = names[which] if names else "card"
        n *= each
        words = self.amounts([(n, name)]) if n else self.plural(name)
        return f"{words} {self.say('owned')}" if where == OWN else words

    # ------------------------------------------------------------------ scoring

    def score(self) -> list[Line]:
        """The parts of a score, and the rule for the winner."""
        lines = [(1, text) for text in self._score()]
        tie = self._tie("tie") or [self.say("tie")]
        return [(0, self.say("each adds")), *lines, (0, " ".join([self.say("win"), *tie]))]

    def _score(self) -> list[str]:
        plan = self.plan
        cards = self.say("owned cards" if plan.counts_owned else "their cards")
        texts = [self.say("score gained")] * self.gains_points()
        texts += [self.say("score printed", cards=cards)] * any(plan.points_of)
        texts += [self.say("score end", cards=cards)] * any(row[3] >= 0 for row in plan.entry)
        texts += [self.scores(phrase) for phrase in self.play.scoring]
        is_sudden = any(row[0] != AFTER_ROUNDS and not row[3] for row in plan.ends)
        texts += [self.say("score round")] * bool(is_sudden and self.play.round_scoring)
        return [sentence(text) for text in texts]

    def _tie(self, key: str) -> list[str]:
        if self.plan.tie < 0:
            return []
        what = self.counted(self.plan.tie, 0)
        return [self.say(f"{key} {'fewest' if self.plan.tie_sign < 0 else 'most'}", what=what)]


def _markdown(lines: list[Line]) -> str:
    """Lines as Markdown: paragraphs, items by their depth, and numbered items where it is −1."""
    texts, number, before = [], 0, 0
    for depth, text in lines:
        number = number + 1 if depth < 0 else number if depth > 1 else 0
        marker = f"{number}. " if depth < 0 else "- " if depth else ""
        indent = "   " * (abs(depth) - 1)
        gap = "" if depth and before else "\n"
        texts.append(f"{gap}{indent}{marker}{text}")
        before = depth
    return "\n".join(texts).strip()
