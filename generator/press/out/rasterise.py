"""A child process that draws pictures. The parent can stop it if a drawing never ends.

In: a line of JSON for each picture on standard input, `{"svg": …, "fonts": [files]}` or `{"pdf":
file, "page": i, "scale": pixels per point, "dpi": of the PNG}`, each with the `bytes` of memory
that it may use.

Out, for each: a line of JSON, `{"png": length}` followed by that many bytes, or `{"fault":
reason}`. The process imports nothing of protoplay, so it starts quickly. The process ends when its
input ends.
"""

import io
import json
import sys
from typing import Any


def main() -> None:
    """Draw the pictures requested on standard input, one after the other."""
    for line in sys.stdin.buffer:
        job = json.loads(line)
        bound(job["bytes"])
        try:
            png = _of_svg(job) if "svg" in job else _of_pdf(job)
        except (ValueError, MemoryError, RuntimeError) as fault:
            message = " ".join(str(fault).split()) or "it takes too much memory"
            sys.stdout.buffer.write(json.dumps({"fault": message}).encode() + b"\n")
        else:
            sys.stdout.buffer.write(json.dumps({"png": len(png)}).encode() + b"\n" + png)
        sys.stdout.buffer.flush()


def bound(n_bytes: int) -> None:
    """Limit the memory of this process, if the system supports it."""
    try:
        import resource
    except ImportError:  # Windows has no such module
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY or n_bytes <= most:
        try:
            resource.setrlimit(resource.RLIMIT_AS, (n_bytes, most))
        except (ValueError, OSError):  # macOS has no such limit
            return


def _of_svg(job: dict[str, Any]) -> bytes:
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=job["svg"], skip_system_fonts=True, font_files=job["fonts"], dpi=96
        )
    )


def _of_pdf(job: dict[str, Any]) -> bytes:
    import pypdfium2

    document = pypdfium2.PdfDocument(job["pdf"])
    try:
        page = document[job["page"]]
        image = page.render(scale=job["scale"]).to_pil()
        out = io.BytesIO()
        image.save(out, "PNG", dpi=(job["dpi"], job["dpi"]))
        return out.getvalue()
    finally:
        document.close()


if __name__ == "__main__":
    main()
