import ProfferFileSystem
import TransferWindows

/// The clipboard of a compositor, such as Weston, that lets only the window with the keyboard focus use it.
///
/// A window of one transparent pixel receives the focus for a moment. The window is closed after the
/// clipboard has been read or set; the offer remains. (Source: the protocols `wayland`, `wl_data_device_manager`, and `xdg-shell`.)
final class FocusedClipboard: SelectionControl {
  /// The maximum time until the compositor gives the focus to the window.
  private static let focusLimit: Duration = .seconds(2)
  /// The bit of the keyboard in a seat's capabilities (source: `wl_seat`).
  private static let keyboardCapability: UInt32 = 2

  let connection: WaylandConnection
  private let surfaces: WaylandSurfaces
  private let manager, device, seat, shell: UInt32
  private var surface, shellSurface, window: UInt32
  private var keyboard: UInt32 = 0
  /// The serial of the event that gave the focus to the window; nil before.
  private var focusSerial: UInt32?
  private var isDrawn = false
  private var sources: Set<UInt32> = []
  private var offers: [UInt32: SelectionOffer] = [:]
  private var current: UInt32 = 0

  /// Shows the window and waits until it has the keyboard focus.
  ///
  /// - Parameter folder: the folder for the unnamed file of the window's pixel.
  /// - Throws: `notSupported` if the compositor does not give the focus to the window, or supports no windows.
  init(_ connection: WaylandConnection, filesIn folder: FilePath) throws {
    self.connection = connection
    surfaces = try WaylandSurfaces(connection, filesIn: folder)
    manager = try connection.require("wl_data_device_manager", version: 3, atLeast: 1, for: "a clipboard")
    seat = try connection.require("wl_seat", version: 1, for: "the keyboard focus")
    shell = try connection.require("xdg_wm_base", version: 1, for: "windows on a desktop")
    device = connection.makeIdentifier()
    connection.send(to: manager, Wayland.DataDeviceManager.getDataDevice, [.word(device), .word(seat)])
    (surface, shellSurface, window) = (0, 0, 0)
    // The keyboard is requested before the window exists, because the focus may come with the window.
    try connection.synchronize()
    while let message = try connection.next() { _ = try take(message) }
    guard keyboard != 0 else {
      throw TransferError(
        .notSupported, "\(connection.name) has no keyboard, so no window can use the clipboard")
    }
    openWindow()
    try waitForFocus()
  }

  private func openWindow() {
    surface = surfaces.make()
    shellSurface = connection.makeIdentifier()
    connection.send(to: shell, Wayland.Shell.getXdgSurface, [.word(shellSurface), .word(surface)])
    window = connection.makeIdentifier()
    connection.send(to: shellSurface, Wayland.ShellSurface.getToplevel, [.word(window)])
    connection.send(to: window, Wayland.Window.setTitle, [.text(ProgramName.identifier)])
    connection.send(to: window, Wayland.Window.setAppId, [.text(ProgramName.identifier)])
    surfaces.commit(surface)
  }

  private func waitForFocus() throws {
    let deadline = ContinuousClock.now + FocusedClipboard.focusLimit
    while focusSerial == nil {
      while let message = try connection.next() { _ = try take(message) }
      if focusSerial != nil { break }
      if .now >= deadline {
        throw TransferError(
          .notSupported,
          "\(connection.name) lets only the window with the keyboard focus use the clipboard, and did not give the focus to "
            + "a window within 2 s")
      }
      try connection.connection.wait(until: deadline)
    }
    // The compositor sends the current offer with the focus.
    try connection.synchronize()
    while let message = try connection.next() { _ = try take(message) }
  }

  /// Closes the window, which returns the focus to the window that had it before.
  private func closeWindow() {
    guard window != 0 else { return }
    connection.send(to: window, Wayland.Window.destroy)
    connection.send(to: shellSurface, Wayland.ShellSurface.destroy)
    surfaces.remove(surface)
    (window, shellSurface) = (0, 0)
  }

  // MARK: Selections

  func require(_ selection: TransferSelection) throws {
    if selection != .clipboard {
      throw TransferError(
        .notSupported,
        "\(connection.name) does not let windows use \(selection.displayName)")
    }
  }

  func offer(in selection: TransferSelection) -> SelectionOffer? { offers[current] }

  func select(_ names: [String], in selection: TransferSelection) throws -> UInt32 {
    try require(selection)
    let source = connection.makeIdentifier()
    sources.insert(source)
    connection.send(to: manager, Wayland.DataDeviceManager.createDataSource, [.word(source)])
    for name in names { connection.send(to: source, Wayland.DataSource.offer, [.text(name)]) }
    set(source)
    try connection.synchronize()
    closeWindow()
    try connection.synchronize()
    return source
  }

  func clear(_ selection: TransferSelection) {
    set(0)
    closeWindow()
  }

  private func set(_ source: UInt32) {
    connection.send(to: device, Wayland.DataDevice.setSelection, [.word(source), .word(focusSerial ?? 0)])
  }

  func receive(_ name: String, of offer: SelectionOffer, to pipe: ByteStream) {
    connection.send(to: offer.object, Wayland.DataOffer.receive, [.text(name)], passing: [pipe])
  }

  // MARK: Events

  func next() throws -> SelectionEvent? {
    while let message = try connection.next() {
      if let event = try take(message) { return event }
    }
    return nil
  }

  private func take(_ message: WaylandMessage) throws -> SelectionEvent? {
    switch message.object {
    case device: return takeDevice(message)
    case seat where message.event() == Wayland.SeatEvent.capabilities:
      if keyboard == 0, message.word(at: 0) & FocusedClipboard.keyboardCapability != 0 {
        keyboard = connection.makeIdentifier()
        connection.send(to: seat, Wayland.Seat.getKeyboard, [.word(keyboard)])
      }
    case keyboard where keyboard != 0: takeKeyboard(message)
    case shell where message.event() == Wayland.ShellEvent.ping:
      connection.send(to: shell, Wayland.Shell.pong, [.word(message.word(at: 0))])
    case shellSurface where shellSurface != 0 && message.event() == Wayland.ShellSurfaceEvent.configure:
      connection.send(to: shellSurface, Wayland.ShellSurface.ackConfigure, [.word(message.word(at: 0))])
      if isDrawn {
        surfaces.commit(surface)
      } else {
        isDrawn = true
        try surfaces.show(Picture(width: 1, height: 1, pixels: [0]), on: surface)
      }
    default:
      if sources.contains(message.object) { return try takeSource(message) }
      if offers[message.object] != nil { takeOffer(message) } else { _ = surfaces.take(message) }
    }
    return nil
  }

  private func takeKeyboard(_ message: WaylandMessage) {
    switch message.event(Wayland.KeyboardEvent.self) {
    // The description of the keys comes as a file, which is not needed.
    case .keymap: _ = connection.connection.takePassed()
    case .enter: focusSerial = message.word(at: 0)
    case .leave, .key, .modifiers, .repeatInfo, nil: break
    }
  }

  private func takeSource(_ message: WaylandMessage) throws -> SelectionEvent? {
    switch message.event(Wayland.DataSourceEvent.self) {
    case .send:
      guard let stream = connection.connection.takePassed() else {
        throw TransferError.violation(connection.name, "a request for data without a pipe")
      }
      return message.text(at: 0).map { .send(source: message.object, name: $0.text, stream) }
    case .cancelled: return .cancelled(source: message.object)
    case .target, .dndDropPerformed, .dndFinished, nil: return nil
    }
  }

  private func takeOffer(_ message: WaylandMessage) {
    guard message.event() == Wayland.DataOfferEvent.offer, let name = message.text(at: 0)?.text,
      offers[message.object]?.names.count ?? 0 < TransferLimits.standardNameCount
    else { return }
    offers[message.object]?.names.append(name)
  }

  private func takeDevice(_ message: WaylandMessage) -> SelectionEvent? {
    let object = message.word(at: 0)
    switch message.event(Wayland.DataDeviceEvent.self) {
    case .dataOffer: offers[object] = SelectionOffer(object: object)
    case .selection:
      if current != object, offers.removeValue(forKey: current) != nil {
        connection.send(to: current, Wayland.DataOffer.destroy)
      }
      current = object
      return .changed(.clipboard)
    case .enter, .leave, .motion, .drop, nil: break
    }
    return nil
  }
}
