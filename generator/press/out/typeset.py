"""The child process that turns faces into PDF pages: `python -P typeset.py < job > pages.pdf`.

In: a JSON object on standard input, `{"fonts": folder, "faces": [[width, height, svg], …]}`, mm.
Out: one PDF with one page per face, and exit code 0; or one line with the reason on standard error,
and exit code 1. The memory of the process is freed when the process ends, and the parent stops a
process that takes too long. The system also limits memory and time, in case the parent process has
ended.
"""

import json
import sys

DOCUMENT = """
#for (i, size) in json(bytes(sys.inputs.sizes)).enumerate() {
  set page(width: size.at(0) * 1mm, height: size.at(1) * 1mm, margin: 0pt)
  page(image(bytes(sys.inputs.at(str(i))), format: "svg", width: 100%, height: 100%))
}
"""


def pages(fonts: str, faces: list[tuple[float, float, str]]) -> bytes:
    """Compile all faces at once, so that each font is embedded once."""
    import typst

    inputs = {str(i): svg for i, (_, _, svg) in enumerate(faces)}
    inputs["sizes"] = json.dumps([face[:2] for face in faces])
    compiler = typst.Compiler(
        DOCUMENT.encode(),
        font_paths=typst.Fonts(
            include_system_fonts=False, include_embedded_fonts=False, font_paths=[fonts]
        ),
        sys_inputs=inputs,
    )
    pdf = compiler.compile(format="pdf", timestamp=0)
    assert isinstance(pdf, bytes), f"typst gave {type(pdf)}"
    return pdf


def bound(n_bytes: int, seconds: float) -> None:
    """Limit the memory and time of this process, if the system supports it."""
    try:
        import resource
    except ImportError:  # Windows has no such module
        return
    for what, limit in ((resource.RLIMIT_AS, n_bytes), (resource.RLIMIT_CPU, int(seconds) + 2)):
        _, most = resource.getrlimit(what)
        if most == resource.RLIM_INFINITY or limit <= most:
            try:
                resource.setrlimit(what, (limit, most))
            except (ValueError, OSError):  # macOS cannot limit memory
                continue


def main() -> int:
    """Read a job and write its pages; return the exit code."""
    job = json.load(sys.stdin.buffer)
    bound(job["bytes"], job["seconds"])
    try:
        pdf = pages(job["fonts"], job["faces"])
    except RuntimeError as fault:  # the errors of typst are RuntimeErrors
        sys.stderr.write(" ".join(str(getattr(fault, "message", fault)).split()))
        return 1
    sys.stdout.buffer.write(pdf)
    return 0


if __name__ == "__main__":
    sys.exit(main())
