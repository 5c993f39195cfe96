import ProfferFileSystem

/// The standard output and standard error of a run of the program.
///
/// All text is written as lines. Text can come from manifests, other programs and file names, and a terminal
/// would interpret control sequences in the text. Control characters, line breaks, separators and format
/// characters within a line are therefore escaped. In JSON, the same characters are replaced by JSON escapes.
/// Only ``write(payload:)`` and the progress line write bytes unchanged.
///
/// Writing to standard output throws `brokenPipe` if the reader has closed the stream. The program then ends
/// without a message.
struct Console: Sendable {
  /// The choice of when to color text.
  enum ColorChoice: String, CaseIterable, Sendable { case auto, always, never }

  /// A style of text on a terminal.
  enum Style: String, Sendable {
    case bold = "1"
    case red = "1;31"
    case yellow = "33"
    case green = "32"
  }

  /// Whether to suppress notes, progress, and messages about results that were written to files.
  let isQuiet: Bool
  /// The properties of the terminal according to the environment.
  private let terminal: TerminalEnvironment
  private let streams: ConsoleStreams
  fileprivate let outputIsColored: Bool
  private let errorIsColored: Bool

  /// - Parameters:
  ///   - color: the value of `--color`. If it is `auto`, the environment determines whether to color text. If
  ///     the environment contains no setting, text is colored on terminals.
  ///   - terminal: the properties of the terminal according to the environment.
  ///   - streams: the streams to which text is written.
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
  /// Whether to show the progress of a command.
  var showsProgress: Bool { streams.errorsAreTerminal && !isQuiet && !terminal.isDumb }
  /// The maximum number of columns in a line of help.
  var helpWidth: Int { streams.outputIsTerminal ? terminal.helpWidth : 80 }

  /// Writes a line to standard output.
  func print(_ line: String, style: Style? = nil) throws {
    var printed = PrintedLines(on: self)
    try printed.add(line, style: style)
    try printed.finish()
  }

  /// Writes a line, followed by two patches of the given color if the terminal displays 24-bit color.
  ///
  /// The patches show the color on a black background and on a white background. Without color output, only
  /// the line is written.
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

  /// Writes a line about a result in a file to standard output, unless the program is quiet.
  func tell(_ line: String) throws {
    if !isQuiet { try print(line) }
  }

  /// Returns the text in a style if the output is colored; otherwise, the text unchanged.
  fileprivate func styled(_ text: String, _ style: Style?, where isColored: Bool) -> String {
    guard let style, isColored else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }

  /// Writes completion candidates to standard output, one per line.
  ///
  /// A tab precedes the description of a candidate.
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

  /// Writes the bytes of a payload or of the result of a conversion to standard output, unchanged.
  func write(payload bytes: UnsafeRawBufferPointer) throws {
    try streams.write(bytes)
  }

  /// Writes bytes that are already escaped.
  fileprivate func write(escaped bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes(write(payload:))
  }

  /// Reports an error on standard error.
  func error(_ message: String) { report("", message, .red) }

  /// Reports information that is not an error on standard error, unless the program is quiet.
  func note(_ message: String) {
    if !isQuiet { report("note: ", message, .yellow) }
  }

  /// Reports a loss of a conversion on standard error.
  func loss(_ message: String) { report("lost: ", message, .yellow) }

  /// Writes lines of the program's own text to standard error, such as help after an invalid command line.
  func explain(_ lines: [String]) {
    writeError(Array(lines.map { "\(PrintableText.line($0))\n" }.joined().utf8))
  }

  /// Asks a question on standard error, and reads the answer from standard input.
  ///
  /// Returns nil without asking if standard input or standard error is not a terminal.
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

/// A buffer of lines for standard output, which is written in blocks.
struct PrintedLines {
  private static let blockByteCount = 1 << 16

  private let console: Console
  private var bytes: [UInt8] = []

  init(on console: Console) { self.console = console }

  /// Adds a line.
  ///
  /// Writes the buffered lines if they fill a block.
  mutating func add(_ line: String, style: Console.Style? = nil) throws {
    bytes += console.styled(PrintableText.line(line), style, where: console.outputIsColored).utf8
    try endLine()
  }

  /// Adds the row of a table at a position as a line, and advances to the next row.
  ///
  /// The cells of the table are already escaped. Rows of two cells are headings, which are bold.
  mutating func add(_ table: BufferedTable, at position: inout BufferedTable.Position) throws {
    let start = bytes.count
    let cellCount = table.appendLine(at: &position, to: &bytes)
    if cellCount == 2, console.outputIsColored {
      let line = String(decoding: bytes[start...], as: UTF8.self)
      bytes.replaceSubrange(start..., with: console.styled(line, .bold, where: true).utf8)
    }
    try endLine()
  }

  private mutating func endLine() throws {
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= PrintedLines.blockByteCount { try finish() }
  }

  /// Writes the remaining lines.
  mutating func finish() throws {
    try console.write(escaped: bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
