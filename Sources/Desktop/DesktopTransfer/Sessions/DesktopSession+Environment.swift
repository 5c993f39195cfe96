import ProfferFileSystem

extension DesktopSession {
  /// The displays and the bus that the environment names, without a terminal.
  package static var ofEnvironment: DesktopSession {
    var session = DesktopSession()
    session.display = value("DISPLAY")
    session.authorityFile = (value("XAUTHORITY") ?? value("HOME").map { "\($0)/.Xauthority" }).flatMap {
      FilePath($0)
    }
    session.waylandDisplay = value("WAYLAND_DISPLAY")
    session.runtimeFolder = value("XDG_RUNTIME_DIR")
    session.busAddress = value("DBUS_SESSION_BUS_ADDRESS")
    return session
  }

  private static func value(_ name: String) -> String? {
    guard let value = EnvironmentVariable.value(of: name), !value.isEmpty else { return nil }
    return value
  }
}
