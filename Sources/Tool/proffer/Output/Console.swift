import ProfferFileSystem

/// How a run of the program writes to standard output and standard error.
///
/// All text is written as lines, in each of which every control, line break, separator and format character is an escape:
/// text comes from manifests, from other programs and from the names of files, and a terminal would obey it. JSON is
/// written with the same scalars as escapes of JSON. Only ``write(payload:)`` and the line of progress are written as they are.
///
/// Writing to standard output throws `brokenPipe` when the reader has closed it, which ends the program without a message.
struct Console: Sendable {
  /// When text is coloured.
  enum ColorChoice: String, CaseIterable, Sendable { case auto, always, never }

  /// A way to show text on a terminal.
  enum Style: String, Sendable {
    case bold = "1"
    case red = "1;31"
    case yellow = "33"
    case green = "32"
  }

  /// Whether notes, results that are on disk anyway and progress are left out.
  let isQuiet: Bool
  /// What the terminal is said to show.
  private let terminal: TerminalEnvironment
  private let streams: ConsoleStreams
  fileprivate let outputIsColored: Bool
  private let errorIsColored: Bool

  /// - Parameters:
  ///   - color: what `--color` says; without it the environment decides, and then whether the stream is a terminal.
  ///   - terminal: what the environment says.
  ///   - streams: where it writes.
  init(
    isQuiet: Bool = false, color: ColorChoice = .auto, terminal: TerminalEnvironment,
    on streams: ConsoleStreams
  ) {
    func isColored(where isTerminal: Bool) -> Bool {
      switch color {
      case .always: true
      case .never: false
      case .auto: terminal.wantsColor ?? isTerminal
      }
    }
    self.isQuiet = isQuiet
    self.terminal = terminal
    self.streams = streams
    outputIsColored = isColored(where: streams.outputIsTerminal)
    errorIsColored = isColored(where: streams.errorsAreTerminal)
  }

  /// Whether standard output is a terminal.
  var outputIsTerminal: Bool { streams.outputIsTerminal }
  /// Whether the progress of a command is shown.
  var showsProgress: Bool { streams.errorsAreTerminal && !isQuiet }
  /// How many columns a line of help has.
  var helpWidth: Int { streams.outputIsTerminal ? terminal.helpWidth : 80 }

  /// Writes a line to standard output.
  func print(_ line: String, style: Style? = nil) throws {
    var printed = PrintedLines(on: self)
    try printed.add(line, style: style)
    try printed.finish()
  }

  /// Writes a line with a patch of a color behind it, where standard output shows all colors.
  ///
  /// A color that is not opaque is shown on black and on white.
  func print(_ line: String, patch color: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)) throws {
    guard outputIsColored, terminal.hasAllColors else { return try print(line) }
    let patches = [0, 255].map { ground in
      let parts = [color.red, color.green, color.blue].map { part in
        (Int(part) * Int(color.alpha) + ground * (255 - Int(color.alpha)) + 127) / 255
      }
      return "\u{1B}[48;2;\(parts[0]);\(parts[1]);\(parts[2])m     "
    }
    try write(escaped: Array("\(PrintableText.line(line))  \(patches.joined())\u{1B}[0m\n".utf8))
  }

  /// Writes a line about something that is on disk to standard output, unless the program is quiet.
  func tell(_ line: String) throws {
    if !isQuiet { try print(line) }
  }

  /// Text in a style where standard output is coloured, else as it is.
  fileprivate func styled(_ text: String, _ style: Style?, where isColored: Bool) -> String {
    guard let style, isColored else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }

  /// Writes a line for each candidate of a completion to standard output, with a tab before its description.
  func print(candidates: [(value: String, text: String)]) throws {
    var bytes: [UInt8] = []
    for candidate in candidates {
      bytes += PrintableText.line(candidate.value).utf8
      if !candidate.text.isEmpty { bytes += "\t\(PrintableText.line(candidate.text))".utf8 }
      bytes.append(UInt8(ascii: "\n"))
    }
    try write(escaped: bytes)
  }

  /// Writes lines to standard output.
  func print(lines: some Sequence<String>) throws {
    var printed = PrintedLines(on: self)
    for line in lines { try printed.add(line) }
    try printed.finish()
  }

  /// Writes the bytes of a payload, or the result of a conversion, to standard output as they are.
  func write(payload bytes: UnsafeRawBufferPointer) throws {
    try streams.write(bytes)
  }

  /// Writes bytes that ``PrintedLines`` has escaped.
  fileprivate func write(escaped bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes(write(payload:))
  }

  /// Reports on standard error what failed.
  func error(_ message: String) { report("", message, .red) }

  /// Reports on standard error what is worth knowing and is not an error, unless the program is quiet.
  func note(_ message: String) {
    if !isQuiet { report("note: ", message, .yellow) }
  }

  /// Reports on standard error what a conversion lost.
  func loss(_ message: String) { report("lost: ", message, .yellow) }

  /// Writes text of the program's own to standard error as lines, such as help that was not asked for.
  func explain(_ lines: [String]) {
    writeError(Array(lines.map { "\(PrintableText.line($0))\n" }.joined().utf8))
  }

  /// Asks a question on standard error and reads the answer, where both streams are a terminal; nil elsewhere.
  func confirm(_ question: String) throws -> Bool? {
    guard OpenFile.standardInput.isTerminal, streams.errorsAreTerminal else { return nil }
    writeError(Array("\(PrintableText.line(question)) [y/N] ".utf8))
    var answer = [UInt8](repeating: 0, count: 1 << 10)
    let count = try answer.withUnsafeMutableBytes { try OpenFile.standardInput.readNext(into: $0) }
    return answer[..<count].first.map { $0 | 0x20 == UInt8(ascii: "y") } ?? false
  }

  private func report(_ kind: String, _ message: String, _ style: Style) {
    let head = styled("proffer: \(kind)", style, where: errorIsColored)
    writeError(Array("\(head)\(PrintableText.line(message))\n".utf8))
  }

  private func writeError(_ bytes: [UInt8]) { streams.writeErrors(bytes) }
}

/// Lines for standard output, written in blocks.
struct PrintedLines {
  private static let blockByteCount = 1 << 16

  private let console: Console
  private var bytes: [UInt8] = []

  init(on console: Console) { self.console = console }

  /// Adds a line.
  mutating func add(_ line: String, style: Console.Style? = nil) throws {
    bytes += console.styled(PrintableText.line(line), style, where: console.outputIsColored).utf8
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= PrintedLines.blockByteCount { try finish() }
  }

  /// Writes the lines that are not written yet.
  mutating func finish() throws {
    try console.write(escaped: bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
