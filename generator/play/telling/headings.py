"""The head of a report, with its title, the facts below it, and the information needed to repeat
it.
"""

from dataclasses import dataclass

from generator.model.pack import Pack
from generator.play.engine.kinds import is_plain_greedy
from generator.play.measures.results import Provenance
from generator.play.telling.numbers import listed
from generator.reading.formulas import unfollowed

BY_CLOCK = "bots think by the clock, so the same seed plays other games"
MOST_LEFT = 3  # greatest number of unchanged workbook numbers that are named


@dataclass(frozen=True, slots=True)
class Heading:
    """A report's title and facts. `provenance` has the conditions for getting the same numbers."""

    pack: Pack  # the first of several settings
    what: str  # the kind of report, such as "playtest report"
    provenance: Provenance
    players: str
    games: str
    played_by: str
    kinds: tuple[str, ...]  # every kind of player, including one for comparison
    parameters: tuple[str, ...]  # parameters that the study sets or changes

    @property
    def title(self) -> str:
        """The game and the kind of report."""
        return f"{self.pack.name}: {self.what}"

    @property
    def parts(self) -> tuple[str, str]:
        """The parts of the title."""
        name, _, what = self.title.partition(": ")
        return name, what[0].upper() + what[1:]

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Return the facts below the title, each with its label."""
        provenance = self.provenance
        facts = [("players", self.players), ("games", self.games), ("played by", self.played_by)]
        if provenance.variant:
            facts.append(("variant", provenance.variant))
        clock = "" if provenance.is_repeatable else f" ({BY_CLOCK})"
        facts.append(("seed", f"{provenance.seed}{clock}"))
        if provenance.bots_see_hands:
            facts.append(("bots see", "every hand, for HIDDEN is not set"))
        if not provenance.has_value and any(map(is_plain_greedy, self.kinds)):
            by_score = "the score alone, for bots.py has no value (WRITING.md)"
            facts.append(("greedy goes by", by_score))
        if provenance.judge and any(kind != "random" for kind in self.kinds):
            facts.append(("positions judged by", f"learned worth of cards ({provenance.judge})"))
        numbers = [str(number) for number in unfollowed(self.pack, self.parameters)]
        if len(numbers) > MOST_LEFT:
            numbers[MOST_LEFT:] = [f"{len(numbers) - MOST_LEFT} more"]
        if numbers:
            facts.append(("stays as saved", listed(numbers)))
        return facts
