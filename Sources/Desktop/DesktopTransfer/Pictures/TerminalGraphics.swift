import ByteTools
package import ProfferFileSystem

/// How a terminal shows pictures, as it says itself.
package struct TerminalGraphics: Sendable, Equatable {
  /// A protocol for pictures.
  package enum Format: String, Sendable {
    /// Kitty's graphics protocol: PNG or samples in base64.
    case kitty
    /// Rows of six pixels (`ESC P q`), as DEC's terminals have them, of at most 256 colors.
    case sixel
  }

  package let format: Format
  /// The columns and rows of pixels of a character.
  package let cell: PixelCount

  /// Columns and rows of pixels.
  package struct PixelCount: Sendable, Equatable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  }

  /// Asks a terminal.
  ///
  /// The last question is one that every terminal answers (primary device attributes): what is not answered before is not there.
  ///
  /// - Parameters:
  ///   - settings: the terminal.
  ///   - size: how large it is, as its device says.
  /// - Throws: `notSupported` with the reason where it shows no pictures, and `noDisplay` where the process has no terminal.
  package init(asking settings: TerminalSettings, size: TerminalSize?) throws {
    try TerminalGraphics.check(settings)
    // A multiplexer passes kitty's sequences on to no terminal, or to another place on it; sixel it draws itself.
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
        .notSupported, "the terminal\(name) has neither kitty's graphics protocol nor sixel")
    }
    cell = TerminalGraphics.cell(size, answers)
  }

  package init(format: Format, cell: PixelCount) { (self.format, self.cell) = (format, cell) }

  /// Refuses a terminal that takes no sequences or shows no pictures, before anything is sent to it.
  private static func check(_ settings: TerminalSettings) throws {
    switch settings.kind {
    case nil, "": throw TransferError(.noDisplay, "TERM is not set")
    case "dumb"?, "linux"?, "unknown"?:
      throw TransferError(.notSupported, "a terminal of the kind \(settings.kind ?? "") shows no pictures")
    default: break
    }
    if settings.multiplexer == "GNU screen" {
      throw TransferError(
        .notSupported, "GNU screen does not pass pictures on; run the command outside of it")
    }
  }

  /// What a terminal that says nothing of its characters is taken to have.
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

/// What a terminal says of its pictures.
private struct Answers {
  private(set) var hasKitty = false
  private(set) var hasSixel = false
  /// Whether it has answered the last question.
  private(set) var hasAttributes = false
  private(set) var version: String?
  private(set) var cell: TerminalGraphics.PixelCount?
  private(set) var window: TerminalGraphics.PixelCount?

  /// - Parameter asksForKitty: whether a picture of one pixel is offered, which a terminal with kitty's protocol takes.
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
