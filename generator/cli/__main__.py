"""Runs the command line: `python -m generator.cli` is the same as `protoplay`."""

from generator.cli import main

main()
