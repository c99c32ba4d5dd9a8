"""Where each goal stands with the settings compared."""

from collections.abc import Iterator

from generator.play.studies.compare.answer import Comparison
from generator.play.telling.findings.finding import Finding
from generator.play.telling.findings.goals import (
    UNJUDGED,
    cut_short,
    games_to_decide,
    judged_goals,
    of_faults,
    standings_of,
)
from generator.play.telling.numbers import (
    listed,
)


def of_compared_goals(comparison: Comparison) -> Iterator[Finding]:
    """Where each goal stands with the settings compared; all intervals hold together.

    What is open under one setting and met under another says nothing of a change; it is told as
    that, after what does change.
    """
    labels = [label for label, _ in comparison.results]
    runs = [results for _, results in comparison.results]
    games = runs[0].main.metrics.games
    both = [judged_goals(results, len(labels)) for results in runs]
    yield from of_faults(fault for _, faults in both for fault in faults)
    judged = [goals for goals, _ in both]
    standings = standings_of(judged)[0]
    for goal, standing in standings.items():
        if len(set(standing)) == 1:
            continue
        parts = []
        for word in ("missed", "met", "open", UNJUDGED):
            which = [label for label, stand in zip(labels, standing, strict=True) if stand == word]
            if which:
                how = listed([x if x == labels[0] == "as it is" else f"with {x}" for x in which])
                parts.append(f"{word} {how}")
        why = cut_short(runs) if UNJUDGED in standing else ""
        text = f"Your goal “{goal}” is {'; '.join(parts)}{f' ({why})' if why else ''}."
        weight = 97.0 if "missed" in standing else 60.0
        action = games_to_decide(judged, [goal], games, "setting")
        yield Finding(text, weight, "note", "differences", action=action)
    alike = [goal for goal, standing in standings.items() if len(set(standing)) == 1]
    if alike:
        every = "either way" if len(labels) == 2 else "every way"
        stand = listed([f"“{goal}” is {standings[goal][0]}" for goal in alike])
        action = games_to_decide(judged, alike, games, "setting")
        yield Finding(f"Of your goals {stand}, {every}.", 16, "note", "differences", action=action)
