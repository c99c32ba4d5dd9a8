"""What a bot thinks of the moves of a position: the shades on the map, the best moves in words."""

import math
from collections.abc import Sequence

from generator.preview.move_choice import Choice
from generator.preview.sessions import Judged, Judgement

BEST = 3  # number of moves of a judgement that are described in words
NARROW = "\N{NARROW NO-BREAK SPACE}"
TOLD = 0.2  # a chance is shown at its move where it is known ± so much
SHADES = 5


class Hint:
    """A judgement of the moves that a person can choose from; empty if there is none."""

    def __init__(self, judgement: Judgement | None, choices: Sequence[Choice]) -> None:
        self.judgement, self._choices = judgement, choices
        moves = judgement.moves if judgement else ()
        least = TOLD * judgement.reach if judgement else 0.0
        self.judged = {j.move: j for j in moves if j.half <= least or j is moves[0]}

    @property
    def heat(self) -> dict[int, tuple[int, Judged]]:
        """Place → shade 1 to 5, and the best of its judged moves; the bot's own move is darkest."""
        if self.judgement is None or len(self.judged) < 2:
            return {}
        every, best = [judged.chance for judged in self.judged.values()], self.judgement.moves[0]
        least = min(every)
        span = max(max(every) - least, 4 * best.half)  # less is hardly a difference
        shades: dict[int, tuple[int, Judged]] = {}
        for choice in self._choices:
            judged = self.judged.get(choice.move)
            if judged is None or not choice.places:
                continue
            shade = 1 + int((SHADES - 2) * (judged.chance - least) / span) if span else 1
            if judged is best:
                shade = SHADES
            before = shades.get(choice.places[0])
            if before is None or (before[0], before[1].chance) < (shade, judged.chance):
                shades[choice.places[0]] = shade, judged
        ranked = sorted(shades, key=lambda place: (-shades[place][0], -shades[place][1].chance))
        return {place: shades[place] for place in ranked[:BEST]}

    def chance(self, judged: Judged) -> str:
        """A bot's estimate of a move, in short form."""
        return self.mark(judged) if self.goes_by_score else f"{self.mark(judged)}{NARROW}%"

    def mark(self, judged: Judged) -> str:
        """The number of an estimate: points, or percent without the sign."""
        return f"{judged.chance:.3g}" if self.goes_by_score else f"{100 * judged.chance:.0f}"

    def half(self, judged: Judged) -> str:
        """The half width of the estimate of a move."""
        return f"{judged.half:.2g}" if self.goes_by_score else f"{math.ceil(100 * judged.half)}"

    @property
    def goes_by_score(self) -> bool:
        """Whether the bot plays for the score, because nobody competes."""
        return self.judgement is not None and self.judgement.reward == "score"

    @property
    def best(self) -> list[tuple[str, Judged]]:
        """The move that the bot would make, and the best others of those told beside, in words."""
        words = {choice.move: choice.words for choice in self._choices}
        judged_moves = [judged for judged in self.judged.values() if judged.move in words]
        ranked = judged_moves[:1] + sorted(judged_moves[1:], key=lambda judged: -judged.chance)
        return [(words[judged.move], judged) for judged in ranked[:BEST]]

    @property
    def even(self) -> str:
        """What the moves described are worth, if none of them is clearly better; "" otherwise.

        None is better if the worst could be as good as the best for all that the bot can tell.
        """
        told = [judged for _, judged in self.best]
        if len(told) < 2 or any(judged.is_sure for judged in told):
            return ""
        best, worst = max(told, key=lambda j: j.chance), min(told, key=lambda j: j.chance)
        if best.chance - worst.chance > min(best.half, worst.half):
            return ""
        half = self.half(max(told, key=lambda judged: judged.half))
        least = "" if self.mark(worst) == self.mark(best) else f"{self.mark(worst)} to "
        return f"{least}{self.chance(best)} ± {half}"

    @property
    def looks(self) -> int:
        """How often the bot looked ahead: its iterations, rounded to two digits."""
        n = sum(judged.n for judged in self.judgement.moves) if self.judgement else 0
        return round(n, 2 - len(str(n)))
