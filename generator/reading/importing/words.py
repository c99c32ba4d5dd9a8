"""Writes the `game.yaml` of a new deck, with the reason of every guess in a comment.

In: the guessed layout. Out: the text of the file.
"""

from collections.abc import Mapping
from pathlib import Path

from generator.reading.importing.columns import Column, Layout
from generator.reading.importing.pictures import Cards, Fit
from generator.reading.scaffold import quoted, schema_line
from generator.templating.expressions import in_texts

_SIZES = "others: bridge, tarot, mini, square …, or shape: {rect: [63mm, 88mm]}"
_WIDTH = 44  # the greatest length in characters of a line that has its comment at its end


def back_of(title: str) -> str:
    """The bundled back with the name of the game."""
    return f'{{use: back, title: {quoted(title)}, colour: "#33506b", texture: waves}}'


def game_of_table(
    title: str,
    source: str,
    file: str,
    header: int | None,
    n_rows: int,
    layout: Layout,
    named: Mapping[str, tuple[str, str]],
    back: str,
) -> str:
    """The game.yaml for a table.

    `named` has the prefix and suffix for the cells of each picture column; `back` is the picture on
    every back.
    """
    lines = [*_head(title, source), *_fonts(layout), *_palette(layout), "", "components:"]
    lines.append("  cards:")
    lines.append(_noted("    title: Cards", ""))
    lines.append(_noted("    size: poker", f"guess: {_SIZES}"))
    rows = f"{{file: {quoted(file)}{f', header: {header}' if header else ''}}}"
    lines.append(_noted(f"    rows: {rows}", f"{n_rows:,} rows; change the file, build again"))
    lines += _count(layout)
    if layout.title is not None and layout.title.is_full:
        lines.append(f"    piece: {quoted(layout.title.written)}")
    lines += _front(layout, named)
    lines += _back(title, layout, named, back)
    lines += _left(layout)
    return "\n".join(lines) + "\n"


def game_of_pictures(
    title: str, source: str, cards: Cards, kept: Mapping[Path, str], fit: Fit, odd: int
) -> str:
    """The game.yaml for a folder of pictures; `kept` are the names of the pictures in the pack.

    `odd` is the number of pictures whose size in pixels differs from the usual size.
    """
    lines = [*_head(title, f"the pictures in {source}"), "", "components:", "  cards:"]
    lines.append("    title: Cards")
    size = (
        f"size: {fit.size}" if fit.size else f"shape: {{rect: [{fit.width:g}mm, {fit.height:g}mm]}}"
    )
    if not fit.size and fit.is_landscape:
        size = f"shape: {{rect: [{fit.height:g}mm, {fit.width:g}mm]}}"
    lines.append(_noted(f"    {size}", f"guess: {fit.reason}"))
    if fit.size and fit.is_landscape and fit.width != fit.height:
        lines.append("    landscape: true")
    if odd:
        lines.append(_odd(odd))
    lines.append(f"    bleed: {fit.bleed or 2:g}mm")
    lines.append(
        "    rows:                     # one line for each picture; count: how many to print"
    )
    for card in cards.cards:
        own = f", back: {quoted(kept[card.back])}" if card.back else ""
        own = own or (', back: ""' if any(c.back for c in cards.cards) else "")
        lines.append(
            f"      - {{name: {quoted(card.name)}, art: {quoted(kept[card.front])}, "
            f"count: {card.copies}{own}}}"
        )
    lines.append('    count: "{{ count }}"')
    lines.append(f"    front: {_picture('{{ art }}', fit)}")
    lines += _backs_of_pictures(title, cards, kept, fit)
    if cards.lone:
        names = ", ".join(file.name for file in cards.lone)
        lines.append(f"# Not printed, because they are named as backs of no front: {names}")
    return "\n".join(lines) + "\n"


def _backs_of_pictures(title: str, cards: Cards, kept: Mapping[Path, str], fit: Fit) -> list[str]:
    common = kept[cards.common] if cards.common is not None else ""
    if not any(card.back for card in cards.cards):
        if common:
            return [_noted(f"    back: {_picture(common, fit)}", "guess: the back of all cards")]
        return [_noted(f"    back: {back_of(title)}", "no picture is named as a back")]
    if all(card.back for card in cards.cards):
        return [
            _noted(f"    back: {_picture('{{ back }}', fit)}", "guess: by the names of the files")
        ]
    if common:
        chosen = f"{{{{ back or '{common}' }}}}"
        return [
            _noted(f"    back: {_picture(chosen, fit)}", f"cards without their own have {common}")
        ]
    first = next(card.back for card in cards.cards if card.back)
    chosen = f"{{{{ back or '{kept[first]}' }}}}"
    return [
        _noted(f"    back: {_picture(chosen, fit)}", "some fronts have no back of their own"),
    ]


def _picture(art: str, fit: Fit) -> str:
    more = f"bleed: {fit.bleed:g}mm" if fit.bleed else "make_bleed: mirror"
    return f"{{use: picture, art: {{file: {quoted(art)}, {more}}}}}"


def _head(title: str, source: str) -> list[str]:
    return [
        f"# yaml-language-server: {schema_line()}",
        f"# Made from {source}. Each guess is marked; change what is wrong, save, then:",
        "#   protoplay check     protoplay build     protoplay preview --open",
        "protoplay: 1",
        f"name: {quoted(title)}",
        _noted("players: 2-4", "guess"),
    ]


def _fonts(layout: Layout) -> list[str]:
    if not layout.lacking:
        return []
    letters = " ".join(layout.lacking[:8]) + (" …" if len(layout.lacking) > 8 else "")
    why = f"system: fonts of your machine, for letters that Source Sans Pro lacks: {letters}"
    return [_noted("fonts: {body: [default, system]}", why)]


def _palette(layout: Layout) -> list[str]:
    if not layout.palette:
        return []
    words = [f"  {word}: {quoted(colour)}" for word, colour in layout.palette.items()]
    return [_noted("palette:", "guess: choose your own colours"), *words]


def _count(layout: Layout) -> list[str]:
    column = layout.count
    if column is None:
        return [_noted("    count: 1", "no column seems to hold the number of copies")]
    if layout.blank:
        line = f"    count: {{column: {quoted(column.name)}, blank: 1}}"
        return [_noted(line, f'copies: "{column.name}"; where it is blank, 1 (or write 0)')]
    line = f"    count: {{column: {quoted(column.name)}, blank: 0}}"
    return [_noted(line, f'copies: the column "{column.name}"')]


def _front(layout: Layout, named: Mapping[str, tuple[str, str]]) -> list[str]:
    lines = [
        "    front:",
        _noted("      use: card", "a ready-made face; rules/FACES.md has others"),
    ]
    if layout.title is not None:
        why = f'guess: names, the column "{layout.title.name}"'
        lines.append(_noted(f"      title: {quoted(layout.title.written)}", why))
    if layout.art is not None:
        lines.append(
            _noted(
                f"      art: {quoted(_path(layout.art, named))}",
                f'guess: pictures, the column "{layout.art.name}"',
            )
        )
    for slot, (text, reason) in layout.slots.items():
        written = '"' + text.replace('"', '\\"') + '"'  # \n becomes a line break
        lines.append(_noted(f"      {slot}: {written}", f"guess: {reason}"))
    if len(lines) == 2:
        lines.append('      title: "{{ piece.name }}"')
    return lines


def _back(title: str, layout: Layout, named: Mapping[str, tuple[str, str]], back: str) -> list[str]:
    if layout.back is not None:
        art = f"{{file: {quoted(_path(layout.back, named))}, make_bleed: mirror}}"
        why = f'guess: the column "{layout.back.name}"'
        return [_noted(f"    back: {{use: picture, art: {art}}}", why)]
    if back:
        art = f"{{file: {quoted(back)}, make_bleed: mirror}}"
        return [_noted(f"    back: {{use: picture, art: {art}}}", "guess: by the name of the file")]
    return [_noted(f"    back: {back_of(title)}", "the table names no backs")]


def _left(layout: Layout) -> list[str]:
    """Comments on the columns that are not printed, and on missing pictures."""
    missing = next((column.name for column in layout.unused if column.names_files), "")
    lines = []
    if missing:
        lines.append(
            f'# Pictures: the files that the column "{missing}" names are not beside the table.'
        )
        lines.append("# Copy them into this folder, and add to front:")
        lines.append(f'#      art: "{{{{ {in_texts(missing)} }}}}"')
    names = [column.name for column in layout.unused if column.name != missing]
    if names:
        lines.append("# Columns that are not printed yet; write them where you want them:")
        lines += [f"#      {{{{ {in_texts(name)} }}}}" for name in names]
    lines += [f"# {' '.join(doubt.split())}." for doubt in layout.doubts]
    return lines


def _path(column: Column, named: Mapping[str, tuple[str, str]]) -> str:
    """The expression for the path of a row's picture; its value is empty if the cell is blank."""
    before, after = named[column.name]
    cell = in_texts(column.name)
    slashes = " | replace('\\\\', '/')" if any("\\" in text for text in column.texts) else ""
    path = f"{before}{{{{ {cell}{slashes} }}}}{after}"
    return path if column.is_full else f"{{% if {cell} %}}{path}{{% endif %}}"


def _noted(line: str, note: str) -> str:
    """Add a comment at the end of a line, or above a long line."""
    shown = " ".join(note.split())
    if not shown:
        return line
    if len(line) <= _WIDTH:
        return f"{line:<{_WIDTH}}  # {shown}"
    return f"{' ' * (len(line) - len(line.lstrip()))}# {shown}\n{line}"


def _odd(odd: int) -> str:
    has = "has" if odd == 1 else "have"
    return f"    # {odd} of the pictures {has} another size in pixels and will be cropped to fit."
