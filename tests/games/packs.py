"""The bundled packs, as tests of them open them."""

from functools import cache

from generator.model.pack import Pack
from generator.reading.door import open_pack


@cache
def bundled_pack(name: str, *settings: str, variant: str | None = None) -> Pack:
    """A bundled pack, which must be without errors and warnings."""
    pack, problems = open_pack(name, settings=settings, variant=variant)
    assert pack is not None and not len(problems), [str(problem) for problem in problems]
    return pack
