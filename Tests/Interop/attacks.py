"""Converts hostile documents with limits on processor time and memory, and checks the expected outcome of each.

The scripts for text documents, sheets, slides and books share this; their tables have the documents.
"""

import os, re, subprocess, time


def high_water(pid):
    """Returns the peak memory of a process in megabytes; getrusage would include the parent process."""
    try:
        with open(f"/proc/{pid}/status") as file:
            return max((int(line.split()[1]) // 1024 for line in file if line.startswith("VmHWM")), default=0)
    except OSError:
        return 0


def attack(options, table, make, kinds):
    """Converts each hostile document to each kind, and returns the number of failures.

    `table` has the lines of the documents: name, expectation, seconds, megabytes, description and function. `make`
    makes those in a folder whose names have a text. The expectations are those of office_hostile.py, and "told": either an
    error message refuses the document, or it is converted with a loss or a warning. The options are `program`, `scratch`, `only`, `slow` and `verbose`.
    """
    folder = os.path.join(options["scratch"], "hostile")
    os.makedirs(folder)
    expected = {name: (expectation, seconds * options["slow"], megabytes, about) for name, expectation, seconds, megabytes, about, _ in table}
    with open("/etc/passwd", encoding="utf-8", errors="replace") as file:
        secret = file.read().splitlines()[0]
    failed = number = 0
    for path in make(folder, options["only"]):
        name = os.path.basename(path)
        expectation, seconds, megabytes, about = expected[name]
        for kind in kinds:
            number += 1
            out = os.path.join(folder, f"result.{kind}")
            reports = os.path.join(folder, "report")
            begin = time.monotonic()
            with open(reports, "wb") as file:
                process = subprocess.Popen([os.path.abspath(options["program"]), "convert", path, "--to", kind, "-o", out, "--json"], stdout=file, stderr=file)
            status, peak, took = None, 0, 0
            # The limit of elapsed time is only for a program that hangs.
            while time.monotonic() - begin < 600 + seconds:
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    process.returncode = status
                    took = usage.ru_utime + usage.ru_stime
                    break
                peak = max(peak, high_water(process.pid))
                time.sleep(0.005)
            else:
                process.kill()
                process.wait()
                status = None
            flaws = []
            with open(reports, encoding="utf-8", errors="replace") as file:
                report = file.read()
            result = ""
            if os.path.exists(out):
                with open(out, encoding="utf-8", errors="replace") as file:
                    result = file.read()
                os.unlink(out)
            told = '"result":"converted"' in report
            if status is None:
                flaws.append("did not end")
            elif took > seconds:
                flaws.append(f"took {took:.0f} s of processor time; the limit is {seconds} s")
            elif os.WIFSIGNALED(status):
                flaws.append(f"ended by signal {os.WTERMSIG(status)}")
            elif peak > megabytes:
                flaws.append(f"took {peak} MB of {megabytes}")
            if status is not None and not os.WIFSIGNALED(status):
                if expectation == "error" and told:
                    flaws.append("converted, not refused")
                if expectation in ("read", "counted") and not told:
                    flaws.append(f"not converted: {report[:200]}")
                if expectation in ("counted", "told") and told and '"losses":[]' in report and '"warnings":[]' in report:
                    flaws.append("nothing was counted")
                if not told and not report.strip():
                    flaws.append("refused without words")
                if expectation == "read" and not re.search("words|deep|item|a", result):
                    flaws.append("its words are gone")
            if secret in result:
                flaws.append("a file outside the package is in the result")
            if flaws or options["verbose"]:
                print(f"{'FAILED' if flaws else 'ok    '} {name} to {kind} ({about}): {took:.1f} s, {peak} MB" + "".join(f"\n    {flaw}" for flaw in flaws))
                if options["verbose"] and not told:
                    print("    " + report.strip()[:300])
            failed += bool(flaws)
        os.unlink(path)
    print(f"{number} conversions of hostile documents, {failed} failed")
    return failed
