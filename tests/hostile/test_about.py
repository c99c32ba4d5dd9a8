"""What `protoplay about` reports about the installation."""

import json
import re
from importlib.metadata import requires

from typer.testing import CliRunner

from generator import __version__
from generator.cli.about import installed
from generator.cli.commands import app

FREE = ("MIT", "BSD", "Apache", "MPL", "OFL", "PSF", "ISC", "LGPL", "see the package")


def test_all_that_is_needed_is_reported_with_version_and_licence() -> None:
    known = {part.name.lower().replace("_", "-"): part for part in installed()}
    for line in requires("protoplay") or []:
        name = re.split(r"[^A-Za-z0-9-]", line)[0].lower()
        if "extra ==" not in line:
            assert name in known and known[name].version, line
    assert known["distributed"].needed_for == ("cluster",) and not known["numpy"].needed_for
    assert "mdurl" in known, "what is needed by what is needed"
    assert not {"pytest", "hypothesis", "protoplay"} & known.keys()
    unknown = [p for p in known.values() if not any(word in p.licence for word in FREE)]
    assert not unknown, unknown


def test_about_is_a_page_and_json() -> None:
    page = CliRunner().invoke(app, ["about"])
    assert page.exit_code == 0 and page.stdout.startswith(f"protoplay {__version__} (MIT)")
    assert "numpy" in page.stdout and "(for cluster)" in page.stdout
    assert CliRunner().invoke(app, ["--version"]).stdout == page.stdout.splitlines(True)[0]
    told = json.loads(CliRunner().invoke(app, ["about", "--json"]).stdout)
    assert told["protoplay"] == __version__
    assert {"name", "version", "licence", "needed_for"} == told["parts"][0].keys()
