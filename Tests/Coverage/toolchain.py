"""The package, and the tools of the toolchain, for the scripts that measure coverage."""

import os
import shutil
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
SCRATCH = os.path.join(ROOT, ".build", "coverage")


def tool(name):
    """A tool of the toolchain that `swift` belongs to, or of the PATH."""
    swift = shutil.which("swift")
    if swift:
        path = os.path.join(os.path.dirname(os.path.realpath(swift)), name)
        if os.path.exists(path):
            return path
    found = shutil.which(name)
    if not found:
        sys.exit(f"{name} is neither in the toolchain nor on the PATH")
    return found
