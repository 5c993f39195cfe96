"""Which file uses what another file defines, as the compiler recorded it in its index while it built."""

import ctypes
import glob
import os
import shutil
from collections import defaultdict

DEFINITION, REFERENCE = 1 << 1, 1 << 2
RECORD = 2


class Text(ctypes.Structure):
    """A string of the library: not terminated, and owned by it."""

    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode("utf-8", "surrogateescape") if self.length else ""


ON_TEXT = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, Text)
ON_ITEM = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)

# The functions of the library that are used: result, then parameters.
FUNCTIONS = {
    "store_create": (ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_void_p]),
    "store_units_apply_f": (ctypes.c_bool, [ctypes.c_void_p, ctypes.c_uint, ctypes.c_void_p, ON_TEXT]),
    "unit_reader_create": (ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]),
    "unit_reader_dispose": (None, [ctypes.c_void_p]),
    "unit_reader_get_main_file": (Text, [ctypes.c_void_p]),
    "unit_reader_dependencies_apply_f": (ctypes.c_bool, [ctypes.c_void_p, ctypes.c_void_p, ON_ITEM]),
    "unit_dependency_get_kind": (ctypes.c_int, [ctypes.c_void_p]),
    "unit_dependency_get_name": (Text, [ctypes.c_void_p]),
    "unit_dependency_get_filepath": (Text, [ctypes.c_void_p]),
    "record_reader_create": (ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]),
    "record_reader_dispose": (None, [ctypes.c_void_p]),
    "record_reader_occurrences_apply_f": (ctypes.c_bool, [ctypes.c_void_p, ctypes.c_void_p, ON_ITEM]),
    "occurrence_get_symbol": (ctypes.c_void_p, [ctypes.c_void_p]),
    "occurrence_get_roles": (ctypes.c_uint64, [ctypes.c_void_p]),
    "occurrence_get_line_col": (
        None, [ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint), ctypes.POINTER(ctypes.c_uint)]),
    "symbol_get_usr": (Text, [ctypes.c_void_p]),
    "symbol_get_name": (Text, [ctypes.c_void_p]),
}


class IndexLibrary:
    """The toolchain's own reader of index stores."""

    def __init__(self):
        compiler = shutil.which("swiftc")
        if compiler is None:
            raise SystemExit("structure: swiftc is not on the PATH")
        folder = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(compiler))), "lib")
        found = sorted(glob.glob(os.path.join(folder, "libIndexStore.*")))
        if not found:
            raise SystemExit(f"structure: the toolchain has no libIndexStore in {folder}")
        library = ctypes.CDLL(found[0])
        for name, (result, parameters) in FUNCTIONS.items():
            function = getattr(library, "indexstore_" + name)
            function.restype, function.argtypes = result, parameters
            setattr(self, name, function)


class Reference:
    """One use of a symbol, for messages."""

    def __init__(self, user, line, name, definer):
        self.user, self.line, self.name, self.definer = user, line, name, definer


def references(store_path, source_folder, built_in=None):
    """Every use in a file below the source folder of a symbol that another file there defines.

    The newest record of a file counts: a store keeps those of earlier builds. The third parameter is where the source
    folder was while it was built, when that was elsewhere.
    """
    library = IndexLibrary()
    store = library.store_create(store_path.encode(), None)
    if not store:
        raise SystemExit(f"structure: there is no index in {store_path}; build with `swift build` first")
    units = []
    library.store_units_apply_f(store, 0, None, ON_TEXT(lambda _, name: units.append(str(name)) or True))

    source_folder = os.path.realpath(source_folder) + os.sep
    built_in = (built_in or source_folder).rstrip(os.sep) + os.sep

    def file_of(path):
        """The path that a file has now."""
        path = str(path)
        return os.path.realpath(source_folder + path[len(built_in):] if path.startswith(built_in) else path)

    newest = {}
    for unit in units:
        reader = library.unit_reader_create(store, unit.encode(), None)
        if not reader:
            continue
        path = file_of(library.unit_reader_get_main_file(reader))
        if path.startswith(source_folder) and os.path.exists(path):
            records = []

            def on_dependency(_, dependency):
                if library.unit_dependency_get_kind(dependency) == RECORD:
                    if file_of(library.unit_dependency_get_filepath(dependency)) == path:
                        records.append(str(library.unit_dependency_get_name(dependency)))
                return True

            library.unit_reader_dependencies_apply_f(reader, None, ON_ITEM(on_dependency))
            time = os.path.getmtime(os.path.join(store_path, "v5", "units", unit))
            if path not in newest or newest[path][0] < time:
                newest[path] = (time, records)
        library.unit_reader_dispose(reader)

    definitions, uses = {}, defaultdict(dict)
    for path, (_, records) in newest.items():
        for record in records:
            reader = library.record_reader_create(store, record.encode(), None)
            if not reader:
                continue

            def on_occurrence(_, occurrence):
                roles = library.occurrence_get_roles(occurrence)
                symbol = library.occurrence_get_symbol(occurrence)
                usr = str(library.symbol_get_usr(symbol))
                if roles & DEFINITION:
                    definitions[usr] = path
                elif roles & REFERENCE and usr not in uses[path]:
                    line, column = ctypes.c_uint(), ctypes.c_uint()
                    library.occurrence_get_line_col(occurrence, ctypes.byref(line), ctypes.byref(column))
                    uses[path][usr] = (line.value, str(library.symbol_get_name(symbol)))
                return True

            library.record_reader_occurrences_apply_f(reader, None, ON_ITEM(on_occurrence))
            library.record_reader_dispose(reader)

    found = []
    for user, symbols in uses.items():
        for usr, (line, name) in symbols.items():
            definer = definitions.get(usr)
            if definer is not None and definer != user:
                found.append(
                    Reference(user[len(source_folder):], line, name, definer[len(source_folder):]))
    return found, sorted(path[len(source_folder):] for path in newest)
