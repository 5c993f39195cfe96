"""The program under test, which converts many documents to a form, with a report of each."""

import json, os, shutil, subprocess


class Program:
    """The program under test."""

    def __init__(self, path, folder):
        self.path, self.folder = os.path.abspath(path), folder

    def convert(self, paths, kind):
        """Converts documents, and returns the report and the text of each."""
        results = {}
        for start in range(0, len(paths), 100):
            some = paths[start:start + 100]
            inside = os.path.join(self.folder, f"program-{kind}-{start}")
            os.makedirs(inside)
            copies = {}
            for number, path in enumerate(some):
                copy = os.path.join(inside, f"{number:04}{os.path.splitext(path)[1]}")
                shutil.copy(path, copy)
                copies[copy] = path
            run = subprocess.run([self.path, "convert", *copies, "--to", kind, "--into", os.path.join(inside, "out"), "--json"], capture_output=True, timeout=1200)
            for line in run.stdout.decode("utf-8", "replace").splitlines():
                report = json.loads(line)
                if report.get("source") in copies:
                    text = None
                    if report["result"] == "converted":
                        with open(report["path"], encoding="utf-8", errors="replace") as file:
                            text = file.read()
                    results[copies[report["source"]]] = (report, text)
            for path in copies.values():
                results.setdefault(path, ({"result": "none", "message": run.stderr.decode("utf-8", "replace")[-300:]}, None))
        return results


def words_of(report):
    """Returns the reason in a report for a missing result."""
    return " ".join(str(value) for key, value in report.items() if key not in ("plan", "source", "sourcePath"))
