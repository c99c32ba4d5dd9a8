"""What a report is about: its title, the few facts under it, what must be the same to repeat it."""

from dataclasses import dataclass

from generator.model.pack import Pack
from generator.play.engine.kinds import is_plain_greedy
from generator.play.measures.results import Provenance
from generator.play.telling.numbers import listed
from generator.reading.formulas import unfollowed

BY_CLOCK = "bots think by the clock, so the same seed plays other games"
MOST_LEFT = 3  # numbers that stay as a workbook has them, and are named


@dataclass(frozen=True, slots=True)
class Heading:
    """A report's title and what stands under it.

    `provenance`: what must be the same to have the same numbers.
    """

    pack: Pack  # of several settings, the first
    what: str  # what was done: "playtest report"
    provenance: Provenance
    players: str
    games: str
    played_by: str
    kinds: tuple[str, ...]  # every kind of player, one that is a check, too
    parameters: tuple[str, ...]  # that the study sets or moves

    @property
    def title(self) -> str:
        """The game and what was done with it."""
        return f"{self.pack.name}: {self.what}"

    @property
    def parts(self) -> tuple[str, str]:
        """The game, and what was done with it."""
        name, _, what = self.title.partition(": ")
        return name, what[0].upper() + what[1:]

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The few facts under the title, each with its label."""
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
        numbers = [str(number) for number in unfollowed(self.pack, self.parameters)]
        if len(numbers) > MOST_LEFT:
            numbers[MOST_LEFT:] = [f"{len(numbers) - MOST_LEFT} more"]
        if numbers:
            facts.append(("stays as saved", listed(numbers)))
        return facts
