package import ProfferFileSystem

/// The environment variables that identify the displays and the terminal of a session.
package struct DesktopSession: Sendable {
  /// `DISPLAY`.
  package var display: String?
  /// `XAUTHORITY`, or the default file in the user's home folder.
  package var authorityFile: FilePath?
  /// `WAYLAND_DISPLAY`.
  package var waylandDisplay: String?
  /// `XDG_RUNTIME_DIR`.
  package var runtimeFolder: String?
  /// `DBUS_SESSION_BUS_ADDRESS`.
  package var busAddress: String?
  /// The terminal; nil if no terminal may be used.
  package var terminal: TerminalSettings?

  package init() {}

  /// Returns a route of the session.
  ///
  /// - Throws: `noDisplay` with the reason if the session does not have the route.
  package func route(_ kind: TransferRouteKind) throws -> any TransferRoute {
    switch kind {
    case .terminal:
      guard let terminal else { throw TransferError(.noDisplay, "the program has no terminal") }
      return TerminalRoute(settings: terminal)
    case .x11:
      guard let display, !display.isEmpty else {
        throw TransferError(.noDisplay, "DISPLAY is not set")
      }
      guard let address = X11Address(display) else {
        throw TransferError(
          .noDisplay, "DISPLAY is \(display), which is not the address of an X display, such as :0")
      }
      return X11Route(address: address, authority: try authority(of: address))
    case .wayland:
      guard let waylandDisplay, !waylandDisplay.isEmpty else {
        throw TransferError(.noDisplay, "WAYLAND_DISPLAY is not set")
      }
      let isPath = waylandDisplay.hasPrefix("/")
      guard isPath || runtimeFolder?.hasPrefix("/") == true else {
        throw TransferError(
          .noDisplay, "XDG_RUNTIME_DIR, the folder of the socket in WAYLAND_DISPLAY, is not set")
      }
      guard let socket = FilePath(isPath ? waylandDisplay : "\(runtimeFolder ?? "")/\(waylandDisplay)") else {
        throw TransferError(.noDisplay, "WAYLAND_DISPLAY is \(waylandDisplay), which is not a socket")
      }
      return WaylandRoute(socket: socket)
    }
  }

  /// The session's document portal, which may not be running.
  package var documentPortal: DocumentPortal {
    DocumentPortal(on: BusAddress.session(busAddress, runtimeFolder: runtimeFolder))
  }

  /// The appearance that the session's desktop prefers for windows.
  ///
  /// Each access returns a new object, which does not read the settings before
  /// ``DesktopAppearance/follow(_:)``.
  package var appearance: DesktopAppearance {
    DesktopAppearance(on: BusAddress.session(busAddress, runtimeFolder: runtimeFolder))
  }

  /// Returns the authority for a display; `none` if the authority file does not exist or has no entry for the
  /// display.
  private func authority(of address: X11Address) throws -> X11Authority {
    guard let authorityFile, try FileStatus.ifPresent(authorityFile)?.kind == .regular else { return .none }
    let file = try OpenFile.readingRegular(authorityFile)
    let bytes = try file.bytes(at: 0, count: Int(min(file.status().byteCount, 1 << 20)))
    return X11Authority.of(address, in: bytes, hostName: LocalHost.name)
  }
}
