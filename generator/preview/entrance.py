"""What the page before a game says: the game in a few words, and what its bots do."""

from generator.model.pack import Pack
from generator.play.engine.game import Game
from generator.play.engine.kinds import budget_of
from generator.system.files import read

RANDOM, GREEDY = "makes any legal move", "makes the move that looks best at once"
TITLES = {"mcts:100": "strong", "mcts:1000": "stronger"}  # of the bots that look ahead


def introduction(pack: Pack) -> tuple[str, ...]:
    """The paragraphs between the title of the pack's rules and their first heading."""
    rules = next((path for path in pack.files if path.name == "RULES.md"), None)
    if rules is None:
        return ()
    head = read(rules).decode("utf-8", "replace").replace("\r\n", "\n").partition("\n## ")[0]
    paragraphs = [" ".join(paragraph.split()) for paragraph in head.split("\n\n")]
    return tuple(text for text in paragraphs if text and text[0].isalnum())


def bot_title(bot: str) -> str:
    """The name of a bot on the play page."""
    return TITLES.get(bot, bot)


def explained(game: Game, bot: str) -> str:
    """What a bot does before it moves, as a person says it."""
    if search := budget_of(bot):
        return f"looks ahead about {search.amount:,} times before each move ({bot})"
    if bot in ("random", "greedy"):
        return RANDOM if bot == "random" else GREEDY
    own = {**game.personas, **game.agents}
    words = [(rule.__doc__ or "").strip().partition("\n")[0] for rule in own.values()]
    text = words[list(own).index(bot)]
    return text if words.count(text) == 1 and text else "plays in a way of its own"
