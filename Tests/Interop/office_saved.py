"""Lets LibreOffice save documents again, in other formats."""

import os, shutil, subprocess, tempfile


def save_again(folder, documents, sources=None):
    """Saves documents of a folder again in the same folder; returns a message if that is not possible.

    `documents` has lines that begin with the new name and the name of the source. `sources` has the contents of sources
    that are not in the folder.
    """
    if shutil.which("soffice") is None:
        return "LibreOffice's documents are left out: soffice is missing"
    with tempfile.TemporaryDirectory() as scratch:
        for ending in sorted({name.rsplit(".", 1)[1] for name, *_ in documents}):
            names = {}
            inside, outside = os.path.join(scratch, ending), os.path.join(scratch, ending + "-out")
            os.makedirs(inside)
            for name, source, *_ in documents:
                if name.endswith("." + ending):
                    base = name.rsplit(".", 1)[0]
                    names[base] = name
                    copy = os.path.join(inside, base + os.path.splitext(source)[1])
                    if source in (sources or {}):
                        with open(copy, "wb") as file:
                            file.write(sources[source])
                    else:
                        shutil.copy(os.path.join(folder, source), copy)
            command = ["soffice", f"-env:UserInstallation=file://{scratch}/profile", "--headless", "--convert-to", ending, "--outdir", outside]
            try:
                subprocess.run(command + sorted(os.path.join(inside, name) for name in os.listdir(inside)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=400)
            except subprocess.TimeoutExpired:
                return "LibreOffice did not end in 400 seconds"
            for base, name in names.items():
                if not os.path.exists(os.path.join(outside, f"{base}.{ending}")):
                    return f"LibreOffice did not save {name}; libreoffice-calc or libreoffice-impress is missing"
                shutil.move(os.path.join(outside, f"{base}.{ending}"), os.path.join(folder, name))
    return ""
