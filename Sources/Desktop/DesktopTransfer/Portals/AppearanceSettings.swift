import TransferWindows

/// The settings of the desktop's appearance, read from the settings portal over a bus.
///
/// The owner passes each message of the connection to ``receive(_:)``. (Source: the interface
/// `org.freedesktop.portal.Settings` of xdg-desktop-portal.)
///
/// The settings are read only if the portal is already running. If the portal starts later, they are read then.
struct AppearanceSettings {
  /// A setting in ``namespace``.
  private enum Key: String, CaseIterable {
    case colorScheme = "color-scheme"
    case accentColor = "accent-color"
  }

  /// A method that returns the value of a setting.
  private enum Method: String {
    /// Returns a variant.
    case new = "ReadOne"
    /// Returns a variant in a variant. The only method in version 1 of the interface.
    case old = "Read"
  }

  private static let namespace = "org.freedesktop.appearance"
  private static let changeSignal = "SettingChanged"
  private static let ownerSignal = "NameOwnerChanged"
  private static let target = BusMessage.Target(
    destination: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
    interface: "org.freedesktop.portal.Settings")
  /// The value of ``Key/colorScheme`` for dark windows; other values are no preference or light windows.
  private static let darkScheme: UInt32 = 1

  private let connection: BusConnection
  /// The calls that wait for a reply, by serial.
  private var pending: [UInt32: (key: Key, method: Method)] = [:]

  /// The newest settings; the default values for settings that the desktop does not have.
  private(set) var preference = WindowTheme.Preference()

  /// Whether all calls have a reply.
  var isAnswered: Bool { pending.isEmpty }

  /// Requests the settings and the signals of their changes, without waiting for replies.
  init(_ connection: BusConnection) {
    self.connection = connection
    // Requesting the signals first ensures that no change is missed.
    requestSignals(
      AppearanceSettings.changeSignal, of: AppearanceSettings.target, AppearanceSettings.namespace)
    requestSignals(AppearanceSettings.ownerSignal, of: .bus, AppearanceSettings.target.destination)
    readAll()
  }

  /// Requests the signals with a name and a first value.
  private func requestSignals(_ member: String, of source: BusMessage.Target, _ first: String) {
    var rule = BusWriter()
    rule.add(
      "type='signal',sender='\(source.destination)',path='\(source.path)',interface='\(source.interface)',"
        + "member='\(member)',arg0='\(first)'")
    _ = connection.send("AddMatch", on: .bus, rule, flags: .noReply)
  }

  private mutating func readAll() {
    pending = [:]
    for key in Key.allCases { read(key, with: .new) }
  }

  private mutating func read(_ key: Key, with method: Method) {
    var values = BusWriter()
    values.add(AppearanceSettings.namespace)
    values.add(key.rawValue)
    let serial = connection.send(
      method.rawValue, on: AppearanceSettings.target, values, flags: .noStart)
    pending[serial] = (key, method)
  }

  // MARK: Messages

  /// Processes a message, which may be a reply or a signal.
  ///
  /// An invalid value, and an error instead of a value, do not change the setting.
  mutating func receive(_ message: BusMessage) {
    switch message.kind {
    case .reply:
      guard let call = takeCall(of: message), message.signature == "v" else { return }
      var values = message.values
      set(call.key, &values)
    case .error:
      guard let call = takeCall(of: message) else { return }
      if call.method == .new, message.errorName == "org.freedesktop.DBus.Error.UnknownMethod" {
        read(call.key, with: .old)
      }
    case .signal: receiveSignal(message)
    case .call, nil: break
    }
  }

  private mutating func takeCall(of message: BusMessage) -> (key: Key, method: Method)? {
    message.replySerial.flatMap { pending.removeValue(forKey: $0) }
  }

  private mutating func receiveSignal(_ message: BusMessage) {
    var values = message.values
    switch (message.member, message.signature) {
    case (AppearanceSettings.changeSignal, "ssv"):
      guard values.text() == AppearanceSettings.namespace, let key = values.text().flatMap(Key.init) else {
        return
      }
      set(key, &values)
    case (AppearanceSettings.ownerSignal, "sss"):
      // The values are a name, its previous owner, and its new owner, which is empty if the portal has ended.
      guard values.text() == AppearanceSettings.target.destination, values.text() != nil,
        let owner = values.text(), !owner.isEmpty
      else { return }
      readAll()
    default: break
    }
  }

  /// Changes a setting to the value of a variant, or of a variant in a variant.
  private mutating func set(_ key: Key, _ values: inout BusReader) {
    var type = values.signature()
    if type == "v" { type = values.signature() }
    switch (key, type) {
    case (.colorScheme, "u"):
      guard let scheme = values.number(), values.isAtEnd else { return }
      preference.isDark = scheme == AppearanceSettings.darkScheme
    case (.accentColor, "(ddd)"):
      guard values.align(to: 8), let red = values.real(), let green = values.real(),
        let blue = values.real(), values.isAtEnd
      else { return }
      // A component that is outside of the range means that there is no accent color.
      let isColor = [red, green, blue].allSatisfy { 0...1 ~= $0 }
      preference.accent = isColor ? WindowColor(red: red, green: green, blue: blue) : nil
    default: break
    }
  }
}
