"""Forgetting a person: their name and all their answers leave every file of the diary.

Scores and winners stay, without a name, because they belong to the others' games as well.
"""

import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from generator.model.pack import Pack
from generator.model.problems import Place, Problems
from generator.people.notebook import FILE
from generator.people.playtest import Playtest
from generator.people.playtests import FOLDER, Kept, text_of
from generator.reading.files import read_text
from generator.system.files import composed

SOMEONE = "someone"
LARGEST = 20_000_000  # maximum size of a records file, in bytes


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The effect of forgetting a person: new contents of files, and the number of removals."""

    files: dict[Path, bytes]
    games: int  # number of playtests in which the person played
    answers: int  # number of forms that are removed
    mentions: int  # number of times that the name is replaced in other people's words


def forget(pack: Pack, kept: Kept, name: str, problems: Problems) -> Forgotten | None:
    """Return the files without a person; None if nobody has this name or it cannot be removed.

    Capital letters make no difference. In other people's words the name becomes "someone".
    """
    wanted = _plain(name)
    spelled = {p.who for game in kept.games for p in game.players if _plain(p.who) == wanted}
    if not spelled:
        names = sorted({p.who for game in kept.games for p in game.players if p.who})
        fix = f"names: {', '.join(names[:25])}" if names else "no playtest contains a player's name"
        problems.error(Place(FOLDER), f'nobody is called "{name}"', fix)
        return None
    spelled |= {composed(name)}
    files: dict[Path, bytes] = {}
    n_games = n_answers = n_mentions = 0
    for game in kept.games:
        without, n = _without(game, wanted, spelled)
        if without != game:
            own = [player for player in game.players if _plain(player.who) == wanted]
            n_games += bool(own)
            n_answers += sum(bool(player.answers) for player in own)
            n_mentions += n
            files[kept.files[game.name]] = text_of(without).encode()
    for path in sorted((pack.folder / FOLDER).glob("*.jsonl")):
        text = read_text(path, f"{FOLDER}/{path.name}", LARGEST, problems)
        if text is not None and (lines := _lines_without(text, wanted)) != text:
            files[path] = lines.encode()
    notebook = pack.folder / FILE
    if notebook.is_file():
        text = read_text(notebook, FILE, LARGEST, problems)
        if text is not None:
            replaced, n = _replaced(text, spelled)
            if n:
                files[notebook] = replaced.encode()
                n_mentions += n
    _check_gone(pack, files, spelled, problems)
    if problems.errors:
        return None
    return Forgotten(files, n_games, n_answers, n_mentions)


def _plain(name: str) -> str:
    return " ".join(composed(name).split()).casefold()


def _without(game: Playtest, wanted: str, spelled: set[str]) -> tuple[Playtest, int]:
    """Return a game without a person, and how often other people's words contained the name."""
    players, n_all = [], 0
    for player in game.players:
        if _plain(player.who) == wanted:
            players.append(replace(player, who="", new=None, answers={}))
            continue
        answers = dict(player.answers)
        for id, answer in answers.items():
            if isinstance(answer, str):
                answers[id], n = _replaced(answer, spelled)
                n_all += n
        players.append(replace(player, answers=answers))
    return replace(game, players=tuple(players)), n_all


def _replaced(text: str, spelled: set[str]) -> tuple[str, int]:
    """Return a text with every mention of a name replaced, and the number of mentions."""
    names = "|".join(re.escape(name) for name in sorted(spelled, key=len, reverse=True))
    return re.subn(rf"(?<!\w)(?:{names})(?!\w)", SOMEONE, text)


def _lines_without(text: str, wanted: str) -> str:
    """Return the records of games without the name at this person's seats."""
    lines = []
    for line in text.splitlines():
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            lines.append(line)  # a name in it is reported by `_check_gone`
            continue
        who = record.get("who") if isinstance(record, dict) else None
        if isinstance(who, list) and any(_is(name, wanted) for name in who):
            record["who"] = ["p:" if _is(name, wanted) else name for name in who]
            line = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        lines.append(line)
    return "\n".join(lines) + ("\n" if lines else "")


def _is(name: Any, wanted: str) -> bool:
    return isinstance(name, str) and _plain(name.removeprefix("p:")) == wanted


def _check_gone(
    pack: Pack, files: dict[Path, bytes], spelled: set[str], problems: Problems
) -> None:
    """Report every place that would still contain the name, including comments.

    A word in lower case, such as "will", counts as the name only if somebody wrote the name in
    lower case.
    """
    names = {way for name in spelled for way in (name, name.upper(), name.title())}
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names)))})(?!\w)")
    folder = pack.folder / FOLDER
    paths = [path for path in sorted(folder.iterdir()) if path.is_file()]
    for path in (*paths, pack.folder / FILE):
        shown = path.relative_to(pack.folder).as_posix()
        if pattern.search(composed(path.stem)):
            problems.error(Place(shown), "the name is part of this file's name", "rename the file")
        if path in files:
            text: str | None = files[path].decode()
        elif path.is_file() and path.suffix in (".yaml", ".jsonl"):
            text = read_text(path, shown, LARGEST, problems)
        else:
            continue
        for number, line in enumerate((text or "").splitlines(), 1):
            if match := pattern.search(composed(line)):
                place = Place(shown, number, match.start() + 1)
                fix = "change this line yourself, then run the command again"
                problems.error(place, "the name would stay here; nothing was changed", fix)
