"""A child process that draws one SVG as PNG, so that a filter that never ends can be ended.

In: JSON on standard input, `{"svg": …, "fonts": [files]}`. Out: the PNG on standard output. Faults
go to standard error, exit code 1. It imports nothing of protoplay, so it starts quickly.
"""

import json
import sys


def main() -> int:
    """Draw what standard input asks for."""
    import resvg_py

    job = json.load(sys.stdin)
    try:
        png = resvg_py.svg_to_bytes(
            svg_string=job["svg"], skip_system_fonts=True, font_files=job["fonts"], dpi=96
        )
    except ValueError as fault:
        sys.stderr.write(" ".join(str(fault).split()))
        return 1
    sys.stdout.buffer.write(bytes(png))
    return 0


if __name__ == "__main__":
    sys.exit(main())
