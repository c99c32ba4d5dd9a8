"""The contract: the classics and toys keep it, and every breach is reported."""

import re
from pathlib import Path

import pytest

from generator.cli.packs import check_rules
from generator.kit import stream
from generator.model.pack import Pack
from generator.model.problems import Problem, Problems
from generator.play.checks.conform import conform
from generator.play.engine.batch import play_games
from generator.play.engine.game import FaultyRules, load_game
from generator.reading.scaffold import new_game
from tests.games.perft import count_paths
from tests.toys import DICE, PACKS, TRICKS, classic, opened, write_pack


@pytest.mark.parametrize("folder", [PACKS / n for n in ("tictactoe", "connect_four", "gomoku")],
                         ids=lambda folder: folder.name)  # fmt: skip
def test_the_classics_keep_the_contract(folder: Path) -> None:
    assert conform(opened(folder), 2, games=4).problems == []


@pytest.mark.parametrize("rules", [TRICKS, DICE], ids=["tricks", "dice"])
def test_the_toys_keep_the_contract(tmp_path: Path, rules: str) -> None:
    seats = "2" if rules is TRICKS else "1-3"
    assert conform(opened(write_pack(tmp_path, rules, seats)), 2, games=20).problems == []


BROKEN = {
    "a move twice": (TRICKS, "out[n] = card", "out[n] = 0", "moves() listed a move twice"),
    "a seat left out": (DICE, "else state.t % tables.players", "else 0",
                        "seat 1 (counted from 0) never has a turn in 20 games of 2 players"),
    "no move": (DICE, "return 2\n", "return 2 - state.t\n", "moves() lists no legal move"),
    "too many": (DICE, "return 2\n", "return 3\n", "returned 3 moves, more than WIDEST = 2"),
    "index": (DICE, "state.t += 1", "state.points[5] += 1", "play() stopped with IndexError"),
    "a fraction": (DICE, "1 + below(rng, 6) if", "below(rng, 6) / 2 if",
                   "where whole numbers are stored, so the fraction is lost"),
    "a fraction in an array": (DICE, "] += state", "] += 0.5 * state",
                               "play() puts 2.5 where whole numbers are stored"),
    "out of range": (DICE, "    state.t += 1\n",
                     "    state.t += 1\n    state.points[0] += 0 * (4 * (state.t + 2**62))\n",
                     "play() leaves the range of its numbers"),
    "exp beyond its range": (DICE, "    state.t += 1\n",
                             "    state.t += 1 + int(1.0 / (1.0 + np.exp(1000.0)))\n", None),
    "out of a small range": (DICE.replace("np.int64", "np.int8"), "] += state", "] += 100 + state",
                             "play() leaves the range of its numbers"),
    "a seat too many": (DICE, "else state.t % tables.players", "else 7", "turn() returned seat 7"),
    "tables": (DICE, "state.t += 1", "state.t += 1\n    tables.sure = 9",
               "play() changed the tables"),
    "looking": (DICE, "    out[0] = 0\n", "    out[0] = 0\n    state.thrown += 1\n",
                "moves() changed the position; it may only read it"),
    "stock": (TRICKS, "out[seat, 0] = 0", "out[seat, 0] = -4", "stock() fell below 0"),
    "kind": (TRICKS, "return 0 if state.led < 0 else 1", "return 2", "kind() returned 2"),
    "piece": (TRICKS, "return move % 2", "return move", "piece() returned 5"),
    "space": (TRICKS, "def pieces(pack)", "def space(tables, state, move):\n    return 2\n\n\n"
              "def spaces(pack):\n    return [('a', 'b', [(0, 0)])] * 2\n\n\ndef pieces(pack)",
              "space() returned 2"),
    "value": (TRICKS, "0.25 * (state", "0.75 * (state", "proud() returned 1.25"),
    "score": (DICE, "out[seat] = state.points[seat]", "out[seat] = np.nan",
              "score() gave seat 0 points that are not finite"),
    "names": (TRICKS, '"card": int(move)', '"card": 1', "gives two legal moves the same name,"),
    "hide moves": (TRICKS, "== DECK or state.place[card] == 2 - seat", "!= PLAYED",
                   "hide() changed the legal moves of seat"),
    "hide turn": (TRICKS, "    held = 0\n", "    held = 0\n    state.seat = 1 - seat\n",
                  "after hide() it is another seat's turn"),
    "hide score": (TRICKS, "    held = 0\n", "    held = 0\n    state.points[0] += 1\n",
                   "hide() changed the scores"),
    "hide order": (TRICKS, "    for card in range(6):\n        if state.place[card] == DECK or",
                   "    for c in range(6):\n        card = c if state.place[0] == DECK else 5 - c\n"
                   "        if state.place[card] == DECK or",
                   "warning: the result of hide() depends on the hidden things themselves"),
    "hide nothing": (TRICKS, "    held = 0\n", "    held = 0\n    return\n",
                     "hide() never changes anything in 20 games of 2 players"),
    "whole": (DICE, "return 2\n", "return 4 / 2\n", "returned 2.0, expected a whole number"),
    "codes": (DICE, "CHANCE = True", "CHANCE = True\nMOVES = verbs('wait')",
              "moves() listed 1; the moves in MOVES are 0 to 0"),
    "agent": (TRICKS, "return out[n - 1]\n\n\n@rule\ndef peeker", "return 7\n\n\n@rule\ndef peeker",
              "highest() returned 7, which is not a legal move"),
    "record": (DICE, "[{\"do\"", "[{\"do\": \"x\", \"y\": {1}}, {\"do\"",
               "chance() returned [{'do': 'x', 'y': {1}}"),
    "record order": (DICE, 'return {"do": "throw" if move else "take"}',
                     'return {"do": "move", "t": (int(state.t), int(move))}', None),
    "hidden": (TRICKS, "HIDDEN = True", "HIDDEN = False", "HIDDEN is not set, so hide() is never"),
    "chance": (DICE, "CHANCE = True", "CHANCE = False", "play() draws at random, but CHANCE"),
    "cap": (DICE, "LONGEST = 9", "LONGEST = 5", "100 of 100 random games did not end within"),
    "pick": (DICE, "@rule\ndef score", "@rule\ndef pick(tables, state, rng):\n    return 2\n\n\n"
             "@rule\ndef score", "pick() returned 2, which is not a legal move"),
    "consider": (DICE, "@rule\ndef score", "@rule\ndef consider(tables, state, out, n, rng):\n"
                 "    out[0] = out[1]\n    return 1\n\n\n@rule\ndef score",
                 "consider() lost one of the moves"),
    "end": (DICE, "return -1 if", "return -2 if",
            "warning: turn() returned −2, expected −1 to end the game"),
    "no reason": (DICE.replace("t=0,", "t=0, over=0,"), "CHANCE = True\n",
                  "CHANCE = True\nENDS = ('', 'all_thrown')\n",
                  "turn() returned −1, which ends a game, but state.over is 0"),
    "a list within a rule": (DICE, "    state.t += 1\n",
                             "    a = []\n    a.append(move)\n    state.t += len(a)\n", None),
    "a dict within a rule": (DICE, "    state.t += 1\n",
                             "    a = {}\n    a[move] = 1\n    state.t += a[move]\n", None),
    "compiled": (DICE, "SEATS = (1, 3)", "FACES = [6]\nSEATS = (1, 3)", None),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_every_broken_promise_is_reported_with_seed_and_game(tmp_path: Path, name: str) -> None:
    rules, old, new, said = BROKEN[name]
    assert old in rules
    seats = "2" if rules is TRICKS else "1-3"
    pack = opened(write_pack(tmp_path, rules.replace(old, new), seats))
    found = [str(problem) for problem in conform(pack, 2, games=20).problems]
    if said is None:
        assert found == []
        return
    assert any(said in line for line in found), found
    assert name in ("a seat left out", "cap", "hide nothing", "hidden") or any(
        "(seed 1, game " in line for line in found
    ), found


def test_games_that_no_line_ends_are_reported_by_that(tmp_path: Path) -> None:
    rules = (PACKS / "tictactoe" / "rules.py").read_text()
    never = re.sub(r"state\.over = .*", "state.over = 0", rules)
    assert never != rules
    pack = opened(write_pack(tmp_path, never))
    told = [problem.fix for problem in conform(pack, 2, games=4).problems]
    assert any(fix.startswith("no line sets state.over to anything but 0") for fix in told), told


def test_a_game_that_is_over_at_the_deal_is_reported_as_that_alone(tmp_path: Path) -> None:
    rules = TRICKS.replace(
        "    order = np.arange(6)\n", "    state.tricks = 2\n    order = np.arange(6)\n"
    )
    [found] = conform(opened(write_pack(tmp_path, rules, "2")), 2, games=20).problems
    said = "all 100 random games end before the first decision (2 players)"
    assert (found.level, found.message) == ("error", said)


WRITES = """
MEASURES = ("tiles",)


def opening(tables, state):
    return {}


def lay(tables, state, seat):
    yield note("on", "table")


def show(tables, state):
    return ""


def name_move(tables, state, move):
    return "a move"


def measure(tables, state, out):
    return None


def turn_of(tables, state):
    return 0


@rule
def turn(tables, state):
    return -1 if state.over else state.seat


@rule
def mine(tables, state, moves, n, rng):
    return moves[0]


AGENTS = {"mine": mine}
"""


@pytest.mark.parametrize(
    "name",
    ["opening", "lay", "show", "name_move", "measure", "turn_of", "turn", "mine", "describe"],
)
def test_functions_that_only_read_may_not_write(tmp_path: Path, name: str) -> None:
    rules = (PACKS / "tictactoe" / "rules.py").read_text() + WRITES
    rules = rules.replace("import ", "import note, ", 1)
    if name == "describe":
        rules += "\n\ndef describe(tables, state, move):\n    return MOVES.described(move)\n"
    head = next(line for line in rules.splitlines() if line.startswith(f"def {name}("))
    pack = opened(write_pack(tmp_path, rules.replace(head, f"{head}\n    state.points[0] += 1")))
    at = (pack.folder / "rules.py").read_text().splitlines().index(head) + 1
    found = conform(pack, 2, games=3).problems
    assert [(problem.place.line, problem.level) for problem in found] == [(at, "error")], found
    assert found[0].message.startswith(f"{name}() changed the position; it may only read it")


@pytest.mark.parametrize(
    "broken, said",
    [
        ("state.seat = -1", "state.seat is −1 while state.over is 0 (seed 1, game 0, decision 1,"),
        ("state.seat = -7", "state.seat is −7 while state.over is 0 (seed 1, game 0, decision 1,"),
        ("state.seat = 2", "state.seat is 2, but there are 2 players, 0 to 1"),
    ],
)
def test_a_seat_that_there_is_not_ends_no_game(tmp_path: Path, broken: str, said: str) -> None:
    rules = (PACKS / "tictactoe" / "rules.py").read_text()
    pack = opened(write_pack(tmp_path, rules.replace("state.seat = 1 - state.seat", broken)))
    for found in (conform(pack, 2, games=4).problems, _faults_of_play(pack)):
        assert [problem.level for problem in found] == ["error"]
        assert said in found[0].message


def _faults_of_play(pack: Pack) -> list[Problem]:
    with pytest.raises(FaultyRules) as fault:
        play_games(load_game(pack, 2), ["random"], 1, 0, 9)
    return list(fault.value.problems)


def test_a_name_almost_right_is_asked_about(tmp_path: Path) -> None:
    slips = (
        DICE + "\n\n@rule\ndef valeu(tables, state, seat):\n    return 0.5\n\n\nSUPLIES = ('x',)\n"
    )
    found = conform(opened(write_pack(tmp_path, slips, "1-3")), 2, games=2).problems
    assert [problem.level for problem in found] == ["warning", "warning"]
    assert {problem.fix for problem in found} == {
        'did you mean "value"?',
        'did you mean "SUPPLIES"?',
    }


def test_a_module_is_reported_once_a_line_where_it_is_used(tmp_path: Path) -> None:
    careless = DICE.replace("state.t += 1", "state.t += random.randint(1, 1)")
    with pytest.raises(FaultyRules) as fault:
        load_game(opened(write_pack(tmp_path, f"import random\n{careless}", "1-3")), 2)
    text = "uses random.randint: the same seed would play different games"
    assert [text in problem.message for problem in fault.value.problems] == [True]


def test_a_file_that_is_no_rule_is_not_imported(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, DICE + "\n\ndef spaces(pack):\n    import drawings\n", "1-3")
    (folder / "drawings.py").write_text("")
    with pytest.raises(FaultyRules, match="spaces\\(\\) imports 'drawings', a file beside it"):
        load_game(opened(folder), 2)


def test_one_fault_is_reported_for_all_numbers_of_players_once(tmp_path: Path) -> None:
    looking = DICE.replace("    out[0] = 0\n", "    out[0] = 0\n    state.thrown += 1\n")
    pack, problems = opened(write_pack(tmp_path, looking, "1-3")), Problems()
    check_rules(pack, problems, 3)
    assert ["moves() changed the position" in each.message for each in problems] == [True]


def test_faults_for_several_numbers_of_players_name_them(tmp_path: Path) -> None:
    short = DICE.replace("LONGEST = 9", "LONGEST = 5")
    pack, problems = opened(write_pack(tmp_path, short, "1-3")), Problems()
    check_rules(pack, problems, 3)
    (told,) = (each.message for each in problems)
    assert told.endswith("did not end within LONGEST = 5 (2 and 3 players)")


def test_a_map_that_is_no_component_is_reported(tmp_path: Path) -> None:
    pack = opened(write_pack(tmp_path, f'{DICE}\nMAP = "cads"\n', "1-3"))
    (told,) = conform(pack, 2, games=2).problems
    assert told.message.startswith('MAP names "cads", but there is no such component')
    assert told.place.line == DICE.count("\n") + 2 and told.level == "warning"


@pytest.mark.parametrize(
    ("end", "said", "told"),
    [
        (
            "why_over",
            "{'leed': 'lead a card'}",
            "SAID has words for 'leed', but no move and no end",
        ),
        ("why_over", "{'lead': 'lead a card', 'played out': 'all', 'sold_out': 'may be'}", ""),
        ("once_over", "{'lead': 'lead a card', 'over': 'the end'}", ""),
        ("once_over", "{'sold_out': 'all sold'}", "SAID has words for 'sold_out', but no move"),
    ],
)
def test_words_for_what_is_no_move_and_no_end_are_reported(
    tmp_path: Path, end: str, said: str, told: str
) -> None:
    rules = TRICKS.replace("def why_over", f"def {end}")
    pack = opened(write_pack(tmp_path, f"{rules}\nSAID = {said}\n", "2"))
    found = [p for p in conform(pack, 2, games=2).problems if "SAID" in p.message]
    assert [told in p.message and p.level == "warning" for p in found] == [True] * bool(told)


@pytest.mark.slow
def test_games_without_an_end_are_reported_before_anybody_waits_long(tmp_path: Path) -> None:
    endless = DICE.replace("LONGEST = 9", "LONGEST = 1_000_000")
    endless = endless.replace("return -1 if state.t == 3 * tables.players else ", "return ")
    (problem,), n = conform(opened(write_pack(tmp_path, endless, "1-3")), 2, games=20)
    assert n == 1  # and nothing else is reported
    assert problem.message == "a random game did not end within LONGEST = 1000000 (2 players)"


ROWS = """
from generator.kit import kind_of, offer, record, rule, verbs

SEATS = (2, 2)
LONGEST = 6
WIDEST = 4
MOVES = verbs(cook={"card": 3}, discard={"card": 4})


def setup(pack, players):
    return record(players=2), record(left=[1] * 4, turns=0, seat=0, over=0, points=[0, 0])


@rule
def moves(tables, state, out):
    n = 0
    for row in range(4):
        if state.left[row]:
            n = offer(out, n, MOVES.cook + row)
    return n


@rule
def play(tables, state, move, rng):
    state.left[move - MOVES.cook] = 0
    state.points[state.seat] += move
    state.seat = 1 - state.seat
    state.turns += 1
    state.over = state.turns == 4


@rule
def piece(tables, state, move):
    return move - MOVES.cook if move < MOVES.discard else move - MOVES.discard


def pieces(pack):
    return [f"cards/{row.id}" for row in pack.component("cards").rows]
"""
NARROW = "cook in MOVES has 3 values for card, but the pack has 4 cards: MOVES.cook + 3 is discard"
ROOM = 'make room for all of them, cook={"card": 4} or more'


def rows_pack(folder: Path, rules: str) -> Pack:
    return opened(write_pack(folder, rules, cards=["card", "one", "two", "three", "four"]))


def test_a_card_that_moves_offers_and_nobody_holds_is_reported_with_moves(tmp_path: Path) -> None:
    folder = new_game("Night Ferry", tmp_path)
    rules = (folder / "rules.py").read_text()
    slots = "range(count(state.cards[HAND + state.seat])"
    assert slots in rules
    (folder / "rules.py").write_text(rules.replace(slots, f"{slots} + 1"))
    found = conform(opened(folder), 2, games=3).problems
    assert "there is no such card in the pile" in found[0].message
    assert re.search(r"does moves\(\), .*rules\.py:\d+", found[0].fix)


def test_a_verb_with_too_few_values_for_the_rows_is_reported(tmp_path: Path) -> None:
    """It is reported where moves go wrong, and where they still name the rows correctly."""
    taken = ROWS.replace("state.left[move - MOVES.cook] = 0", "state.left[2 * move] = 0")
    found = conform(rows_pack(tmp_path / "stops", taken), 2, games=3).problems
    assert any("IndexError" in problem.message for problem in found)
    assert found[0].fix == f"{NARROW}; if moves count rows, {ROOM}"
    found = conform(rows_pack(tmp_path / "goes on", ROWS), 2, games=3).problems
    assert [(p.message, p.fix, p.level) for p in found] == [(NARROW, ROOM, "warning")]


def test_a_place_in_a_hand_may_be_called_card(tmp_path: Path) -> None:
    slots = ROWS.replace("move - MOVES.cook if", "2 - (move - MOVES.cook) if")
    assert conform(rows_pack(tmp_path, slots), 2, games=3).problems == []


def test_a_number_that_starts_again_is_a_warning_and_reported_once(tmp_path: Path) -> None:
    hashed = DICE.replace("    state.t += 1\n", "    state.t += 1\n    state.key *= tables.odd\n")
    hashed = hashed.replace("sure=sure)", "sure=sure, odd=np.uint64(6364136223846793005))")
    hashed = hashed.replace("thrown=0)", "thrown=0, key=np.uint64(3))")
    found = conform(opened(write_pack(tmp_path, hashed, "1-3")), 2, games=5).problems
    assert [(problem.level, problem.place.line) for problem in found] == [("warning", 38)]
    assert "leaves the range" in found[0].message and found[0].fix.endswith(
        "a hash may do so on purpose"
    )


@pytest.mark.parametrize(
    ("line", "level"),
    [
        ("state.hand += 100", "warning"),
        ("state.hand[1:3] += np.int8(100)", "warning"),
        ("state.hand[:] = state.hand * np.int8(100) + np.int8(2)", "warning"),
        ("state.hand[:] = np.full(4, 300)", "warning"),
        ("state.hand[:] = 300", "error"),
        ("state.hand[0] = np.int64(300)", "error"),
        ("state.hand[:] = np.full(4, 127)", ""),
        ("state.hand[:] = -state.hand + (state.hand > 2)", ""),
        ("state.on = state.t", ""),
        ("state.keys *= np.uint64(2**63 + 5)", ""),
    ],
)
def test_arrays_that_leave_their_range_are_reported(line: str, level: str, tmp_path: Path) -> None:
    held = "hand=np.zeros(4, np.int8), on=False, keys=np.full(2, 3, np.uint64))"
    rules = DICE.replace("thrown=0)", f"thrown=0, {held}")
    rules = rules.replace("    state.t += 1\n", f"    state.t += 1\n    {line}\n")
    found = conform(opened(write_pack(tmp_path, rules, "1-3")), 2, games=5).problems
    assert [(p.level, p.place.line) for p in found] == ([(level, 38)] if level else [])
    assert all("play() leaves the range of its numbers" in p.message for p in found)


def test_compiled_rules_that_play_otherwise_are_reported(tmp_path: Path) -> None:
    # a wide whole number stays whole in plain Python and becomes a float in machine code
    careless = DICE.replace(
        "    out[0] = 0\n    out[1] = 1\n",
        "    first = 1 if state.wide + 1 > state.wide else 0\n"
        "    out[0] = first\n    out[1] = 1 - first\n",
    ).replace("t=0, thrown=0)", "t=0, thrown=0, wide=np.uint64(2**60))")
    pack = opened(write_pack(tmp_path, careless, "1-3"))
    found = [str(problem) for problem in conform(pack, 2, games=5).problems]
    assert len(found) == 1
    assert "rules.py:27: error: moves() gives a different result when compiled" in found[0]


def test_perft_of_tic_tac_toe() -> None:
    game = classic("tictactoe", plain=True)
    states = game.fresh(6)
    game.deal(game.tables, states[0], stream(0, 0, 0))
    counts = [count_paths(game, states, depth) for depth in range(1, 6)]
    assert counts == [9, 72, 504, 3024, 15120]
    for move in (0, 3, 1, 4):  # x threatens: after 9 − 4 replies one line is full
        game.play(game.tables, states[0], move, stream(0, 0, 0))
    assert [count_paths(game, states, depth) for depth in (1, 2)] == [5, 4 * 4]
