import ProfferFileSystem

/// What a terminal can do, as it says itself.
struct TerminalFeatures: Sendable {
  /// Whether programs reach its clipboard in all types (OSC 5522).
  private(set) var hasClipboard = false
  /// Whether it takes drags from programs and gives them drops (OSC 72).
  private(set) var hasDrags = false
  /// Its name and version, such as `kitty(0.48.2)`.
  private(set) var version: String?

  /// How long a late answer is waited for, where it decides between a drag and an error.
  private static let lateLimit: Duration = .milliseconds(200)

  /// Asks a terminal.
  ///
  /// The last question is one that every terminal answers (primary device attributes): what is not answered before is not there.
  init(asking device: TerminalDevice) throws {
    device.send(Array("\u{1B}[?5522$p\u{1B}[>q\u{1B}]72;t=q:i=7\u{1B}\\\u{1B}[c".utf8))
    let deadline = ContinuousClock.now + device.settings.answerLimit
    while let message = try device.next(until: deadline) {
      switch message {
      case .control(let text) where text.hasPrefix("?") && text.hasSuffix("c"):
        if let kitty = kittyVersion, kitty >= 27 { hasClipboard = true }
        return
      case .control(let text) where text.hasPrefix("?5522;") && text.hasSuffix("$y"):
        hasClipboard = ["1", "2", "3"].contains(text.dropFirst(6).dropLast(2))
      case .device(let text) where text.hasPrefix(">|"): version = String(text.dropFirst(2))
      case .command(72, let body): hasDrags = DragMessage(body)?.type == "q" || hasDrags
      default: continue
      }
    }
    throw TransferError(
      .notSupported,
      "the terminal does not answer within \(device.settings.answerLimit.inSeconds) s, so that it has no clipboard"
    )
  }

  /// Waits a moment for an answer about drags that comes after the one that every terminal gives, as through programs in between.
  private mutating func waitForDrags(_ device: TerminalDevice) throws {
    let deadline = ContinuousClock.now + TerminalFeatures.lateLimit
    while !hasDrags, let message = try device.next(until: deadline) {
      if case .command(72, let body) = message { hasDrags = DragMessage(body)?.type == "q" }
    }
  }

  /// The second number of a version of kitty, whose first is 0: from 27 on it has the clipboard, and from 44 on it says so.
  private var kittyVersion: Int? {
    guard let version, version.hasPrefix("kitty(") else { return nil }
    let parts = version.dropFirst(6).split(separator: ".")
    return parts.count > 1 ? (parts[0] == "0" ? Int(parts[1]) : .max) : nil
  }

  /// Whether the terminal asks people before a program may read its clipboard.
  var asksPeople: Bool {
    version.map { $0.hasPrefix("kitty") || $0.lowercased().hasPrefix("ghostty") } ?? false
  }

  /// Lowercase prefixes of the versions of terminals that support requests for text by OSC 52.
  ///
  /// These terminals answer, ask the user first, or ignore the request. Konsole does not support requests and
  /// copies the `?` as text. Other terminals never answer.
  private static let textProviders = ["foot(", "xterm(", "kitty(", "ghostty ", "iterm2 ", "tmux "]

  /// Whether a request for text by OSC 52 is known to leave the clipboard of the terminal unchanged.
  var answersTextRequests: Bool {
    guard let version = version?.lowercased() else { return false }
    return TerminalFeatures.textProviders.contains { version.hasPrefix($0) }
  }

  /// The most bytes that its clipboard takes at once: other terminals than kitty cut without saying so.
  var clipboardByteCount: Int { kittyVersion == nil ? 32 << 20 : 500_000_000 }

  /// The most bytes of text that go by OSC 52.
  var textByteCount: Int { kittyVersion == nil ? 74_994 : 8 << 20 }
}

extension TerminalFeatures {
  /// What a terminal that has drags can do.
  ///
  /// - Throws: `notSupported` where it has none.
  static func withDrags(_ settings: TerminalSettings) throws -> TerminalFeatures {
    if let multiplexer = settings.multiplexer {
      throw TransferError(
        .notSupported, "\(multiplexer) does not pass drags on to the terminal; run the command outside of it")
    }
    let device = try TerminalDevice(settings)
    var features = try TerminalFeatures(asking: device)
    try features.waitForDrags(device)
    guard features.hasDrags else {
      let name = features.printableVersion.map { " (\($0))" } ?? ""
      throw TransferError(
        .notSupported, "the terminal\(name) has no drags for programs; kitty has them from version 0.47 on")
    }
    return features
  }

  /// Its name and version for people.
  var printableVersion: String? { version.map { PrintableText.escaped($0.utf8) } }
}
