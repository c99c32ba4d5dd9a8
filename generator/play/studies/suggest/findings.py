"""What a suggestion says: the sentence first, then what stands behind it and what it costs."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence

from generator.model.pack import Scalar
from generator.play.engine.kinds import is_search
from generator.play.measures.aims import SOFT, Aim
from generator.play.measures.results import Difference
from generator.play.statistics.inference import LEVEL, Estimate
from generator.play.studies.suggest.answer import (
    Alone,
    Nearer,
    Proof,
    Stuck,
    Suggestion,
    Tried,
    Verdict,
)
from generator.play.studies.suggest.phrases import said, together, written
from generator.play.telling.finding import Finding
from generator.play.telling.numbers import (
    SPACE,
    about,
    capital,
    counted,
    listed,
    number,
    percent,
    signed,
)
from generator.play.telling.words.goals import name_of, seen
from generator.reading.edit import cells_by_hand

MOST_NAMED = 3
SEEDED = re.compile(r" \(seed \d+, game .*\)$")  # which game it was: of the search's own numbers


def of_suggestion(s: Suggestion) -> Iterator[Finding]:
    """The answer, then the other kind of player, the nearer settings, idle tunables, what moved."""
    is_fine = s.confirmed and not list(_prices(s)) and not _beyond(s)
    level = "fine" if is_fine else "look"
    yield Finding(sentence_of(s), 100, level, "goals")  # type: ignore[arg-type]
    if cells := cells_by_hand(s.pack, s.changes):
        yield Finding(f"--write cannot change {cells}.", 90, "note", "goals")
    for proof in s.proofs[1:]:
        yield Finding(_second(proof), 80, "fine" if proof.holds else "look", "goals")
    if s.outcome in ("undecided", "stopped") and s.changes and not _missed(s):
        yield Finding(_nearer(s), 60, "note", "front")
    if s.standing_out:
        yield Finding(_standing_out(s), 50, "note", "tunables")
    if len(s.alone) > 1 and s.settings > 1:
        yield from (Finding(_alone(s, goal), 60, "note", "tunables") for goal in s.each)
    idle = [t.name for t in s.tunables if t.is_idle]
    if idle:
        names = listed(idle)
        it, were = ("it", "was") if len(idle) == 1 else ("they", "were")
        text = f"{names} moved no goal wherever {it} {were} tried, and {were} set aside."
        yield Finding(text, 40, "note", "tunables")
    moved = sorted((d for d in s.moved if d.is_sure), key=_weight, reverse=True)
    felt = [d for d in moved if _weight(d) >= 1 and s.changes]
    yield from (_price(d) for d in _prices(s))
    if felt := [d for d in felt if not _is_price(d)]:
        prices = [
            f"{d.name} {about(d.other, d.is_share)} instead of {about(d.base, d.is_share)}"
            for d in felt[:MOST_NAMED]
        ]
        yield Finding(f"What else changes: {'; '.join(prices)}.", 30, "note", "moved")


def _standing_out(s: Suggestion) -> str:
    """Which pieces of a column may move, and what each did in the game as it was."""
    pieces = [f"{e.name} ({signed(e.value)} points)" for e in s.standing_out]
    least = number(s.pack.worth.effects, 1 if s.pack.worth.effects % 1 else 0)
    verb, whose = ("does", "its number") if len(pieces) == 1 else ("do", "their numbers")
    return (
        f"Of the column only {listed(pieces)} surely {verb} more than {least} points for or "
        f"against whoever takes it first (effect), so {whose} may move."
    )


def _is_price(d: Difference) -> bool:
    """Whether more games do not finish, which no designer wants however well the goals are met."""
    return bool(d.measure.does) and d.difference.value > 0


def _prices(s: Suggestion) -> Iterator[Difference]:
    """What a change surely costs that nobody asked about, the dearest first."""
    felt = [d for d in s.moved if d.is_sure and _is_price(d) and _weight(d) >= 1 and s.changes]
    yield from sorted(felt, key=_weight, reverse=True)


def not_recommended(s: Suggestion) -> str:
    """What speaks against a change whatever goals it meets: games that no longer finish; else "".

    That games come to an end is a goal that nobody writes down. Whoever accepts such an end writes
    a goal about it, and it is one of the goals that the change has to meet.
    """
    worst = next(_prices(s), None)
    if worst is None:
        return ""
    games = f"games of {worst.players} players" if worst.players else "games"
    return f"{percent(worst.other.value, 0)} of {games} {worst.measure.does}"


def _price_head(s: Suggestion) -> str:
    """The head of an answer that meets the goals and still is none to follow."""
    against = not_recommended(s)
    if not against:
        return ""
    proven = s.outcome == "found" and s.confirmed
    meets = "Meets your goals, but" if proven else "With the change tried"
    return f"{meets} {against}: not recommended. "


def _paid(d: Difference) -> str:
    """How many games do not finish, now and before."""
    players = f" of {d.players} players" if d.players else ""
    now = f"{percent(d.other.value, 0)} of the games{players} {d.measure.does}"
    return f"{now}, instead of {about(d.base, d.is_share)}"


def _told_price(s: Suggestion) -> str:
    """What a change costs, beside what it brings."""
    return "".join(f" The price: {_paid(d)}." for d in _prices(s))


def _price(d: Difference) -> Finding:
    """The price of a change, and the goal that would forbid it."""
    bound = max(1, math.ceil(100 * d.base.high))
    goal = f"A goal “{d.measure.label} <= {bound}%” beside the others would forbid it."
    return Finding(f"With this change {_paid(d)}. {goal}", 70, "look", "moved")


def _weight(d: Difference) -> float:
    """How many times the smallest difference worth a word a difference is."""
    return abs(d.difference.value) / d.least if d.least else 0.0


def sentence_of(s: Suggestion) -> str:
    """The whole answer, as it is read aloud."""
    return _price_head(s) + _answer(s) + _left_out(s)


def _left_out(s: Suggestion) -> str:
    """The settings that could not be played, by what went wrong there."""
    if not s.unplayable:
        return ""
    settings: dict[str, list[str]] = {}  # by where it went wrong
    first: dict[str, str] = {}
    for setting in s.unplayable:
        why = SEEDED.sub("", setting.why.replace(f"{s.pack.folder}/", "")).rstrip(".")
        where = why.partition(": error: ")[0]
        settings.setdefault(where, []).append(together(setting.changes))
        first.setdefault(where, why.replace(": error: ", ": ", 1))
    parts = []
    for where, names in list(settings.items())[:MOST_NAMED]:
        others = len(names) - MOST_NAMED
        more = [f"{others:,} more"] if others > 0 else []
        parts.append(f"{listed([*names[:MOST_NAMED], *more])} ({first[where]})")
    others = len(settings) - MOST_NAMED
    parts += [f"{counted(others, 'other fault')}"] if others > 0 else []
    return f" Left out, for the game cannot be played so: {'; '.join(parts)}."


def _answer(s: Suggestion) -> str:
    """The answer without what was left out."""
    if s.outcome == "unfinished":
        return _unfinished(s)
    games = " and ".join(_games_of(p) for p in s.proofs)
    if s.outcome == "nothing":
        proven = "Confirmed on" if s.confirmed else "Seen, but not confirmed, on"
        head = "Change nothing: all goals hold"
        if whose := held_against(s):
            head = f"As it is all goals hold for {whose}"
        return (
            f"{head}. {capital(_values(s.proofs[0].verdicts))}. "
            f"{proven} {games}." + _objection(s) + _failed(s)
        )
    if s.outcome == "none":
        return _none(s)
    if s.outcome == "found":
        proven = "Confirmed on" if s.confirmed else "Not confirmed, after"
        return (
            f"{capital(_change(s, s.changes))}. Then {_values(s.proofs[0].verdicts)}."
            f"{_told_price(s)} {proven} {games}.{_objection(s)}{_failed(s)}{_as_it_is(s)} "
            f"{_nearer(s)} "
            f"{s.games:,} games to find it."
        )
    return _open(s)


def _unfinished(s: Suggestion) -> str:
    agents = ", ".join(s.agents)
    return (
        f"{capital(agents)} players do not finish this game: more than 5{SPACE}% of their games "
        "end by the limit on its length, so nothing they show says what a change does. Ask "
        f"stronger ones ({_stronger(s.agents)}), or look at how games end: protoplay simulate."
    )


def _stronger(agents: Sequence[str]) -> str:
    """Players to ask instead, as options."""
    if any(map(is_search, agents)):
        return "--agents mcts:400"
    return "--agents mcts:100" if "greedy" in agents else "--agents greedy, --agents mcts:100"


def _none(s: Suggestion) -> str:
    """Why no setting will do: the nearest miss, and what stands in its way."""
    assert s.best is not None
    lacking = _lacking(s)
    beyond = [goal for goal, met in s.alone.items() if not met and goal not in lacking]
    values = _values(s.proofs[0].verdicts) if s.proofs else seen(s.aims, s.best.estimates)
    if not s.tunables:
        return (
            f"Not all goals hold, and nothing may be changed: {values}. Say what may: tune: true "
            "beside a parameter in game.yaml, or --tune NAME=LOW..HIGH."
            + _refuted(s)
            + _even(s, lacking)
        )
    text = "No setting will do: "
    if s.settings > 1:
        inside = "its band" if len(s.aims) == 1 else "all bands"
        text = f"None of these {s.settings:,} settings is well inside {inside}: "
    if lacking:
        bands = "its band" if len(lacking) == 1 else "their bands"
        text = f"No tunable brings {_unmoved(s, s.stuck)} even half the way to {bands}: "
    text += (
        f"the nearest miss is to {_change(s, s.best.changes)}. Then {values}"
        if s.best.changes
        else f"{_none_nearer(s)}. {capital(values)}"
    )
    text += "."
    if beyond:
        at_once = (
            f" with {listed([str(n) for n in s.players])} players at once"
            if len(s.players) > 1
            else ""
        )
        goals = listed([_goal(g) for g in beyond])
        text += f" No setting seems to bring {goals} into its band{at_once}."
    elif not lacking and len(s.alone) > 1:
        text += " Each goal seems to be met by some setting, but none meets all of them at once."
    return text + _refuted(s) + _even(s, lacking)


def _refuted(s: Suggestion) -> str:
    """The settings that seemed to be inside, and what fresh games showed."""
    settings = [
        f" Though {together(tried.changes)} seemed to be inside, {_games_of(tried.proof)} show "
        f"{_values([v for v in tried.proof.verdicts if not v.holds])}."
        for tried in s.failed
    ]
    return "".join(settings)


def _none_nearer(s: Suggestion) -> str:
    """Why the game as it is is the nearest miss."""
    if s.settings == 1:
        return "the nearest miss is the game as it is"
    held = len(s.each) < len(s.alone)
    keeping = " and keeps the goals it meets" if held else ""
    return f"no change tried is surely nearer than the game as it is{keeping}"


def _alone(s: Suggestion, alone: Alone) -> str:
    """How near a goal comes alone, in what was tried; by its worst number there."""
    measured = zip(s.aims, alone.best.estimates, strict=True)
    pairs = [(aim, e) for aim, e in measured if aim.goal == alone.goal]
    aim, e = min(pairs, key=lambda pair: pair[0].margin(pair[1].value))
    whose = f"with {aim.players} players " if len(s.players) > 1 else ""
    goal, number = _goal(alone.goal), whose + seen([aim], [e])
    if alone.is_met:
        return f"{goal} alone seems met with {together(alone.best.changes)}: {number}."
    where = (
        "was surely met by no setting tried" if s.alone[alone.goal] else "seems out of reach here"
    )
    if not alone.best.changes:
        return f"{goal} {where}; no change tried is surely nearer to it than the game as it is."
    return f"{goal} {where}; nearest to it seems {together(alone.best.changes)}: {number}."


def _even(s: Suggestion, lacking: Sequence[str]) -> str:
    """What would make the seats even where nothing that may be moved does."""
    assert s.best is not None
    is_stuck = any(a.goal in lacking and _is_evenness(a) for a in s.aims)
    if s.compensation is not None and (is_stuck or not s.best.changes):
        points, share = s.compensation
        whose = "second" if points > 0 else "first"
        of = " of 2" if len(s.players) > 1 else ""
        return (
            f" What would even the seats: as the games{of} ended without a change, "
            f"{number(abs(points))} points more for the {whose} seat at the end, with which the "
            f"first would have won {percent(share, 0)}. Nobody played for these points: give them "
            "a parameter in the rules, and they can be tuned."
        )
    if is_stuck:
        return (
            " What would even the seats: points or a gift for who plays later, as a new rule with "
            "a parameter of its own."
        )
    return ""


def _is_evenness(aim: Aim) -> bool:
    """Whether it wants a seat's share of the wins to be what is fair."""
    return aim.measure.is_of_sides and aim.low <= 1 / aim.players <= aim.high


def _open(s: Suggestion) -> str:
    """Undecided, or stopped: the best so far, and what may be done."""
    assert s.best is not None
    values = _values(s.proofs[0].verdicts) if s.proofs else seen(s.aims, s.best.estimates)
    head = "Stopped" if s.outcome == "stopped" else f"Undecided after {s.games:,} games"
    if not s.is_searched:
        yet = "only the ends of what may be moved were" if s.tunables else "no change was"
        return f"{head}: {yet} tried yet. As it is, {values}. Give it more time."
    text = f"{head}: nothing better than the game as it is was found so far. There {values}."
    if not s.best.changes and s.proofs and s.proofs[0].holds:
        text = f"{head}: as it is all goals hold for {s.proofs[0].agents}. There {values}."
    if s.best.changes:
        best = _change(s, s.best.changes)
        text = f"{head}: the best so far, unconfirmed, is to {best}. Then {values}.{_told_price(s)}"
    text += _missed(s) + _held_by_one(s)
    unseen = [name_of(aim) for aim, e in _known(s) if not math.isfinite(e.value)]
    edges: list[str] = []
    holds = bool(s.proofs) and s.proofs[0].holds
    failed = [tried.changes for tried in s.failed if not (holds and tried.changes == s.changes)]
    if failed:
        named = _or(list(dict.fromkeys(map(together, failed))))
        text += f" Fresh games did not confirm {named}."
        unproven = [v for v in s.proofs[0].verdicts if not v.holds] if s.proofs else []
        edges = _named(s, [v.aim for v in unproven if _on_edge(v)])
        if edges and not unseen:
            more = "more games, " if s.is_spent else ""
            text += (
                f" It lies too near the edge of what is wanted ({listed(edges)}): allow {more}a "
                "wider band, or more values to choose from."
            )
    if unseen:
        text += f" In none of its games was there any {listed(unseen)} to be seen."
    elif s.outcome == "undecided" and not edges and not all(t.is_idle for t in s.tunables):
        text += _more(s)
    return text


def _held_by_one(s: Suggestion) -> str:
    """That the first kind of player proved it, where no second could before the end."""
    if len(s.proofs) != 1 or not s.proofs[0].holds:
        return ""
    return f" This holds on {_games_of(s.proofs[0])}; no second kind of player has confirmed it."


def _more(s: Suggestion) -> str:
    """What may decide: more time, more games, or wider bands where so many games tell nothing."""
    if s.is_out_of_time:
        return " The time is up: a longer --budget may tell."
    if not s.is_spent:
        return " Allow a wider band, or more values to choose from."
    if s.hardest is not None and s.hardest.games * len(s.players) > s.games:
        games, more = (
            float(f"{s.hardest.games:.2g}"),
            "" if s.hardest.is_beyond else "more games or ",
        )
        return (
            f" {_goal(s.hardest.goal)} takes some {games:,.0f} games of a single setting to prove: "
            f"allow {more}a wider band."
        )
    return f" As many games again may tell, about {float(f'{s.games:.2g}'):,.0f}."


def _known(s: Suggestion) -> list[tuple[Aim, Estimate]]:
    """The numbers of the best so far: of fresh games where it had any, else of the search's."""
    assert s.best is not None
    if s.proofs:
        return [(v.aim, v.value) for v in s.proofs[0].verdicts]
    return list(zip(s.aims, s.best.estimates, strict=False))


def _missed(s: Suggestion) -> str:
    """What the best so far misses for all that games can tell, and what of it no tunable moves."""
    missed = [aim for aim, e in _known(s) if aim.is_missed(e)]
    if not missed:
        return ""
    names = _named(s, missed)
    text = f" That misses {listed(names)}."
    own = [v.value for v in s.before.verdicts] if s.before else s.base.estimates
    now = dict(zip(s.aims, own, strict=False)) if s.changes else {}
    met = [
        name for name, aim in zip(names, missed, strict=True) if aim in now and aim.is_met(now[aim])
    ]
    if met:
        which = "it" if len(missed) == 1 else "them" if len(met) == len(missed) else listed(met)
        text = f"{text[:-1]}; the game as it is meets {which}."
    out = {(aim.goal, aim.players) for aim in missed}
    stuck = [goal for goal in s.stuck if (goal.goal, goal.players) in out]
    return text + (f" No tunable seems to move {_unmoved(s, stuck)} enough." if stuck else "")


def _named(s: Suggestion, aims: Sequence[Aim]) -> list[str]:
    """Numbers wanted by name, with the players each is of where that is not one number of them."""
    several = len(s.players) > 1
    return [name_of(a) + (f" with {a.players} players" if several else "") for a in aims]


def _lacking(s: Suggestion) -> list[str]:
    """Goals of which no setting makes up for half of what the game lacks."""
    return list(dict.fromkeys(goal.goal for goal in s.stuck))


def _unmoved(s: Suggestion, stuck: Sequence[Stuck]) -> str:
    """These goals, each with the numbers of players it is about where it is not about all."""
    parts = []
    for goal in dict.fromkeys(entry.goal for entry in stuck):
        counts = [str(entry.players) for entry in stuck if entry.goal == goal]
        few = f" with {listed(counts)} players" if len(counts) < len(s.players) else ""
        parts.append(f"{_goal(goal)}{few}")
    return listed(parts)


def _objection(s: Suggestion) -> str:
    """What the second kind of player holds against it, or leaves open."""
    for proof in s.proofs[1:]:
        if not proof.holds:
            failed = [v for v in proof.verdicts if not v.holds]
            if all(_on_edge(v) for v in failed):
                text = f" Whether it holds for {proof.agents} too is open: {_values(failed)}."
                return text + (_stricter(failed) or _why_open(s, failed))
            missed = [v for v in failed if not _on_edge(v)]
            return f" It does not hold for {proof.agents}: {_values(missed)}."
    if beyond := _beyond(s):
        names = listed(_named(s, [v.aim for v in beyond]))
        word = "misses its band" if len(beyond) == 1 else "miss their bands"
        agents = s.proofs[1].agents
        return f" With {agents} {names} {word} as written; these players are allowed a wider one."
    return ""


def _why_open(s: Suggestion, failed: Sequence[Verdict]) -> str:
    """What leaves it open: nothing to be seen, an edge that is near, or few games."""
    unseen = [v.aim for v in failed if not math.isfinite(v.value.value)]
    if unseen:
        return f" In none of their games was there any {listed(_named(s, unseen))} to be seen."
    if all(abs(v.aim.margin(v.value.value)) <= SOFT for v in failed):
        return (
            " It lies near the edge of what is wanted: a wider band would tell, or a setting "
            "farther inside."
        )
    return " So many games of theirs do not tell: a wider band would need fewer."


def _stricter(failed: Sequence[Verdict]) -> str:
    """Why an interval that is wider than usual decides."""
    levels = [v.level for v in failed if v.level > LEVEL]
    if not levels:
        return ""
    return (
        f" It is held to {percent(max(levels), 0)} intervals, for it was tried after another "
        "setting had failed."
    )


def _on_edge(verdict: Verdict) -> bool:
    """Whether a number that is not proven may yet lie inside: its interval meets the band."""
    return not verdict.aim.is_missed(verdict.value)


def _as_it_is(s: Suggestion) -> str:
    """That no change at all may do, too, for all that is known."""
    if s.before is None or not s.nearer.may_stay or not _is_open(s.before):
        return ""
    return f" No change at all may do, too: as it is {_values(s.before.verdicts)}."


def _failed(s: Suggestion) -> str:
    """What was tried before: settings that fresh games did not confirm, and what these showed."""
    parts = []
    for tried in s.failed:
        values = _values([v for v in tried.proof.verdicts if not v.holds])
        games = _games_of(tried.proof)
        if tried.changes == s.changes:
            parts.append(f" At first {games} left it open: {values}.")
        else:
            which = together(tried.changes)
            parts.append(f" Tried before it: {which}. Then {values}, not confirmed by {games}.")
    return "".join(parts)


def _or(names: Sequence[str]) -> str:
    """a, b or c."""
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else names[0]


def _is_open(proof: Proof) -> bool:
    """Whether nothing surely fails of a proof that does not hold."""
    return all(_on_edge(v) for v in proof.verdicts if not v.holds)


def held_against(s: Suggestion) -> str:
    """For whom it holds, and for whom not, or not surely; "" where no second kind objects."""
    second = next((proof for proof in s.proofs[1:] if not proof.holds), None)
    if second is None:
        return ""
    how = "not surely" if _is_open(second) else "but not"
    return f"{s.proofs[0].agents}, {how} for {second.agents}"


def _beyond(s: Suggestion) -> list[Verdict]:
    """What a second kind of player proves inside its wider band and yet misses the one wanted."""
    pairs = [pair for p in s.proofs[1:] for pair in zip(s.aims, p.verdicts, strict=True)]
    return [v for aim, v in pairs if v.holds and aim.is_missed(v.value)]


def _second(proof: Proof) -> str:
    word = "agree" if proof.holds else "leave it open" if _is_open(proof) else "do not agree"
    least = f"±{SPACE}5 points or 10{SPACE}%"
    wider = f" (held to no less than {least}, as they play otherwise)" if proof.is_wider else ""
    return f"{proof.agents} players {word}{wider}: {_values(proof.verdicts)}."


def _nearer(s: Suggestion) -> str:
    """How surely it is the smallest change."""
    n, out = s.nearer.n, s.nearer.ruled_out
    n_open = n - out
    if not n:
        return "There is no smaller change to try."
    if not n_open:
        return (
            "The only smaller change was ruled out."
            if n == 1
            else f"{'Both' if n == 2 else f'All {n:,}'} smaller changes were ruled out."
        )
    text = "One smaller change is" if n == 1 else f"{n:,} smaller changes are"
    if out:
        text = f"Of {n:,} smaller changes {out:,} {'was' if out == 1 else 'were'} ruled out; "
        text += f"{n_open:,} {'is' if n_open == 1 else 'are'}"
    named = [together(changes) for changes in s.nearer.undecided[:MOST_NAMED]]
    if n_open > len(named):
        return f"{text} undecided, such as {named[0]}."
    return f"{text} undecided: {'; '.join(named)}."


def nearer_of(nearer: Nearer, failed: Sequence[Tried] = ()) -> str:
    """What was ruled out, and how surely; nothing where no setting is nearer.

    `failed`: the settings that fresh games did not confirm, whatever the search thought of them.
    """
    if not nearer.n:
        return ""
    subject = "One smaller change is" if nearer.n == 1 else f"{nearer.n:,} smaller changes are"
    text = f"{subject} possible"
    if nearer.ruled_out:
        which = "it is" if nearer.n == 1 else f"{nearer.ruled_out:,} of them are"
        text += (
            f"; {which} ruled out: by these games, and those of settings beside, each is less than "
            f"5{SPACE}% likely to meet all goals"
        )
        if any(subject.is_missed for subject in failed):
            text += ", or fresh games showed that it does not"
    tested = [subject.changes for subject in failed]
    likely = [
        f"{written(changes)} (not confirmed by fresh games)"
        if changes in tested
        else f"{written(changes)} ({percent(chance, 0)} likely)"
        for changes, chance in zip(nearer.undecided, nearer.chances, strict=True)
    ]
    return f"{text}. Undecided: {listed(likely)}." if likely else f"{text}."


def _games_of(proof: Proof) -> str:
    return f"{proof.games:,} fresh games of {proof.agents}"


def _change(s: Suggestion, changes: Mapping[str, Scalar]) -> str:
    was = {t.name: t.was for t in s.tunables}
    parts = [
        f"{name} {said(was[name])}{SPACE}→{SPACE}{said(value)}" for name, value in changes.items()
    ]
    return "change " + listed(parts)


def _values(verdicts: Sequence[Verdict]) -> str:
    aims, values = [v.aim for v in verdicts], [v.value for v in verdicts]
    return seen(aims, values, [v.level for v in verdicts])


def _goal(written_goal: str) -> str:
    return f"“{written_goal}”"
