"""Bars by matplotlib, as SVG and PNG, for `charts`; run by the Python that has matplotlib."""

from __future__ import annotations

import io
import json
import sys
import time
from pathlib import Path


def main() -> None:
    """Draw what is described on standard input, and print what it took."""
    its = json.load(sys.stdin)
    milliseconds = []
    for one in its:
        began = time.process_time()
        import matplotlib as mpl  # type: ignore[import-not-found]

        mpl.use("Agg")
        from matplotlib import pyplot

        size = (one["width"] / 200, one["height"] / 200)
        figure, axes = pyplot.subplots(figsize=size, layout="constrained")
        axes.barh([name for name, _ in one["rows"]], [value for _, value in one["rows"]])
        axes.set_title(one["title"])
        axes.set_xlabel("value")
        for kind in ("svg", "png"):
            figure.savefig(io.BytesIO(), format=kind, dpi=200)
        pyplot.close(figure)
        milliseconds.append((time.process_time() - began) * 1000)
    # What getrusage says would include the process that started this one.
    status = Path("/proc/self/status").read_text()
    memory = int(status.partition("VmHWM:")[2].split()[0]) * 1024
    print(json.dumps({"version": mpl.__version__, "milliseconds": milliseconds, "memory": memory}))


if __name__ == "__main__":
    main()
