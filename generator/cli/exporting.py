"""The command `export`: makes files for print shops and other programs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from generator.cli.options import (
    OUTPUT,
    DataOnlyOption,
    JsonOption,
    LanguageOption,
    OutOption,
    PackArgument,
    QuietOption,
    SetOption,
    TrustOption,
    VariantOption,
    as_length,
    filled,
    wrong_call,
)
from generator.cli.output import (
    counted,
    json_of,
    opened,
    places_are_free,
    print_json,
    say_problems,
    status,
)
from generator.cli.printing import A_PIECE
from generator.cli.trust_prompt import may_run, say_left_out

if TYPE_CHECKING:
    from generator.press.export.destinations import Destination
    from generator.press.export.job import Exported


def export(
    name: PackArgument = ".",
    destination: Annotated[
        str,
        typer.Argument(
            metavar="DESTINATION",
            help="Print shop, machine or virtual table; --list names all of them.",
        ),
    ] = "",
    lists: Annotated[
        bool,
        typer.Option("--list", help="List the destinations, or the products of the shop named."),
    ] = False,
    check_only: Annotated[
        bool, typer.Option("--check-only", help="Make and check the files without writing them.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="PIECE",
            help="Export only these pieces: tourists, or tourists/river-*. May be repeated.",
            callback=filled(A_PIECE),
        ),
    ] = None,
    skip: Annotated[
        list[str] | None,
        typer.Option(
            "--skip",
            metavar="PIECE",
            help="Leave out these pieces. May be repeated.",
            callback=filled(A_PIECE),
        ),
    ] = None,
    product: Annotated[
        list[str] | None,
        typer.Option(
            "--product",
            metavar="COMPONENT=NAME",
            help="The shop's product for a component: cards=TradingDeck. May be repeated.",
        ),
    ] = None,
    rotates: Annotated[
        bool,
        typer.Option("--allow-rotate", help="Turn pieces that fit a product only when turned."),
    ] = False,
    sheet: Annotated[
        str | None,
        typer.Option(
            "--sheet", help='Sheet to cut: a4, letter, or a size such as "300mm x 400mm".'
        ),
    ] = None,
    gap: Annotated[
        float | None,
        typer.Option(
            "--gap", parser=as_length, metavar="LENGTH", help="Gap between pieces to cut."
        ),
    ] = None,
    kerf: Annotated[
        float | None,
        typer.Option(
            "--kerf",
            parser=as_length,
            metavar="LENGTH",
            help="Width of material that the tool removes, such as 0.15mm; outlines grow by half "
            "of it.",
        ),
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(
            "--base-url",
            metavar="URL",
            help="Where a virtual table finds the pictures that you upload.",
            callback=filled("an address such as https://example.org/mara"),
        ),
    ] = None,
    local: Annotated[
        bool,
        typer.Option("--local", help="Read pictures from the folder of the export. (default)"),
    ] = False,
    mods: Annotated[
        bool,
        typer.Option(
            "--mods", help="Name pictures without a folder, for copying into Mods/Images."
        ),
    ] = False,
    out: OutOption = OUTPUT,
    settings: SetOption = None,
    variant: VariantOption = None,
    language: LanguageOption = None,
    data_only: DataOnlyOption = False,
    is_trusted: TrustOption = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Make files for print shops, cutting machines and virtual tables."""
    from generator.press.export.job import ExportOptions
    from generator.press.export.to_folder import export_to_folder

    if lists:
        if destination or name != ".":
            list_products(destination_named(destination, name)[0], as_json)
        else:
            list_destinations(as_json)
        return
    row, name = destination_named(destination, name)
    places_are_free(out=out)
    pack, problems = opened(name, variant, settings, language, as_json=as_json)
    runs, drawn, _ = may_run(pack, (), is_trusted, data_only)
    left_out = [] if runs else drawn
    chosen = dict(_product(each) for each in product or ())
    options = ExportOptions(
        only=tuple(only or ()), skip=(*(skip or ()), *left_out), programs=runs, rotates=rotates,
        products=chosen, paper=sheet, gap=gap, kerf=kerf or 0.0,
        pictures=_pictures(base_url, local, mods), address=base_url or "",
    )  # fmt: skip
    with status(quiet or as_json) as tell:
        tell(f"make the files for {row.title}")
        exported, folder = export_to_folder(
            pack, row.name, out, options, problems, progress=tell, check_only=check_only
        )
    if as_json:
        answer = json_of_export(exported, folder)
        said = {"left_out": left_out, "problems": [json_of(p) for p in problems]}
        print_json({"destination": row.name, **answer, **said})
    else:
        say_problems(problems)
        if not quiet:
            say_exported(exported, folder, check_only)
            say_left_out([f'"{id}"' for id in left_out], "not exported")
    if problems.errors:
        raise typer.Exit(1)


def _pictures(base_url: str | None, local: bool, mods: bool) -> Literal["local", "web", "mods"]:
    """The place where a virtual table finds the pictures; at most one place can be chosen."""
    if sum((base_url is not None, local, mods)) > 1:
        wrong_call("choose one of --base-url, --local and --mods")
    if base_url is None:
        return "mods" if mods else "local"
    from generator.press.export.job import address_fault

    if fault := address_fault(base_url):
        wrong_call(fault)
    return "web"


def destination_named(written: str, pack: str) -> "tuple[Destination, str]":
    """Return the destination of that name, and the pack; end the command if it is unknown.

    A single argument may be the destination; the pack is then the current folder.
    """
    from generator.model.problems import near
    from generator.press.export.destinations import destinations

    known = destinations()
    if not written and pack in known:
        return known[pack], "."
    if not written:
        wrong_call(f"say where the game goes: {', '.join(known)}; see protoplay export --list")
    if written not in known:
        fix = near(written, known)
        wrong_call(f'unknown destination "{written}" ({fix}); see protoplay export --list')
    return known[written], pack


def json_of_export(exported: "Exported", folder: Path | None) -> dict[str, object]:
    """The files that were made, and their folder, for JSON."""
    files = [] if folder is None else [str(path) for path, _ in exported.files]
    place = "" if folder is None else str(folder)
    return {"folder": place, "files": files, "rows": list(exported.rows)}


def say_exported(exported: "Exported", folder: Path | None, check_only: bool) -> None:
    """Print the files that were made, and their folder."""
    for line in exported.lines:
        typer.echo(line)
    if folder is not None:
        typer.echo(f"{counted(len(exported.files), 'file')} → {folder}")
    elif exported.files:
        typer.echo("nothing is written" + ("" if check_only else ", because of the faults above"))


def list_destinations(as_json: bool) -> None:
    """Print the table of destinations."""
    from generator.press.export.destinations import destinations

    rows = list(destinations().values())
    if as_json:
        keys = ("name", "kind", "title", "what", "source", "date", "verified")
        print_json([{key: getattr(row, key) for key in keys} for row in rows])
        return
    for row in rows:
        typer.echo(f"{row.name:<17} {row.title}: {row.what}")
        typer.echo(f"{'':<17} by {row.source}, {row.date} ({row.verified})")


def list_products(shop: "Destination", as_json: bool) -> None:
    """Print the products of a print shop: name, trim, outline, and pixels of the picture."""
    from generator.press.export.products import products_of

    if shop.kind != "shop":
        wrong_call(f"{shop.title} is no print shop, so it has no list of products")
    products = products_of(shop.name)
    if as_json:
        keys = ("name", "title", "kind", "outline", "width", "height", "pixels", "has_back")
        print_json([{key: getattr(product, key) for key in keys} for product in products])
        return
    for product in products:
        across, down = product.pixels
        size = f"{product.width:g}mm x {product.height:g}mm"
        typer.echo(f"{product.name:<22} {size:<20} {product.outline:<7} {across} × {down} pixels")


def _product(written: str) -> tuple[str, str]:
    """Split `cards=TradingDeck` into the component and the product."""
    component, sign, product = written.partition("=")
    if not (component.strip() and sign and product.strip()):
        wrong_call(f'--product is written COMPONENT=NAME, found "{written}"')
    return component.strip(), product.strip()
