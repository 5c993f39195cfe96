"""A portal with the settings of a desktop's appearance, for a session bus without one.

Reads commands from its standard input: `scheme N` sets the color scheme (1 is dark, 2 is light), `accent R G B` the accent color.
Each change is told with the signal SettingChanged. Prints a line when it is ready. Runs with the system's Python, which has gi.
"""
import sys, threading

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

APPEARANCE = "org.freedesktop.appearance"
INTERFACE = """<node><interface name="org.freedesktop.portal.Settings">
<method name="ReadOne"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/></method>
<method name="Read"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/></method>
<signal name="SettingChanged"><arg type="s"/><arg type="s"/><arg type="v"/></signal>
<property name="version" type="u" access="read"/>
</interface></node>"""
values = {"color-scheme": GLib.Variant("u", 0)}
connections = []


def answer(connection, sender, path, interface, method, parameters, invocation):
    namespace, key = parameters.unpack()
    value = values.get(key) if namespace == APPEARANCE else None
    if value is None:
        return invocation.return_dbus_error("org.freedesktop.portal.Error.NotFound", "there is no such setting")
    if method == "Read":
        value = GLib.Variant("v", value)
    invocation.return_value(GLib.Variant.new_tuple(GLib.Variant("v", value)))


def own(connection, name):
    information = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
    connection.register_object(
        "/org/freedesktop/portal/desktop", information, answer, lambda *_: GLib.Variant("u", 2), None)
    connections.append(connection)


def change(line):
    name, *numbers = line.split()
    key = {"scheme": "color-scheme", "accent": "accent-color"}[name]
    values[key] = GLib.Variant("u", int(numbers[0])) if name == "scheme" else GLib.Variant("(ddd)", tuple(map(float, numbers)))
    for connection in connections:
        connection.emit_signal(
            None, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "SettingChanged",
            GLib.Variant("(ssv)", (APPEARANCE, key, values[key])))
    print("done", flush=True)
    return False


def read(loop):
    for line in sys.stdin:
        GLib.idle_add(change, line)
    loop.quit()


if __name__ == "__main__":
    loop = GLib.MainLoop()
    Gio.bus_own_name(
        Gio.BusType.SESSION, "org.freedesktop.portal.Desktop", Gio.BusNameOwnerFlags.NONE, own,
        lambda *_: print("ready", flush=True), lambda *_: sys.exit("the name is not free"))
    threading.Thread(target=read, args=(loop,), daemon=True).start()
    loop.run()
