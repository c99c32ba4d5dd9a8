"""`python -m generator.cli` is `protoplay`."""

from generator.cli import main

main()
