import ProfferFileSystem

/// The features of a terminal, according to the terminal's own responses.
struct TerminalFeatures: Sendable {
  /// Whether programs can use the terminal's clipboard for all types (OSC 5522).
  private(set) var hasClipboard = false
  /// Whether the terminal supports drags and drops (OSC 72).
  private(set) var hasDrags = false
  /// The terminal's name and version, such as `kitty(0.48.2)`.
  private(set) var version: String?
  /// Whether the terminal reports that programs can currently write text to its clipboard.
  ///
  /// The report is parameter 52 of the primary device attributes (Source: the clipboard extension of
  /// Contour's VT extensions).
  private(set) var promisesTextClipboard = false
  /// The terminal program; nil if the program is unknown.
  private(set) var program: TerminalProgram?

  /// The maximum wait for a late response about drags.
  private static let lateLimit: Duration = .milliseconds(200)

  /// Queries a terminal for its features.
  ///
  /// The last query requests the primary device attributes, to which every terminal responds. If the response
  /// to an earlier query has not arrived by then, the terminal does not support the feature of that query.
  init(asking device: TerminalDevice) throws {
    device.send(Array("\u{1B}[?5522$p\u{1B}[>q\u{1B}]72;t=q:i=7\u{1B}\\\u{1B}[c".utf8))
    let deadline = ContinuousClock.now + device.settings.answerLimit
    while let message = try device.next(until: deadline) {
      switch message {
      case .control(let text) where text.hasPrefix("?") && text.hasSuffix("c"):
        if let kitty = kittyVersion, kitty >= 27 { hasClipboard = true }
        promisesTextClipboard = text.dropFirst().dropLast().split(separator: ";").contains("52")
        program = version.flatMap(TerminalProgram.init(version:)) ?? device.settings.namedProgram
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
      "the terminal does not answer within \(device.settings.answerLimit.inSeconds) s, so its clipboard cannot be used"
    )
  }

  /// Waits briefly for a response about drags that arrives after the response to the last query.
  ///
  /// Programs between this program and the terminal can delay the response.
  private mutating func waitForDrags(_ device: TerminalDevice) throws {
    let deadline = ContinuousClock.now + TerminalFeatures.lateLimit
    while !hasDrags, let message = try device.next(until: deadline) {
      if case .command(72, let body) = message { hasDrags = DragMessage(body)?.type == "q" }
    }
  }

  /// The minor version of kitty 0.x; `Int.max` for later major versions, nil for other terminals.
  ///
  /// kitty supports the clipboard from 0.27, and reports this feature from 0.44.
  private var kittyVersion: Int? {
    guard let version, version.hasPrefix("kitty(") else { return nil }
    let parts = version.dropFirst(6).split(separator: ".")
    return parts.count > 1 ? (parts[0] == "0" ? Int(parts[1]) : .max) : nil
  }

  /// The maximum number of bytes that the terminal's clipboard accepts at once.
  ///
  /// Terminals other than kitty truncate longer content without reporting an error.
  var clipboardByteCount: Int { kittyVersion == nil ? 32 << 20 : 500_000_000 }
}

extension TerminalFeatures {
  /// Returns the features of a terminal that supports drags.
  ///
  /// - Throws: `notSupported` if the terminal does not support drags.
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
        .notSupported,
        "the terminal\(name) does not support drags by programs; kitty supports them from version 0.47")
    }
    return features
  }

  /// The terminal's name and version, escaped for messages.
  var printableVersion: String? { version.map { PrintableText.escaped($0.utf8) } }
}
