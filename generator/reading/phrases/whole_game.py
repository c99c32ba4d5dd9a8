"""A whole game in canonical words: what players have, do in a turn, score, and when it ends.

In: a pack whose plan has no errors. Out: pairs of a heading and what holds there, which `check`
prints: the guard against a rule that is understood otherwise than meant.
"""

from generator.model.pack import Pack
from generator.model.plays import ANY_TIMES, Action, Phrase, Step
from generator.model.problems import Problems
from generator.reading.phrases.languages import ENGLISH, language_of
from generator.reading.phrases.plan import Planner
from generator.reading.phrases.rule_sheet import RuleSheet
from generator.reading.phrases.vocabulary import plain
from generator.reading.phrases.words import Wording, joined


def game_in_words(pack: Pack) -> list[tuple[str, str]]:
    """Every rule of `play:` under its heading."""
    assert pack.play is not None
    if language_of(pack.language) is not ENGLISH:
        return RuleSheet(pack).rules()
    planner = Planner(pack, pack.play, Problems())
    planner.run()
    return _Teller(planner).rules()


class _Teller:
    def __init__(self, planner: Planner) -> None:
        self.planner, self.play, self.plan = planner, planner.play, planner.plan
        self.grammar = planner.grammar

    def rules(self) -> list[tuple[str, str]]:
        """Headings with what holds there, in the order of play."""
        play = self.play
        rules = [("start", text) for text in self._beginning()]
        rules += [(f"step {i} of a turn", self._step(step)) for i, step in enumerate(play.turn, 1)]
        actions = self.planner.actions
        rules += [(self._heading(action), self._action(action)) for action in actions]
        rules += [("end of a round", self._words(phrase, True)) for phrase in play.round_scoring]
        rules += [("end", self._end(phrase)) for phrase in play.ends]
        rules += [("score", text) for text in self._score()]
        if self.plan.tie >= 0:
            assert play.tie is not None
            how = "fewest" if self.plan.tie_sign < 0 else "most"
            what = plain(play.tie.text).removeprefix("most ").removeprefix("fewest ")
            thing = self.grammar.countable(what)
            place = thing.place.replace(" you own", " owned")
            what = f"{Wording().noun(2, thing.thing.name)}{place}"
            rules.append(("tie", f"the player with the {how} {what} wins"))
        return [(heading, f"{text[:1].upper()}{text[1:]}.") for heading, text in rules]

    def _words(self, phrase: Phrase, scores: bool = False) -> str:
        program, _ = self.grammar.read(phrase.text, triggers=False)
        if not scores:
            return self.grammar.canonical(program).rstrip(".")
        return ". ".join(Wording(scores=True).of(sentence.clause) for sentence in program)

    def _beginning(self) -> list[str]:
        plan, play = self.plan, self.play
        texts = []
        amounts = [
            Wording().amount(n, name)
            for name, n in zip(plan.resources, plan.starts, strict=True)
            if n and not plan.until[plan.resources.index(name)]
        ]
        if amounts:
            texts.append(f"each player has {joined(amounts, 'and')}")
        if plan.hand:
            by = [f"{n} cards{f' with {p} players' if p else ''}" for p, n in plan.hand.items()]
            when = "each round, " if self.plan.is_draft else ""
            texts.append(f"{when}each player is dealt {joined(by, 'or')}")
        return texts + [f"each player: {self._words(phrase)}" for phrase in play.set_up]

    def _heading(self, action: Action) -> str:
        is_place = action.name in self.planner.place_names
        return f'{"place" if is_place else "action"} "{action.name}"'

    def _action(self, action: Action) -> str:
        """What an action does, with its cost and how often."""
        goes = {
            "front": "lay it in front of you",
            "discard": "put it on your discard pile" if self.plan.own_decks else "discard it",
            "hand": "take it into your hand",
            "deck": "put it on your deck" if self.plan.own_decks else "put it on the deck",
        }
        usual = "discard" if self.plan.own_decks and action.buy else "front"
        to = goes[action.to or usual]
        if action.do is not None:
            text = self._words(action.do)
        elif action.play:
            kind = "" if plain(action.play) in ("card", "cards", "any") else f"{action.play} "
            text = f"play a {kind}card from your hand, then {to}"
        else:
            kind = f"{action.kind} " if action.kind else ""
            text = f"buy a {kind}card from {joined(list(action.buy), 'or')} and {to}"
        if action.costs is not None:
            costs = Wording().costs(self.grammar.cost(action.costs.text) or ())
            text = f"for {costs}: {text[:1].lower()}{text[1:]}"
        often = {"turn": " (once each turn)", "round": " (one player each round)"}
        return text + often.get(action.once, "")

    def _step(self, step: Step) -> str:
        if step.kind == "effects":
            return 'carry out "Each turn:" of the cards in front of you'
        if step.kind == "phrase":
            assert step.phrase is not None
            return self._words(step.phrase)
        if step.kind == "every":
            kind = "" if plain(step.what) in ("card", "cards", "any") else f"{step.what} "
            return f"play all {kind}cards from your hand"
        if step.kind == "press":
            kind = f"{step.bust} cards" if step.bust else "cards of one kind"
            return (
                f"turn up cards from the {step.what} deck one by one; stop to lay them in front of "
                f"you, but if two {kind} are turned up, discard all of them"
            )
        if step.kind == "keep":
            n = self.planner.numbers.get(str(step.keep), step.keep)
            way = {1: "to the left", -1: "to the right", 0: ""}[step.passes]
            rest = f", then hand the others {way}" if way else ""
            return f"all players keep {Wording().cards(int(n))} of their hand at once{rest}"
        times = self.planner.numbers.get(str(step.times), step.times)
        is_all = step.actions and "places" not in self.plan.action_names
        names = ["a place" if n == "places" and is_all else f'"{n}"' for n in step.actions]
        text = f"choose {joined(names, 'or')}"
        if times == ANY_TIMES:
            return f"{text} as often as you like"
        if int(times) == 1:
            return f"you may {text}" if step.may_stop else text
        return f"{text} {'up to ' if step.may_stop else ''}{times} times"

    def _end(self, phrase: Phrase) -> str:
        """When the game ends, in the words of the phrase itself, and whether a round goes on."""
        text = " ".join(phrase.text.rstrip(". ").split())
        head, found, _ = text.partition("finish the round")
        if not found:
            return text if text.startswith("after") else f"at the end of a turn when {text}"
        head = head.removesuffix("then ").rstrip(", ")
        return f"at the end of a round when {head}"

    def _score(self) -> list[str]:
        where = "that a player owns" if self.plan.counts_owned else "in front of a player"
        ends = any(row[3] >= 0 for row in self.plan.entry)
        texts = ["points gained"]
        if any(self.plan.points_of) or ends:
            what = ["printed points"] * any(self.plan.points_of) + ['"End:"'] * ends
            texts.append(f"{joined(what, 'and')} of the cards {where}")
        return texts + [self._words(phrase, True) for phrase in self.play.scoring]
