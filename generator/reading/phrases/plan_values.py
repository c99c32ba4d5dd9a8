"""A plan: a game that is played by its words, as numbers."""

from dataclasses import dataclass, field

from generator.model.pack import Row
from generator.model.plays import POINT
from generator.reading.phrases.bytecode import Assembler
from generator.reading.phrases.limits import CHOOSE_STEP, KEEP_STEP, LARGE, SMALL, Tier


@dataclass
class Plan:
    """A game as numbers; what is listed by row counts the rows of all components played with."""

    components: tuple[str, ...] = ()
    rows: list[Row] = field(default_factory=list)
    part_of: list[int] = field(default_factory=list)  # the component of each row
    names: tuple[str, ...] = ()  # of cards, each once
    name_of: list[int] = field(default_factory=list)
    kinds: tuple[str, ...] = ()
    kinds_of: list[int] = field(default_factory=list)  # a bit for each kind of a row
    points_of: list[int] = field(default_factory=list)
    cost_of: list[dict[int, int]] = field(default_factory=list)
    # what each row asks for that is claimed: amounts by resource, then by kind of card
    needs_of: list[dict[int, int]] = field(default_factory=list)
    entry: list[list[int]] = field(default_factory=list)  # [row][trigger] → pc or −1
    start_of: list[int] = field(default_factory=list)  # copies each player begins with
    resources: tuple[str, ...] = (POINT,)
    plurals: tuple[str, ...] = ()  # of the resources
    starts: list[int] = field(default_factory=list)
    # seat, from 0 → amounts by resource that this seat begins with in addition
    extra: dict[int, dict[int, int]] = field(default_factory=dict)
    banks: list[int] = field(default_factory=list)  # −1 without limit
    until: list[int] = field(default_factory=list)  # EACH_TURN or EACH_ROUND, 0 for ever
    by_places: bool = False  # whether rounds last until nobody can go to a place
    held: list[int] = field(default_factory=list)
    saves: list[int] = field(default_factory=list)  # the resource each saves, −1 for none
    wild: int = -1
    open_rows: list[int] = field(default_factory=list)  # by component
    is_supply: list[int] = field(default_factory=list)
    draw_part: int = -1  # the component that hands are dealt from
    own_decks: bool = False
    hand: dict[int, int] = field(default_factory=dict)
    hold: int = -1
    stays: int = 0
    counts_owned: bool = False
    actions: list[list[int]] = field(default_factory=list)
    action_names: tuple[str, ...] = ()
    action_words: tuple[str, ...] = ()  # what each does, where a phrase tells it
    asked: dict[int, tuple[str, ...]] = field(default_factory=dict)  # pc → what may be chosen
    steps: list[list[int]] = field(default_factory=list)
    ends: list[list[int]] = field(default_factory=list)
    end_names: tuple[str, ...] = ()
    stocks: list[tuple[int, int]] = field(default_factory=list)  # what may run out, and which
    stock_names: dict[str, str] = field(default_factory=dict)  # as SUPPLIES has them
    set_up: int = -1
    scoring: int = -1
    round_scoring: int = -1
    tie: int = -1  # a counter
    tie_sign: int = 1
    code: list[list[int]] = field(default_factory=list)
    counters: list[tuple[int, int, int, int, int]] = field(default_factory=list)
    costs: list[dict[int, int]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    columns: tuple[str, ...] = ()  # whose numbers are counted
    values: list[list[int]] = field(default_factory=list)  # [row][column]
    words: list[tuple[Row, str]] = field(default_factory=list)  # each card in canonical words
    assembled: Assembler | None = None  # the programs, while and after they are put together

    def tier(self, players: int) -> Tier:
        """The smallest tier that has room for the game with so many players."""
        sizes = Tier(
            copies=sum(row.count for row in self.rows),
            rows=len(self.rows),
            code=len(self.code),
            resources=len(self.resources),
            kinds=len(self.kinds),
            actions=len(self.actions),
            steps=len(self.steps),
            seats=players,
            ends=len(self.ends),
            counters=len(self.counters),
            costs=len(self.costs),
            numbers=len(self.numbers),
            columns=len(self.columns),
        )
        is_small = all(size <= most for size, most in zip(sizes, SMALL, strict=True))
        return SMALL if is_small else LARGE

    @property
    def is_draft(self) -> bool:
        """Whether everybody keeps cards of a packet at once."""
        return any(step[0] == KEEP_STEP for step in self.steps)

    def dealt(self, players: int) -> int:
        """Cards dealt to each of so many players."""
        return self.hand.get(players, self.hand.get(0, 0))

    @property
    def offered(self) -> list[int]:
        """The actions that a step of the turn offers."""
        mask = 0
        for kind, actions, *_ in self.steps:
            mask |= actions if kind == CHOOSE_STEP else 0
        return [i for i in range(len(self.actions)) if mask >> i & 1]

    def speaker_of(self, pc: int) -> str:
        """The card or action whose words an instruction belongs to; "" for any other phrase."""
        others = (self.set_up, self.scoring, self.round_scoring)
        begins = dict.fromkeys((*others, *(step[1] for step in self.steps)), "")
        for row, entries in zip(self.rows, self.entry, strict=True):
            begins |= dict.fromkeys(entries, row.name)
        for name, action in zip(self.action_names, self.actions, strict=True):
            begins[action[1]] = name
        return begins.get(max((each for each in begins if 0 <= each <= pc), default=-1), "")
