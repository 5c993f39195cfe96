import ByteTools
package import ProfferFileSystem

/// The picture protocol that a terminal supports, according to the terminal's own responses.
package struct TerminalGraphics: Sendable, Equatable {
  /// A protocol for pictures.
  package enum Format: String, Sendable {
    /// Kitty's graphics protocol, which transfers PNG images or samples in base64.
    case kitty
    /// Sixels (`ESC P q`), a format of DEC's terminals: bands of six rows, with at most 256 colors.
    case sixel
  }

  package let format: Format
  /// The width and height of a character cell in pixels.
  package let cell: PixelCount

  /// A size in pixels.
  package struct PixelCount: Sendable, Equatable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  }

  /// Queries a terminal for its picture protocol.
  ///
  /// The last query requests the primary device attributes, to which every terminal responds. If the response
  /// to an earlier query has not arrived by then, the terminal does not support the feature of that query.
  ///
  /// - Parameters:
  ///   - settings: the terminal.
  ///   - size: the terminal's size, as reported by its device; nil if unknown.
  /// - Throws: `notSupported` with the reason if the terminal cannot show pictures or does not respond;
  ///   `noDisplay` if `TERM` is not set or the process has no terminal.
  package init(asking settings: TerminalSettings, size: TerminalSize?) throws {
    try TerminalGraphics.check(settings)
    // A multiplexer drops kitty's sequences, or passes them to the terminal for the wrong position. Sixels
    // are drawn by the multiplexer itself.
    let isDirect = settings.multiplexer == nil
    let device = try TerminalDevice(settings)
    let answers = try Answers(of: device, askingForKitty: isDirect)
    guard answers.hasAttributes else {
      throw TransferError(
        .notSupported, "the terminal does not answer within \(settings.answerLimit.inSeconds) s")
    }
    if answers.hasKitty {
      format = .kitty
    } else if answers.hasSixel {
      format = .sixel
    } else if let multiplexer = settings.multiplexer {
      throw TransferError(
        .notSupported,
        "\(multiplexer) does not pass kitty's graphics protocol on, and has no sixel; run the command outside of it"
      )
    } else {
      let name = answers.version.map { " (\(PrintableText.escaped($0.utf8)))" } ?? ""
      throw TransferError(
        .notSupported, "the terminal\(name) supports neither kitty's graphics protocol nor sixel")
    }
    cell = TerminalGraphics.cell(size, answers)
  }

  package init(format: Format, cell: PixelCount) { (self.format, self.cell) = (format, cell) }

  /// Throws if the terminal does not support escape sequences or pictures.
  ///
  /// Sends nothing to the terminal.
  private static func check(_ settings: TerminalSettings) throws {
    switch settings.kind {
    case nil, "": throw TransferError(.noDisplay, "TERM is not set")
    case "dumb"?, "linux"?, "unknown"?:
      throw TransferError(.notSupported, "a terminal of the kind \(settings.kind ?? "") cannot show pictures")
    default: break
    }
    if settings.multiplexer == "GNU screen" {
      throw TransferError(
        .notSupported, "GNU screen does not pass pictures on; run the command outside of it")
    }
  }

  /// The assumed cell size of a terminal that does not report a cell size.
  private static let usualCell = PixelCount(width: 8, height: 16)
  private static let sides = 2...512

  private static func cell(_ size: TerminalSize?, _ answers: Answers) -> PixelCount {
    var candidates: [PixelCount] = []
    if let size, size.columns > 0, size.rows > 0 {
      candidates.append(PixelCount(width: size.width / size.columns, height: size.height / size.rows))
    }
    if let cell = answers.cell { candidates.append(cell) }
    if let size, let window = answers.window, size.columns > 0, size.rows > 0 {
      candidates.append(PixelCount(width: window.width / size.columns, height: window.height / size.rows))
    }
    return candidates.first { sides ~= $0.width && sides ~= $0.height } ?? usualCell
  }
}

/// A terminal's responses to the queries for pictures.
private struct Answers {
  private(set) var hasKitty = false
  private(set) var hasSixel = false
  /// Whether the terminal has responded to the last query.
  private(set) var hasAttributes = false
  private(set) var version: String?
  private(set) var cell: TerminalGraphics.PixelCount?
  private(set) var window: TerminalGraphics.PixelCount?

  /// Sends the queries, and waits for the responses.
  ///
  /// - Parameter asksForKitty: whether to send a one-pixel picture as a query. A terminal that supports
  ///   kitty's protocol confirms the picture.
  init(of device: TerminalDevice, askingForKitty asksForKitty: Bool) throws {
    let question = asksForKitty ? "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" : ""
    device.send(Array("\(question)\u{1B}[>q\u{1B}[16t\u{1B}[14t\u{1B}[c".utf8))
    let deadline = ContinuousClock.now + device.settings.answerLimit
    while let message = try device.next(until: deadline) {
      switch message {
      case .application("Gi=31;OK"): hasKitty = asksForKitty
      case .device(let text) where text.hasPrefix(">|"): version = String(text.dropFirst(2))
      case .control(let text) where text.hasSuffix("t"): take(sizes: text.dropLast())
      case .control(let text) where text.hasPrefix("?") && text.hasSuffix("c"):
        hasSixel = text.dropFirst().dropLast().split(separator: ";").dropFirst().contains("4")
        hasAttributes = true
        return
      default: continue
      }
    }
  }

  private mutating func take(sizes text: Substring) {
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let height = numbers[1], let width = numbers[2] else { return }
    switch numbers[0] {
    case 6: cell = TerminalGraphics.PixelCount(width: width, height: height)
    case 4: window = TerminalGraphics.PixelCount(width: width, height: height)
    default: break
    }
  }
}
