"""What a comparison shows, in sentences."""

from collections.abc import Collection, Iterator, Sequence

from generator.model.measures import Topic
from generator.play.measures.ratios import NEEDED
from generator.play.measures.results import Difference
from generator.play.readings.ends import is_cut_short
from generator.play.studies.compare.answer import Comparison
from generator.play.telling.findings.finding import Finding
from generator.play.telling.numbers import (
    SPACE,
    UNIT,
    change_said,
    games_are,
    number,
)
from generator.play.telling.titles import (
    changed_said,
    mirrored_of,
    size_of,
)
from generator.play.telling.words.ends import cut_off

MOST_NAMED = 4  # changes of a setting that its first sentence names
RANKS: dict[Topic, int] = {"unended": 0, "supply": 0, "seats": 1, "outcome": 1, "length": 2}


def of_comparison(comparison: Comparison) -> Iterator[Finding]:
    """What each setting changes that is not chance, breakage first; the rest is named."""
    mirrored = mirrored_of(results for _, results in comparison.results)
    sure = [d for d in comparison.differences if d.is_sure and d.measure not in mirrored]
    base, cut = comparison.results[0][0], cut_of(comparison)
    if len(comparison.results) > 2:
        yield from _each_setting(comparison, sure)
    if cut and sure:
        yield Finding(cut_of_settings(comparison), 21, "note", "differences")
    for i, (label, _) in enumerate(comparison.results[1:]):
        differences = [d for d in sure if d.label == label]
        felt = _felt(differences)
        for part in (felt[:MOST_NAMED], felt[MOST_NAMED:]):
            if part:
                also = " also" if part[0] is not felt[0] else ""
                text = f"With {label}{also}: {'; '.join(_changed(d, base, cut) for d in part)}."
                breaks = not also and _rank(part[0]) == 0
                weight = (20.0 if also else 98.0 if breaks else 90.0) - i / 10
                yield Finding(text, weight, "note", "differences")
        small = [_unfelt(d) for d in differences if d not in felt]
        if small:
            more = "One more difference is" if len(small) == 1 else f"{len(small)} more are"
            more = more if felt else more.replace(" more", "")
            text = f"With {label}, {more[0].lower()}{more[1:]} sure, but too small to be felt"
            yield Finding(f"{text}: {', '.join(small)}.", 15 - i / 10, "note", "differences")
    games = comparison.results[0][1].main.metrics.games
    few = games < NEEDED or all(d.difference.withheld for d in comparison.differences)
    if not sure and few:
        text = f"{games_are(games)} too few to be sure of a change: play {NEEDED:,} at least."
        yield Finding(text, 50, "note", "differences")
    elif not sure:
        text = f"No difference that {games:,} games on the same seeds can show."
        yield Finding(text, 50, "fine", "differences")


def cut_of(comparison: Comparison) -> list[str]:
    """The settings whose games were cut off, so many that their lengths are at least so long."""
    return [label for label, results in comparison.results if is_cut_short(results)]


def cut_of_settings(comparison: Comparison) -> str:
    """How many games of which settings were cut off; nothing where hardly any were."""
    base = comparison.results[0][0]
    return cut_off(
        (label if label == base else f"with {label}", results)
        for label, results in comparison.results
    )


def _felt(differences: Sequence[Difference]) -> list[Difference]:
    """What is worth a word of one setting, in the order it is read."""
    return sorted(filter(_is_felt, differences), key=lambda d: (_rank(d), -size_of(d)))


def _each_setting(comparison: Comparison, sure: Sequence[Difference]) -> Iterator[Finding]:
    """What weighs most of each of several settings, in one breath."""
    firsts, parts = [], []
    base, cut = comparison.results[0][0], cut_of(comparison)
    for label, _ in comparison.results[1:]:
        felt = _felt([d for d in sure if d.label == label])
        most = max(felt, key=size_of, default=None)
        firsts += [most] if most else []
        change = _changed(most, base, cut) if most else "nothing that is felt"
        parts.append(f"with {label} {change}")
    if firsts:
        breaks = any(_rank(d) == 0 for d in firsts)
        text = f"What changes most: {'; '.join(parts)}."
        yield Finding(text, 98.5 if breaks else 93.0, "note", "differences")


def _unfelt(d: Difference) -> str:
    """A change below what is worth a word, and from where on it would be."""
    by, unit = (1.0, UNIT) if d.is_share else (1 / (abs(d.base.value) or 1.0), "%")
    size, least = 100 * by * abs(d.difference.value), 100 * by * d.least
    sign = "+" if d.difference.value > 0 else "−"
    digits = next((n for n in range(1, 9) if number(size, n) != number(least, n)), 9)
    text = f"{sign}{number(size, digits)}{SPACE}{unit}, "
    text += f"felt from {number(least, digits)}{SPACE}{unit} on"
    return f"{d.name} ({text})"


def _is_felt(d: Difference) -> bool:
    """Whether a change is worth a word: games that do not finish are wherever `simulate` alarms."""
    is_alarm = bool(d.measure.does) and max(d.base.value, d.other.value) >= d.least
    return is_alarm or abs(d.difference.value) >= d.least


def _rank(d: Difference) -> int:
    """What is read first: breakage, then seats, then length, then how it goes."""
    last = max(RANKS.values()) + 1
    return RANKS.get(d.measure.topic, last) if d.measure.question else last


def _changed(d: Difference, base: str, cut: Collection[str]) -> str:
    """A measure before and now, and by how much it changes, if its games were not cut off."""
    was, now, is_whole = changed_said(d, base, cut)
    if not is_whole and d.measure.is_length:
        return f"{d.name} {was}{SPACE}→{SPACE}{now}"
    unit = f" {UNIT}" if d.is_share else ""
    return f"{d.name} {was}{SPACE}→{SPACE}{now} ({change_said(d)}{unit})"
